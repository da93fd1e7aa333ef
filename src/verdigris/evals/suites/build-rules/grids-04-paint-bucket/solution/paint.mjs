export function fill(rows, y, x, colour) {
  const picture = rows.map((row) => [...row])
  const old = picture[y]?.[x]
  if (old !== undefined && old !== colour) {
    const waiting = [[y, x]]
    while (waiting.length) {
      const [row, column] = waiting.pop()
      if (picture[row]?.[column] !== old) continue
      picture[row][column] = colour
      waiting.push([row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1])
    }
  }
  return picture.map((row) => row.join(''))
}
