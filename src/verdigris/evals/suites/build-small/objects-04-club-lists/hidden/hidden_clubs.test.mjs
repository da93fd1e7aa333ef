import assert from 'node:assert/strict'
import { test } from 'node:test'

import { clubLists } from './clubs.mjs'

test('the example', () => {
  const pupils = [{ name: 'Mia', club: 'chess' }, { name: 'Tom', club: 'choir' }, { name: 'Ada', club: 'chess' }]
  assert.deepEqual({ ...clubLists(pupils) }, { chess: ['Mia', 'Ada'], choir: ['Tom'] })
})

test('all in one club', () => {
  const pupils = [{ name: 'Zoe', club: 'judo' }, { name: 'Ben', club: 'judo' }, { name: 'Kim', club: 'judo' }]
  assert.deepEqual({ ...clubLists(pupils) }, { judo: ['Zoe', 'Ben', 'Kim'] })
})

test('each in another club', () => {
  const pupils = [{ name: 'Zoe', club: 'judo' }, { name: 'Ben', club: 'drama' }, { name: 'Kim', club: 'film' }]
  assert.deepEqual({ ...clubLists(pupils) }, { judo: ['Zoe'], drama: ['Ben'], film: ['Kim'] })
})

test('nobody', () => {
  assert.deepEqual({ ...clubLists([]) }, {})
})
