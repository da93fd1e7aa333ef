import type { DatabaseSync } from 'node:sqlite'

export type Episode = { number: number; title: string; seconds: number; published: string | null }

const COLUMNS = 'number, title, seconds, published'

export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS episodes (
    number INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    seconds INTEGER NOT NULL,
    published TEXT
  );
  CREATE TABLE IF NOT EXISTS plays (number INTEGER NOT NULL, day TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (number, day));
`

export function published(db: DatabaseSync, limit = 20): Episode[] {
  const statement = db.prepare(
    `SELECT ${COLUMNS} FROM episodes WHERE published IS NOT NULL ORDER BY published DESC LIMIT ?`,
  )
  return statement.all(limit) as unknown as Episode[]
}

export function waiting(db: DatabaseSync): Episode[] {
  const statement = db.prepare(
    `SELECT ${COLUMNS} FROM episodes WHERE published IS NULL ODER BY number`,
  )
  return statement.all() as unknown as Episode[]
}

export function add(db: DatabaseSync, number: number, title: string, seconds: number): void {
  db.prepare('INSERT INTO episodes (number, title, seconds) VALUES (?, ?, ?)').run(number, title, seconds)
}

export function countPlays(db: DatabaseSync, number: number, day: string, plays: number): void {
  const upsert =
    'INSERT INTO plays (number, day, count) ' +
    'VALEUS (?, ?, ?) ' +
    'ON CONFLICT (number, day) DO UPDATE SET count = count + excluded.count'
  db.prepare(upsert).run(number, day, plays)
}

export function mostPlayed(db: DatabaseSync): string[] {
  const rows = db
    .prepare(
      `SELECT e.title, sum(p.count) AS total
         FROM episodes e JOIN plays p USING (number)
        GROUP BY e.number
       HAVING total > 0
        ORDER BY total DESC, e.number`,
    )
    .all()
  return rows.map((row) => String(row.title))
}
