import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./pairs.mjs', import.meta.url))
const run = (...words) => spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', timeout: 10_000 })
const lines = (done) => done.stdout.trim().split('\n').map((line) => line.trimEnd())

test('one boat', () => {
  assert.deepEqual(lines(run('Ada', 'Ben')), ['Ada + Ben'])
})

test('one left over', () => {
  assert.deepEqual(lines(run('Ada', 'Ben', 'Cleo')), ['Ada + Ben', 'Cleo rows alone'])
})

test('two boats', () => {
  assert.deepEqual(lines(run('Zoe', 'Max', 'Kim', 'Eve')), ['Zoe + Max', 'Kim + Eve'])
})

test('three boats and one left over', () => {
  assert.deepEqual(lines(run('Ida', 'Jon', 'Lea', 'Mo', 'Nell', 'Oz', 'Pam')), [
    'Ida + Jon', 'Lea + Mo', 'Nell + Oz', 'Pam rows alone',
  ])
})

test('only one rower', () => {
  assert.deepEqual(lines(run('Sue')), ['Sue rows alone'])
})
