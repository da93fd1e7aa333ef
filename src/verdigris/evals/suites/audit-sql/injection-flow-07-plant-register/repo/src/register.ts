import type { DatabaseSync } from 'node:sqlite'
import { Query, insert } from './query.ts'

export function inBed(db: DatabaseSync, bed: string): string[] {
  return Query.from('plants')
    .where('bed', bed)
    .newestFirst()
    .all(db)
    .map((row) => String(row.name))
}

export function latest(db: DatabaseSync, family: string, count = 3): string[] {
  const rows = Query.from('plants').where('family', family).newestFirst().first(count).all(db)
  return rows.map((row) => String(row.name))
}

export function plant(db: DatabaseSync, name: string, family: string, bed: string): void {
  insert(db, { name, family, bed, plantedOn: new Date().toISOString().slice(0, 10) })
}
