import assert from 'node:assert/strict'
import { test } from 'node:test'

import { forGuests } from './recipe.mjs'

test('the example', () => {
  assert.deepEqual({ ...forGuests({ eggs: 2, flour: 50 }, 3) }, { eggs: 6, flour: 150 })
})

test('one guest', () => {
  assert.deepEqual({ ...forGuests({ rice: 80, peas: 30 }, 1) }, { rice: 80, peas: 30 })
})

test('many guests', () => {
  assert.deepEqual({ ...forGuests({ rolls: 2, butter: 15, cheese: 40 }, 20) }, { rolls: 40, butter: 300, cheese: 800 })
})

test('a half', () => {
  assert.deepEqual({ ...forGuests({ lemon: 0.5 }, 4) }, { lemon: 2 })
})

test('the recipe is not changed', () => {
  const recipe = { eggs: 2, milk: 100 }
  forGuests(recipe, 5)
  assert.deepEqual(recipe, { eggs: 2, milk: 100 })
})
