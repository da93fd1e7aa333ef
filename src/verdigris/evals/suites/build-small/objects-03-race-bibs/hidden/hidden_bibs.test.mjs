import assert from 'node:assert/strict'
import { test } from 'node:test'

import { bib } from './bibs.mjs'

test('one digit', () => {
  assert.equal(bib({ name: 'Anna', number: 7 }), '007 ANNA')
})

test('two digits', () => {
  assert.equal(bib({ name: 'bert', number: 42 }), '042 BERT')
  assert.equal(bib({ name: 'Cleo', number: 10 }), '010 CLEO')
})

test('three digits', () => {
  assert.equal(bib({ name: 'Dora', number: 315 }), '315 DORA')
})

test('a name of two words', () => {
  assert.equal(bib({ name: 'Emil Stone', number: 99 }), '099 EMIL STONE')
})
