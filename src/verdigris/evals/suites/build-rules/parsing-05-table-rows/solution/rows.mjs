const CELL = /\s*(?:'((?:[^']|'')*)'|([^';][^;]*|))\s*(;|$)/y

export function splitRow(line) {
  const cells = []
  let at = 0
  for (;;) {
    CELL.lastIndex = at
    const found = CELL.exec(line)
    if (!found) throw new SyntaxError(`cannot be read from character ${at}`)
    cells.push(found[1] === undefined ? found[2].trim() : found[1].replaceAll("''", "'"))
    if (found[3] === '') return cells
    at = CELL.lastIndex
  }
}
