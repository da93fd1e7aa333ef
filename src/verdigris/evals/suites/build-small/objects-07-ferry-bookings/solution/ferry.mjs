export function readBookings(text) {
  if (text === '') return {}
  const pairs = text.split(',').map((part) => part.split(':'))
  return Object.fromEntries(pairs.map(([name, seats]) => [name, Number(seats)]))
}
