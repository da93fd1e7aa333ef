export function speakersOf(people) {
  const found = {}
  for (const name of Object.keys(people).sort()) {
    for (const language of new Set(people[name])) {
      found[language] ??= []
      found[language].push(name)
    }
  }
  return found
}
