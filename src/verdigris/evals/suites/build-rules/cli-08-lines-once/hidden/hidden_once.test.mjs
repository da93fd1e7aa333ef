import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./once.mjs', import.meta.url))

for (const [input, output] of [
  ['pear\nfig\n\npear\nplum\n', 'pear\nfig\nplum\n'],
  ['b\na\nc\n', 'b\na\nc\n'],
  ['a\na\na\n', 'a\n'],
  ['a\nb\na\nb', 'a\nb\n'],
  ['a', 'a\n'],
  ['\n\na\n\n\nb\n\n', 'a\nb\n'],
  ['Fig\nfig\nFIG\n', 'Fig\nfig\nFIG\n'],
  ['fig\n fig\nfig \nfig\n', 'fig\n fig\nfig \n'],
  ['10\n9\n10\n1\n', '10\n9\n1\n'],
  ['', ''],
  ['\n\n', ''],
]) {
  test(`prints ${JSON.stringify(output)} for ${JSON.stringify(input)}`, () => {
    const done = spawnSync(process.execPath, [program], { input, encoding: 'utf8', timeout: 10_000 })
    assert.equal(done.status, 0, done.stderr)
    const ending = output === '' || done.stdout.endsWith('\n') ? '' : '\n' // the last newline is left open
    assert.equal(done.stdout + ending, output)
  })
}
