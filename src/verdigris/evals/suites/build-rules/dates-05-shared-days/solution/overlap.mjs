const DAY = 24 * 60 * 60 * 1000

function read({ from, to }) {
  const bounds = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`) / DAY)
  if (bounds[1] < bounds[0]) throw new RangeError(`${to} lies before ${from}`)
  return bounds
}

export function sharedDays(a, b) {
  const [one, two] = [read(a), read(b)]
  const first = Math.max(one[0], two[0])
  const last = Math.min(one[1], two[1])
  return Math.max(0, last - first + 1)
}
