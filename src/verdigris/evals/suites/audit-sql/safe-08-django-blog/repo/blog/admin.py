from django.contrib import admin, messages

from blog.models import Post
from blog.queries import set_published


@admin.register(Post)
class PostAdmin(admin.ModelAdmin):
    list_display = ["title", "created", "published"]
    search_fields = ["title"]
    actions = ["publish"]

    @admin.action(description="Publish the selected posts")
    def publish(self, request, queryset):
        count = set_published(list(queryset.values_list("pk", flat=True)), True)
        messages.info(request, f"Update of {count} posts set: select more from the list where needed.")
