import assert from 'node:assert/strict'
import { test } from 'node:test'

import { thirstyBeds } from './beds.mjs'

test('the example', () => {
  const beds = [{ name: 'tomatoes', dry: true }, { name: 'roses', dry: false }, { name: 'beans', dry: true }]
  assert.deepEqual(thirstyBeds(beds), ['beans', 'tomatoes'])
})

test('all are dry', () => {
  const beds = [{ name: 'peas', dry: true }, { name: 'mint', dry: true }, { name: 'kale', dry: true }]
  assert.deepEqual(thirstyBeds(beds), ['kale', 'mint', 'peas'])
})

test('only one is dry', () => {
  assert.deepEqual(thirstyBeds([{ name: 'dill', dry: false }, { name: 'leeks', dry: true }]), ['leeks'])
})

test('none is dry', () => {
  assert.deepEqual(thirstyBeds([{ name: 'dill', dry: false }, { name: 'leeks', dry: false }]), [])
})
