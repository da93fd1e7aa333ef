import { TABLES } from './names.js'

const LATEST = `SELECT id, subject FROM ${TABLES.issues} ORDER BY sent_at DESC LIMIT 1`

export const latestIssue = async (pool) => (await pool.query(LATEST)).rows[0]

export async function stats(pool, id) {
  const counts = {}
  for (const table of ['opens', 'clicks', 'bounces']) {
    const { rows } = await pool.query(`SELECT count(*)::int AS n FROM news.${table} WHERE issue_id = $1`, [id])
    counts[table] = rows[0].n
  }
  return counts
}

export function subjectLine(issue, reader) {
  return `${reader.name}, select your favourite from ${issue.subject} and update us where you like`
}
