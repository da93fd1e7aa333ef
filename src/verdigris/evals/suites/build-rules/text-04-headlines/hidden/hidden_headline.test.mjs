import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headline } from './headline.mjs'

test('the example', () => {
  assert.equal(headline('the lord OF the rings'), 'The Lord of the Rings')
})

test('single words', () => {
  assert.equal(headline('hello'), 'Hello')
  assert.equal(headline('HELLO'), 'Hello')
  assert.equal(headline('of'), 'Of')
  assert.equal(headline('a'), 'A')
})

test('small words inside', () => {
  assert.equal(headline('a walk in the park'), 'A Walk in the Park')
  assert.equal(headline('salt AND pepper'), 'Salt and Pepper')
  assert.equal(headline('other thesis'), 'Other Thesis')
})

test('small words at the ends', () => {
  assert.equal(headline('what is it made of'), 'What Is It Made Of')
  assert.equal(headline('to and to'), 'To and To')
})

test('blanks', () => {
  assert.equal(headline('  two   words '), 'Two Words')
  assert.equal(headline('line\n\tbreak'), 'Line Break')
  assert.equal(headline(''), '')
  assert.equal(headline('   '), '')
})
