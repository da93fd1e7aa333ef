from django.db import models


class Exhibit(models.Model):
    inventory_number = models.CharField(max_length=20, unique=True)
    title = models.CharField(max_length=200)
    donor = models.CharField(max_length=200, blank=True)
    public = models.BooleanField(default=False)

    class Meta:
        db_table = "museum_exhibit"
