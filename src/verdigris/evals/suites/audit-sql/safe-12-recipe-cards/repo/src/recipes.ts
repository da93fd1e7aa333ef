import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

const SORTS = {
  newest: 'added_on DESC',
  title: 'title COLLATE NOCASE',
  quickest: 'minutes, title',
} as const
export type Sort = keyof typeof SORTS

const DIETS = ['any', 'vegetarian', 'vegan'] as const
type Diet = (typeof DIETS)[number]

export interface Filter {
  text?: string
  maxMinutes?: number
  diet?: Diet
  sort?: string
}

const isSort = (value: string | undefined): value is Sort => value !== undefined && Object.hasOwn(SORTS, value)

/** Cards that fit, at most fifty. */
export function findCards(db: DatabaseSync, filter: Filter): Record<string, unknown>[] {
  const clauses: string[] = []
  const values: SQLInputValue[] = []
  const add = (clause: string, ...bound: SQLInputValue[]): void => {
    clauses.push(clause)
    values.push(...bound)
  }
  if (filter.text) add('title LIKE ?', `%${filter.text}%`)
  if (filter.maxMinutes) add('minutes <= ?', filter.maxMinutes)
  if (filter.diet === 'vegan') add('vegan = 1')
  if (filter.diet === 'vegetarian') add('(vegan = 1 OR meat = 0)')

  const where = clauses.length > 0 ? `WHERE ${clauses.join(' AND ')}` : ''
  const order = isSort(filter.sort) ? SORTS[filter.sort] : SORTS.newest
  return db.prepare(`SELECT id, title, minutes FROM recipes ${where} ORDER BY ${order} LIMIT 50`).all(...values)
}

export function withIngredients(db: DatabaseSync, names: readonly string[]): number[] {
  const rows = db
    .prepare(
      `SELECT recipe FROM ingredients WHERE name IN (${names.map(() => '?').join(', ')})
       GROUP BY recipe HAVING count(DISTINCT name) = ?`,
    )
    .all(...names, names.length)
  return rows.map((row) => Number(row.recipe))
}

export function removeCard(db: DatabaseSync, id: number): void {
  for (const [table, key] of [['ingredients', 'recipe'], ['recipes', 'id']] as const) {
    db.prepare(`DELETE FROM ${table} WHERE ${key} = ?`).run(id)
  }
}
