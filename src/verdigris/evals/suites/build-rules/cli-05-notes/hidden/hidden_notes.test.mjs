import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./notes.mjs', import.meta.url))
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function run(...words) {
  const done = spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8', timeout: 10_000 })
  assert.equal(done.status, 0, done.stderr)
  return done.stdout
}

function fail(...words) {
  const done = spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8', timeout: 10_000 })
  assert.equal(done.status, 1)
  assert.ok(done.stderr.trim())
}

test('notes are numbered and listed', () => {
  assert.equal(run('list'), '')
  assert.equal(run('add', 'buy', 'milk').trim(), '1')
  assert.equal(run('add', 'call Bob').trim(), '2')
  assert.equal(run('list'), '1: buy milk\n2: call Bob\n')
})

test('numbers are never used again', () => {
  run('add', 'one')
  run('add', 'two')
  assert.equal(run('remove', '2'), '')
  assert.equal(run('add', 'three').trim(), '3')
  assert.equal(run('list'), '1: one\n3: three\n')
})

test('not even when all are gone', () => {
  run('add', 'one')
  run('remove', '1')
  assert.equal(run('list'), '')
  assert.equal(run('add', 'next').trim(), '2')
})

test('notes are found by a word', () => {
  run('add', 'Buy milk')
  run('add', 'call Bob')
  run('add', 'more MILK')
  assert.equal(run('find', 'milk'), '1: Buy milk\n3: more MILK\n')
  assert.equal(run('find', 'bo'), '2: call Bob\n')
  assert.equal(run('find', 'nothing'), '')
})

test('mistakes', () => {
  run('add', 'one')
  fail('remove', '7')
  fail('add')
  fail('find')
  fail('remove')
  fail('burn')
  fail()
  assert.equal(run('list'), '1: one\n')
})
