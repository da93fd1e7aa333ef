import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { inBed, latest, plant } from '../src/register.ts'

function garden(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE plants (name TEXT, family TEXT, bed TEXT, planted_on TEXT)')
  plant(db, 'Thyme', 'mint', "Cook's corner")
  plant(db, 'Sage', 'mint', 'south')
  return db
}

test('a bed may have an apostrophe', () => {
  assert.deepEqual(inBed(garden(), "Cook's corner"), ['Thyme'])
})

test('a value is no condition', () => {
  assert.deepEqual(latest(garden(), "x' OR '1'='1"), [])
})

test('the newest are limited', () => {
  assert.equal(latest(garden(), 'mint', 1).length, 1)
})
