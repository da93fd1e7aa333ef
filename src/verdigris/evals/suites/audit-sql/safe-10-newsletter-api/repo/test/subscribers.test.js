import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addSubscribers, editSubscriber, findSubscribers, forget } from '../src/subscribers.js'

const recorder = () => {
  const asked = []
  return { asked, query: async (text, values) => (asked.push({ text, values }), { rows: [], rowCount: 1 }) }
}

test('values are numbered', async () => {
  const pool = recorder()
  await findSubscribers(pool, { language: "d'e", text: 'x', sort: 'x; --', direction: '; --', limit: '9; --' })
  await addSubscribers(pool, [{ email: 'a', name: 'A' }, { email: 'b', name: 'B' }])
  await editSubscriber(pool, 1, { name: "O'X", 'id = 2, name': 'x' })
  await forget(pool, ['a'])
  assert.deepEqual(pool.asked[0].values, ["d'e", '%x%'])
  assert.ok(pool.asked.every(({ text }) => !text.includes('--') && !text.includes("'")))
  assert.match(pool.asked[1].text, /\(\$1, \$2\), \(\$3, \$4\)/)
})
