function pluralOf(word) {
  if (/(s|x|ch|sh)$/.test(word)) return word + 'es'
  if (/[^aeiou]y$/.test(word)) return word.slice(0, -1) + 'ies'
  return word + 's'
}

export function countOf(n, singular, plural = pluralOf(singular)) {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`not a count: ${n}`)
  if (n === 1) return `1 ${singular}`
  return `${n === 0 ? 'no' : n} ${plural}`
}
