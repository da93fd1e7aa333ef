export function bib(runner) {
  return `${String(runner.number).padStart(3, '0')} ${runner.name.toUpperCase()}`
}
