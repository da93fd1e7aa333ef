import { readFileSync } from 'node:fs'

const lines = new Set(readFileSync(0, 'utf8').split('\n'))
for (const line of lines) {
  if (line) console.log(line)
}
