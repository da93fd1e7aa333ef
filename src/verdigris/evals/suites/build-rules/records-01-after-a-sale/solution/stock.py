def after_sale(stock, sold):
    left = dict(stock)
    for article, count in sold.items():
        if count > left.get(article, 0):
            raise ValueError(f"not enough in stock: {article}")
        left[article] -= count
    return {article: count for article, count in left.items() if count}
