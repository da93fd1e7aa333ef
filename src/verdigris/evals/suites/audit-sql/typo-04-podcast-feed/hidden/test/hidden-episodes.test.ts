import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { SCHEMA, add, countPlays, mostPlayed, published, waiting } from '../src/episodes.ts'
import { feed } from '../src/feed.ts'

function shelf(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(SCHEMA)
  add(db, 2, 'Two', 60)
  add(db, 1, 'One', 90)
  return db
}

test('waiting episodes come by number', () => {
  assert.deepEqual(waiting(shelf()).map((each) => each.number), [1, 2])
})

test('plays are added up', () => {
  const db = shelf()
  countPlays(db, 1, '2024-01-01', 3)
  countPlays(db, 1, '2024-01-01', 4)
  countPlays(db, 2, '2024-01-01', 5)
  assert.deepEqual(mostPlayed(db), ['One', 'Two'])
})

test('nothing is published yet', () => {
  const db = shelf()
  assert.deepEqual(published(db), [])
  assert.match(feed('A & B', published(db)), /A &amp; B/)
})
