import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./race.mjs', import.meta.url))
const run = (...words) => spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', timeout: 10_000 })
const lines = (done) => done.stdout.trim().split('\n').map((line) => line.trimEnd())

test('three children', () => {
  assert.deepEqual(lines(run('Ada=31', 'Bo=28', 'Cy=105')), ['1 Bo', '2 Ada', '3 Cy'])
})

test('in order already', () => {
  assert.deepEqual(lines(run('Tim=20', 'Uma=22', 'Vic=40')), ['1 Tim', '2 Uma', '3 Vic'])
})

test('slowest given first', () => {
  assert.deepEqual(lines(run('Dan=60', 'Eli=50', 'Fay=40', 'Gus=30')), ['1 Gus', '2 Fay', '3 Eli', '4 Dan'])
})

test('times are compared as numbers', () => {
  assert.deepEqual(lines(run('Hal=100', 'Ira=9', 'Joy=45')), ['1 Ira', '2 Joy', '3 Hal'])
})

test('one child', () => {
  assert.deepEqual(lines(run('Kay=33')), ['1 Kay'])
})
