import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { findCards, removeCard, withIngredients } from '../src/recipes.ts'
import { link, texts } from '../src/texts.ts'

function box(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(`
    CREATE TABLE recipes (id INTEGER PRIMARY KEY, title, minutes, vegan, meat, added_on);
    CREATE TABLE ingredients (recipe, name);
    INSERT INTO recipes (title, minutes, vegan, meat) VALUES ('Dal', 30, 1, 0), ('Stew', 90, 0, 1);
    INSERT INTO ingredients VALUES (1, 'lentils'), (1, 'salt'), (2, 'salt');
  `)
  return db
}

test('cards are found by what they are', () => {
  const db = box()
  assert.equal(findCards(db, { text: "x' OR 1=1 --", sort: 'title; DROP TABLE recipes' }).length, 0)
  assert.equal(findCards(db, { diet: 'vegetarian', maxMinutes: 40 }).length, 1)
  assert.deepEqual(withIngredients(db, ['salt', 'lentils']), [1])
})

test('one card goes', () => {
  const db = box()
  removeCard(db, 1)
  assert.equal(findCards(db, {}).length, 1)
  db.exec('DELETE FROM recipes')
  assert.equal(texts.choose(findCards(db, {}).length), 'Select one of 0 cards from the box')
  assert.equal(link('a b'), '/cards?text=a%20b&sort=title')
})
