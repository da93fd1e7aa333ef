import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exhibitor, exhibitorsById, floorPlan, listExhibitors } from '../src/exhibitors.mjs'

function recorder() {
  const asked = []
  const prepare = (text) => {
    const take = (...values) => void asked.push({ text, values }) ?? []
    return { all: take, get: take }
  }
  return { asked, prepare }
}

test('only columns can be sorted by', () => {
  const db = recorder()
  listExhibitors(db, { hall: '4', sort: '(SELECT password FROM users)', dir: 'x; --', page: '2; --' })
  assert.doesNotMatch(db.asked[0].text, /password|--/)
  assert.deepEqual(db.asked[0].values, ['4'])
})

test('sorting works', () => {
  const db = recorder()
  listExhibitors(db, { hall: '4', sort: 'stand', dir: 'desc' })
  assert.match(db.asked[0].text, /ORDER BY stand DESC\s+LIMIT 40 OFFSET 0/)
})

test('only columns can be asked for', () => {
  const db = recorder()
  exhibitor(db, 17, 'name, (SELECT password FROM users) AS stand')
  assert.doesNotMatch(db.asked[0].text, /password/)
  exhibitor(db, 17, 'name, stand')
  assert.match(db.asked[1].text, /SELECT name, stand FROM/)
})

test('the others keep to what is known', () => {
  const db = recorder()
  floorPlan(db, { order: 'x; DROP TABLE exhibitors' })
  exhibitorsById(db, [1, 2], ['name', 'password'])
  assert.match(db.asked[0].text, /ORDER BY hall, stand$/)
  assert.match(db.asked[1].text, /SELECT name FROM exhibitors WHERE id IN \(\?,\?\)/)
})
