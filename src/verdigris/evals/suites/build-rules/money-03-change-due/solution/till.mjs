export function changeDue(prices, paid) {
  const change = prices.reduce((rest, price) => rest - price, paid)
  if (change < 0) throw new RangeError(`${-change} cents are missing`)
  return change
}
