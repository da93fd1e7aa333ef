export function affordable(prices, money) {
  return Object.fromEntries(Object.entries(prices).filter(([, price]) => price <= money))
}
