const SMALL = new Set(['a', 'an', 'and', 'in', 'of', 'on', 'the', 'to'])

export function headline(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return words
    .map((word, place) => {
      const edge = place === 0 || place === words.length - 1
      return SMALL.has(word) && !edge ? word : word[0].toUpperCase() + word.slice(1)
    })
    .join(' ')
}
