import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { TicketStore } from '../src/store.ts'

function sold(): TicketStore {
  const store = new TicketStore(new DatabaseSync(':memory:'))
  store.sell("Mia O'Dowd", 'friday')
  store.sell('Jan', 'sunday')
  return store
}

test('a name with a quote is found', () => {
  assert.deepEqual(sold().heldBy("Mia O'Dowd").map((ticket) => ticket.day), ['friday'])
})

test('no name shows the tickets of others', () => {
  assert.equal(sold().heldBy("x' OR 'a'='a").length, 0)
})

test('a stage may be called anything', () => {
  const store = sold()
  store.assignStage('friday', "Miller's Barn'; DELETE FROM tickets; --")
  assert.equal(store.soldOn('sunday'), 1)
  assert.equal(store.heldBy('Jan')[0].stage, null)
})

test('takings are told by day', () => {
  assert.deepEqual([...sold().takings()].sort(), [['friday', 45], ['sunday', 50]])
})
