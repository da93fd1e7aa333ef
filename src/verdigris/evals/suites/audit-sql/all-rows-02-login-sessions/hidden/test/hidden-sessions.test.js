import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sessions, changePassword } from '../src/sessions.js'

function recorder() {
  const asked = []
  const query = async (text, values = []) => (asked.push({ text, values }), { rows: [{ user_id: 7 }], rowCount: 2 })
  return { asked, query }
}

test('logging out ends one session', async () => {
  const client = recorder()
  await new Sessions(client).close('abc')
  assert.match(client.asked[0].text, /WHERE\s+token\s*=\s*\$1/)
  assert.deepEqual(client.asked[0].values, ['abc'])
})

test('a password is changed for one account', async () => {
  const client = recorder()
  await changePassword(client, 7, 'horse')
  const [{ text, values }] = client.asked
  assert.match(text, /UPDATE accounts SET [^]+ WHERE\s+id\s*=\s*\$3/)
  assert.equal(values[2], 7)
})

test('nobody without a token is logged out', async () => {
  const client = recorder()
  const sessions = new Sessions(client)
  await sessions.close('')
  assert.equal(client.asked.length, 0)
  assert.equal(await sessions.userOf('abc'), 7)
  assert.equal(await sessions.sweep(), 2)
})
