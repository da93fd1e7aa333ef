import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addNote, atDepot, findParcel, openParcels, parcelsOf, setStatus } from '../src/parcels.js'

function recorder() {
  const asked = []
  return {
    asked,
    async query(text, values = []) {
      asked.push(typeof text === 'string' ? { text, values } : { values: [], ...text })
      return { rows: [], rowCount: 1 }
    },
  }
}

test('a tracking code travels beside the query', async () => {
  const pool = recorder()
  await findParcel(pool, "X' OR '1'='1")
  assert.ok(!pool.asked[0].text.includes("'1'"), pool.asked[0].text)
  assert.deepEqual(pool.asked[0].values, ["X' OR '1'='1"])
})

test('a note and its code travel beside the query', async () => {
  const pool = recorder()
  await addNote(pool, "AB1' OR 'a'='a", "don't bend")
  assert.ok(!/bend|'a'/.test(pool.asked[0].text), pool.asked[0].text)
  assert.deepEqual([...pool.asked[0].values].sort(), ["AB1' OR 'a'='a", "don't bend"])
})

test('the name of a depot travels beside the query', async () => {
  const pool = recorder()
  await atDepot(pool, "North' OR 'b'='b")
  assert.ok(!pool.asked[0].text.includes('North'), pool.asked[0].text)
  assert.deepEqual(pool.asked[0].values, ["North' OR 'b'='b"])
})

test('the other queries have always done so', async () => {
  const pool = recorder()
  await parcelsOf(pool, 7)
  await openParcels(pool, 7)
  await setStatus(pool, 'AB1', "x'")
  assert.ok(pool.asked.every(({ text }) => !text.includes("'")))
  assert.match(pool.asked[1].text, /IN \(\$2, \$3, \$4\)/)
})
