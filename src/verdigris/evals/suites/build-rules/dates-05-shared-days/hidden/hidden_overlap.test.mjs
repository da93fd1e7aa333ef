import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedDays } from './overlap.mjs'

const days = (from, to) => ({ from, to })

test('periods that overlap', () => {
  assert.equal(sharedDays(days('2024-07-01', '2024-07-14'), days('2024-07-10', '2024-07-20')), 5)
  assert.equal(sharedDays(days('2024-07-10', '2024-07-20'), days('2024-07-01', '2024-07-14')), 5)
  assert.equal(sharedDays(days('2024-07-01', '2024-07-31'), days('2024-07-05', '2024-07-06')), 2)
  assert.equal(sharedDays(days('2024-07-01', '2024-07-03'), days('2024-07-01', '2024-07-03')), 3)
})

test('a single day', () => {
  assert.equal(sharedDays(days('2024-07-01', '2024-07-05'), days('2024-07-05', '2024-07-09')), 1)
  assert.equal(sharedDays(days('2024-07-01', '2024-07-01'), days('2024-07-01', '2024-07-01')), 1)
})

test('nothing in common', () => {
  assert.equal(sharedDays(days('2024-07-01', '2024-07-05'), days('2024-07-06', '2024-07-09')), 0)
  assert.equal(sharedDays(days('2025-07-01', '2025-07-05'), days('2024-07-01', '2024-07-05')), 0)
})

test('long periods', () => {
  assert.equal(sharedDays(days('2024-01-01', '2024-12-31'), days('2023-01-01', '2025-12-31')), 366)
  assert.equal(sharedDays(days('2024-02-20', '2024-03-10'), days('2024-02-01', '2024-04-30')), 20)
})

test('clocks that change', () => {
  const zone = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
  assert.equal(sharedDays(days('2024-03-25', '2024-04-05'), days('2024-03-30', '2024-04-02')), 4)
  assert.equal(sharedDays(days('2024-10-20', '2024-11-05'), days('2024-10-26', '2024-10-28')), 3)
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('periods that end before they begin', () => {
  const good = days('2024-07-01', '2024-07-05')
  const bad = days('2024-07-05', '2024-07-01')
  assert.throws(() => sharedDays(good, bad), RangeError)
  assert.throws(() => sharedDays(bad, good), RangeError)
})
