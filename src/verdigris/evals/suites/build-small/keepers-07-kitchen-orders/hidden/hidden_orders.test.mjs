import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Orders } from './orders.mjs'

test('the first comes first', () => {
  const orders = new Orders()
  orders.add('soup')
  orders.add('salad')
  orders.add('cake')
  assert.equal(orders.next(), 'soup')
  assert.equal(orders.next(), 'salad')
  assert.equal(orders.next(), 'cake')
})

test('how many are waiting', () => {
  const orders = new Orders()
  assert.equal(orders.waiting(), 0)
  orders.add('soup')
  orders.add('fish')
  assert.equal(orders.waiting(), 2)
  orders.next()
  assert.equal(orders.waiting(), 1)
})

test('the same dish twice', () => {
  const orders = new Orders()
  orders.add('soup')
  orders.add('soup')
  assert.equal(orders.waiting(), 2)
  assert.equal(orders.next(), 'soup')
  assert.equal(orders.waiting(), 1)
  assert.equal(orders.next(), 'soup')
  assert.equal(orders.waiting(), 0)
})

test('none is waiting', () => {
  const orders = new Orders()
  assert.equal(orders.next(), null)
  orders.add('rice')
  orders.next()
  assert.equal(orders.next(), null)
  assert.equal(orders.waiting(), 0)
})

test('new orders go to the end', () => {
  const orders = new Orders()
  orders.add('soup')
  orders.add('fish')
  orders.next()
  orders.add('cake')
  assert.equal(orders.next(), 'fish')
  assert.equal(orders.next(), 'cake')
})
