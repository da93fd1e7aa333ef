import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./total.mjs', import.meta.url))
const run = (input) => spawnSync(process.execPath, [program], { input, encoding: 'utf8', timeout: 10_000 })

for (const [input, count, total] of [
  ['1.5\n\n2\n', 2, '3.50'],
  ['', 0, '0.00'],
  ['\n\n', 0, '0.00'],
  ['7', 1, '7.00'],
  ['  4  \n-5\n', 2, '-1.00'],
  ['0.125\n0.25\n', 2, '0.38'],
  ['10\n20\n30\n40', 4, '100.00'],
]) {
  test(`adds ${JSON.stringify(input)}`, () => {
    const done = run(input)
    assert.equal(done.status, 0, done.stderr)
    assert.equal(done.stdout.trimEnd(), `count: ${count}\ntotal: ${total}`)
  })
}

for (const [input, line] of [['one\n', '1'], ['1\n\n2x\n3\n', '3'], ['1\n2 3\n', '2'], ['5\n--1\n', '2']]) {
  test(`complains about ${JSON.stringify(input)}`, () => {
    const done = run(input)
    assert.equal(done.status, 1)
    assert.equal(done.stdout, '')
    assert.match(done.stderr, new RegExp(`\\b${line}\\b`))
  })
}
