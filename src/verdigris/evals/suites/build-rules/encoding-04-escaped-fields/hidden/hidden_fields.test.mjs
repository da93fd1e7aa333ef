import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeField, joinFields, splitFields, unescapeField } from './fields.mjs'

test('escaping', () => {
  assert.equal(escapeField('plain text'), 'plain text')
  assert.equal(escapeField('a|b'), 'a\\pb')
  assert.equal(escapeField('a\nb'), 'a\\nb')
  assert.equal(escapeField('a\\b'), 'a\\\\b')
  assert.equal(escapeField('||'), '\\p\\p')
})

test('the reverse', () => {
  assert.equal(unescapeField('a\\pb'), 'a|b')
  assert.equal(unescapeField('a\\nb'), 'a\nb')
  assert.equal(unescapeField('a\\\\b'), 'a\\b')
  assert.equal(unescapeField('\\\\n'), '\\n')
  assert.equal(unescapeField('\\\\p'), '\\p')
})

test('there and back', () => {
  for (const text of ['', '\\', '\\n', '\n\\', '|\\|', '\\p\n|', 'np\\\\np']) {
    assert.equal(unescapeField(escapeField(text)), text)
    assert.ok(!/[\n|]/.test(escapeField(text)))
  }
})

test('whole lines', () => {
  assert.equal(joinFields(['a', 'b', 'c']), 'a|b|c')
  assert.equal(joinFields(['a|b', 'c\nd']), 'a\\pb|c\\nd')
  assert.deepEqual(splitFields('a|b|c'), ['a', 'b', 'c'])
  assert.deepEqual(splitFields('a\\pb|'), ['a|b', ''])
  const fields = ['x|y', '', 'back\\slash', 'new\nline', '\\n']
  assert.deepEqual(splitFields(joinFields(fields)), fields)
})
