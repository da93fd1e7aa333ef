export function makeChange(cents, coins = [200, 100, 50, 20, 10, 5]) {
  const paid = []
  let left = cents
  for (const coin of [...coins].sort((a, b) => b - a)) {
    const number = Math.floor(left / coin)
    if (number > 0) paid.push([coin, number])
    left -= number * coin
  }
  return left === 0 ? paid : null
}
