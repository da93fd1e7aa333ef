import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./harvest.mjs', import.meta.url))
const run = (...words) => spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', timeout: 10_000 })
const lines = (done) => done.stdout.trim().split('\n').map((line) => line.trimEnd())

test('two vegetables', () => {
  assert.deepEqual(lines(run('peas', '5', 'leek', '2')), ['peas #####', 'leek ##'])
})

test('one vegetable', () => {
  assert.deepEqual(lines(run('pumpkin', '3')), ['pumpkin ###'])
})

test('a single piece', () => {
  assert.deepEqual(lines(run('melon', '1')), ['melon #'])
})

test('three vegetables and a large number', () => {
  assert.deepEqual(lines(run('beans', '12', 'beet', '4', 'corn', '6')), ['beans ############', 'beet ####', 'corn ######'])
})

test('no arguments', () => {
  assert.deepEqual(lines(run()), ['nothing grew'])
})
