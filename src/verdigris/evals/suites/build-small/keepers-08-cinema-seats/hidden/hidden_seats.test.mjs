import assert from 'node:assert/strict'
import { test } from 'node:test'

import { numberOf, signOf } from './seats.mjs'

test('signs', () => {
  assert.equal(signOf(23), 'C3')
  assert.equal(signOf(5), 'A5')
  assert.equal(signOf(48), 'E8')
})

test('signs at the ends of the rows', () => {
  assert.equal(signOf(1), 'A1')
  assert.equal(signOf(10), 'A10')
  assert.equal(signOf(11), 'B1')
  assert.equal(signOf(60), 'F10')
})

test('numbers', () => {
  assert.equal(numberOf('C3'), 23)
  assert.equal(numberOf('A5'), 5)
  assert.equal(numberOf('E8'), 48)
})

test('numbers at the ends of the rows', () => {
  assert.equal(numberOf('A1'), 1)
  assert.equal(numberOf('A10'), 10)
  assert.equal(numberOf('B1'), 11)
  assert.equal(numberOf('F10'), 60)
})

test('there and back', () => {
  for (let seat = 1; seat <= 60; seat++) assert.equal(numberOf(signOf(seat)), seat)
})
