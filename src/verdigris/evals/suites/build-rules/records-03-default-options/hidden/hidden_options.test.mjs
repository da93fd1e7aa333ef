import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDefaults } from './options.mjs'

const plain = (found) => ({ ...found })

test('the example', () => {
  const found = withDefaults({ size: 0 }, { size: 10, colour: 'red' })
  assert.deepEqual(plain(found), { size: 0, colour: 'red' })
})

test('an option wins', () => {
  assert.deepEqual(plain(withDefaults({ size: 12 }, { size: 10 })), { size: 12 })
})

test('nothing on one side', () => {
  assert.deepEqual(plain(withDefaults({}, { size: 10 })), { size: 10 })
  assert.deepEqual(plain(withDefaults({ size: 12 }, {})), { size: 12 })
  assert.deepEqual(plain(withDefaults({}, {})), {})
})

test('a field without a default', () => {
  assert.deepEqual(plain(withDefaults({ bold: true }, { size: 10 })), { bold: true, size: 10 })
})

test('null and undefined are no values', () => {
  assert.deepEqual(plain(withDefaults({ size: null }, { size: 10 })), { size: 10 })
  assert.deepEqual(plain(withDefaults({ size: undefined }, { size: 10 })), { size: 10 })
})

test('false and empty strings are values', () => {
  const found = withDefaults({ bold: false, title: '' }, { bold: true, title: 'Report' })
  assert.deepEqual(plain(found), { bold: false, title: '' })
})

test('nothing is changed', () => {
  const options = { size: null, bold: true }
  const defaults = { size: 10, colour: 'red' }
  withDefaults(options, defaults)
  assert.deepEqual(options, { size: null, bold: true })
  assert.deepEqual(defaults, { size: 10, colour: 'red' })
})

test('the result is a new object', () => {
  const defaults = { size: 10 }
  withDefaults({}, defaults).size = 99
  assert.deepEqual(defaults, { size: 10 })
})
