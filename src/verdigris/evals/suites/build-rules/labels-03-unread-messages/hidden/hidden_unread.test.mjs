import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unreadBadge } from './unread.mjs'

test('a few', () => {
  assert.equal(unreadBadge(7), '7')
  assert.equal(unreadBadge(42), '42')
})

test('one', () => {
  assert.equal(unreadBadge(1), '1')
})

test('none', () => {
  assert.equal(unreadBadge(0), '')
})

test('as many as are shown', () => {
  assert.equal(unreadBadge(98), '98')
  assert.equal(unreadBadge(99), '99')
})

test('more than are shown', () => {
  assert.equal(unreadBadge(100), '99+')
  assert.equal(unreadBadge(12345), '99+')
})

test('negative counts', () => {
  assert.equal(unreadBadge(-1), '')
  assert.equal(unreadBadge(-250), '')
})
