export function forGuests(recipe, guests) {
  return Object.fromEntries(Object.entries(recipe).map(([thing, amount]) => [thing, amount * guests]))
}
