import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readBookings } from './ferry.mjs'

test('the example', () => {
  assert.deepEqual({ ...readBookings('Lund:4,Berg:2') }, { Lund: 4, Berg: 2 })
})

test('a single booking', () => {
  assert.deepEqual({ ...readBookings('Holm:1') }, { Holm: 1 })
})

test('more bookings, and larger ones', () => {
  assert.deepEqual({ ...readBookings('Ek:12,Dahl:3,Strand:105') }, { Ek: 12, Dahl: 3, Strand: 105 })
})

test('an empty text', () => {
  assert.deepEqual({ ...readBookings('') }, {})
})
