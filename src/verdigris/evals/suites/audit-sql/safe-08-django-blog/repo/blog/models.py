from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import RawSQL


class PostQuerySet(models.QuerySet):
    def visible(self):
        return self.filter(published=True)

    def search(self, words):
        found = self.visible()
        for word in words.split():
            found = found.filter(Q(title__icontains=word) | Q(body__icontains=word))
        return found

    def popular(self, least):
        return self.annotate(
            reads=RawSQL("SELECT count(*) FROM blog_read r WHERE r.post_id = blog_post.id AND r.seconds >= %s", (least,))
        ).order_by("-reads")

    def written_in(self, year):
        return self.extra(where=["strftime('%%Y', created) = %s"], params=[str(year)])


class Post(models.Model):
    title = models.CharField(max_length=200, help_text="Select a short one. It goes where the list is.")
    body = models.TextField()
    created = models.DateTimeField(auto_now_add=True)
    published = models.BooleanField(default=False)
    views = models.IntegerField(default=0)

    objects = PostQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]

    def count_view(self):
        Post.objects.filter(pk=self.pk).update(views=F("views") + 1)

    def __str__(self):
        return f"{self.title} from {self.created:%Y}"
