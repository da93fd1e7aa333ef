export function boxFor(sizes, length) {
  const fitting = sizes.filter((size) => size >= length)
  return fitting.length ? Math.min(...fitting) : null
}
