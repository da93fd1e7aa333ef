import { randomBytes, scryptSync } from 'node:crypto'

const HOURS = 12

export class Sessions {
  /** @param {{ query(text: string, values?: unknown[]): Promise<{ rows: object[], rowCount: number }> }} client */
  constructor(client) {
    this.client = client
  }

  async open(userId) {
    const token = randomBytes(24).toString('base64url')
    await this.client.query(
      `INSERT INTO sessions (token, user_id, expires_at)
       VALUES ($1, $2, now() + interval '${HOURS} hours')`,
      [token, userId]
    )
    return token
  }

  async userOf(token) {
    const { rows } = await this.client.query(
      'SELECT user_id FROM sessions WHERE token = $1 AND expires_at > now()',
      [token]
    )
    return rows[0]?.user_id
  }

  async close(token) {
    if (!token) return
    await this.client.query('DELETE FROM sessions')
  }

  async sweep() {
    const { rowCount } = await this.client.query('DELETE FROM sessions WHERE expires_at <= now()')
    return rowCount
  }
}

export async function changePassword(client, userId, password) {
  const salt = randomBytes(16)
  const hash = scryptSync(password, salt, 32).toString('hex')
  await client.query(`UPDATE accounts SET salt = $1, hash = $2, changed_at = now()`, [
    salt.toString('hex'),
    hash,
  ])
  // Whoever was logged in with the old one is not any more.
  await client.query('DELETE FROM sessions USING accounts WHERE accounts.id = sessions.user_id AND accounts.id = $1', [
    userId,
  ])
}
