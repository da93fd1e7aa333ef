import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeName } from './naming.mjs'

test('a name that is free', () => {
  assert.equal(freeName('Plan', []), 'Plan')
  assert.equal(freeName('Plan', ['House', 'Garden']), 'Plan')
})

test('a name that is taken', () => {
  assert.equal(freeName('Plan', ['Plan']), 'Plan 2')
  assert.equal(freeName('Plan', ['House', 'Plan']), 'Plan 2')
})

test('the next names are taken too', () => {
  assert.equal(freeName('Plan', ['Plan', 'Plan 2']), 'Plan 3')
  assert.equal(freeName('Plan', ['Plan 3', 'Plan 2', 'Plan 4', 'Plan']), 'Plan 5')
})

test('a gap is filled', () => {
  assert.equal(freeName('Plan', ['Plan', 'Plan 3']), 'Plan 2')
  assert.equal(freeName('Plan', ['Plan', 'Plan 2', 'Plan 4']), 'Plan 3')
})

test('only numbered ones are taken', () => {
  assert.equal(freeName('Plan', ['Plan 2', 'Plan 3']), 'Plan')
})

test('capital letters', () => {
  assert.equal(freeName('plan', ['Plan']), 'plan')
  assert.equal(freeName('Plan', ['Plan', 'plan 2']), 'Plan 2')
})

test('names that begin alike', () => {
  assert.equal(freeName('Plan', ['Planet', 'Plan B']), 'Plan')
})

test('more than nine', () => {
  const taken = ['Plan', ...Array.from({ length: 10 }, (_, i) => `Plan ${i + 2}`)]
  assert.equal(freeName('Plan', taken), 'Plan 12')
})
