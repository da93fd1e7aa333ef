import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

type Direction = 'asc' | 'desc'

/** A SELECT that is put together step by step. Tables and columns are names of ours. */
export class Query {
  static from(table: 'plants' | 'beds'): Query {
    return new Query(table)
  }

  #table: 'plants' | 'beds'
  #conditions: string[] = []
  #values: string[] = []
  #order = ''
  #limit = 0

  private constructor(table: 'plants' | 'beds') {
    this.#table = table
  }

  where(column: 'name' | 'family' | 'bed', value: string): this {
    this.#conditions.push(`${column} = ?`)
    this.#values.push(value)
    return this
  }

  newestFirst(): this {
    return this.#orderBy('planted_on', 'desc')
  }

  first(count: number): this {
    this.#limit = Math.trunc(count)
    return this
  }

  #orderBy(column: 'planted_on' | 'name', direction: Direction): this {
    this.#order = ` ORDER BY ${column} ${direction}`
    return this
  }

  toString(): string {
    let text = `SELECT * FROM ${this.#table}`
    if (this.#conditions.length > 0) text += ` WHERE ${this.#conditions.join(' AND ')}`
    text += this.#order
    if (this.#limit > 0) text += ` LIMIT ${this.#limit}`
    return text
  }

  all(db: DatabaseSync): Record<string, unknown>[] {
    return db.prepare(this.toString()).all(...this.#values)
  }
}

/** Writes a row; the columns are those of the table, the values are bound. */
export function insert(db: DatabaseSync, row: { name: string; family: string; bed: string; plantedOn: string }): void {
  const values: SQLInputValue[] = [row.name, row.family, row.bed, row.plantedOn]
  const marks = values.map(() => '?').join(', ')
  db.prepare(`INSERT INTO plants (name, family, bed, planted_on) VALUES (${marks})`).run(...values)
}
