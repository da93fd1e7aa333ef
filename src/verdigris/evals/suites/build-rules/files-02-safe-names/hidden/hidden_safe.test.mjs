import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeName } from './safe.mjs'

test('a title that is usable already', () => {
  assert.equal(safeName('Minutes of May'), 'Minutes of May')
  assert.equal(safeName('a-b_c.d (2), e!'), 'a-b_c.d (2), e!')
})

for (const character of ['/', '\\', ':', '*', '?']) {
  test(`the character ${character}`, () => {
    assert.equal(safeName(`a${character}b`), 'a_b')
    assert.equal(safeName(`${character}a${character}b${character}`), '_a_b_')
  })
}

test('two in a row', () => {
  assert.equal(safeName('why??'), 'why__')
  assert.equal(safeName('a:/b'), 'a__b')
})

test('blanks', () => {
  assert.equal(safeName('  May '), 'May')
  assert.equal(safeName(' a  b '), 'a  b')
})

test('nothing is left', () => {
  assert.equal(safeName(''), 'untitled')
  assert.equal(safeName('   '), 'untitled')
})

test('only such characters', () => {
  assert.equal(safeName('?'), '_')
})

test('letters stay as they are', () => {
  assert.equal(safeName('ÉTÉ 2024: Été'), 'ÉTÉ 2024_ Été')
})
