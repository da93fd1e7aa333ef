"""What to buy before cooking."""


def to_buy(recipe, pantry, portions):
    """Return the amounts that are lacking for so many portions."""
    lacking = {}
    for ingredient, amount in recipe.items():
        gap = amount * portions - pantry.get(ingredient, 0)
        if gap > 0:
            lacking[ingredient] = gap
    return lacking
