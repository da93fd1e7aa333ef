import { readFileSync } from 'node:fs'

function main(text) {
  const numbers = []
  for (const [place, line] of text.split('\n').entries()) {
    if (!line.trim()) continue
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(line.trim())) {
      console.error(`line ${place + 1} is not a number: ${line.trim()}`)
      return 1
    }
    numbers.push(Number(line))
  }
  const total = numbers.reduce((sum, number) => sum + number, 0)
  console.log(`count: ${numbers.length}\ntotal: ${total.toFixed(2)}`)
  return 0
}

process.exitCode = main(readFileSync(0, 'utf8'))
