import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeDue } from './till.mjs'

test('the example', () => {
  assert.equal(changeDue([250, 199], 500), 51)
})

test('one thing', () => {
  assert.equal(changeDue([180], 200), 20)
})

test('many things', () => {
  assert.equal(changeDue([100, 250, 50, 100], 1000), 500)
})

test('the right money', () => {
  assert.equal(changeDue([300, 200], 500), 0)
  assert.equal(changeDue([1], 1), 0)
})

test('nothing bought', () => {
  assert.equal(changeDue([], 500), 500)
  assert.equal(changeDue([], 0), 0)
})

test('not enough', () => {
  assert.throws(() => changeDue([300, 200], 499), RangeError)
  assert.throws(() => changeDue([1], 0), RangeError)
})
