import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./roll.mjs', import.meta.url))
const run = (...words) => spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', timeout: 10_000 })
const lines = (done) => done.stdout.trim().split('\n').map((line) => line.trimEnd())

test('some names', () => {
  assert.deepEqual(lines(run('B', 'Anna', 'Ben', 'Carl', 'Bella')), ['Ben', 'Bella'])
})

test('keeps the order given', () => {
  assert.deepEqual(lines(run('M', 'Mona', 'Max', 'Olga', 'Mia')), ['Mona', 'Max', 'Mia'])
})

test('small letter asked for', () => {
  assert.deepEqual(lines(run('c', 'Carl', 'Dora', 'Cleo')), ['Carl', 'Cleo'])
})

test('name with a small letter', () => {
  assert.deepEqual(lines(run('E', 'eva', 'Erik', 'Fred')), ['eva', 'Erik'])
})

test('letter only inside a name', () => {
  assert.deepEqual(lines(run('n', 'Anna', 'Nils', 'Ben')), ['Nils'])
})

test('nobody', () => {
  assert.deepEqual(lines(run('Z', 'Anna', 'Ben')), ['nobody'])
})
