def split_cents(total, weights):
    if total < 0 or any(weight < 0 for weight in weights) or not sum(weights):
        raise ValueError("total and weights must not be negative, nor all weights 0")
    whole = sum(weights)
    shares = [total * weight // whole for weight in weights]
    left = total - sum(shares)
    for place, weight in enumerate(weights):
        if left and weight:
            shares[place] += 1
            left -= 1
    return shares
