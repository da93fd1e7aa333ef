'use strict';

const assert = require('node:assert/strict');
const { test } = require('node:test');
const { jobById, searchJobs } = require('../lib/jobs.js');
const { dropSearches, favouriteJobs, saveSearch } = require('../lib/favourites.js');
const statistics = require('../lib/statistics.js');

function recorder() {
  const asked = [];
  const ask = async (text, values = []) => {
    asked.push({ text, values });
    return [Object.assign([], { insertId: 1, affectedRows: 1 })];
  };
  return { asked, execute: ask, query: ask };
}

test('a city is a value', async () => {
  const pool = recorder();
  await searchJobs(pool, { text: 'cook', city: ' Ulm" OR "1"="1 ', minSalary: '2000' });
  const [{ text, values }] = pool.asked;
  assert.ok(!text.includes('Ulm'), text);
  assert.deepEqual(values, ['cook', 'Ulm" OR "1"="1', 2000]);
});

test('favourites are values', async () => {
  const pool = recorder();
  await favouriteJobs(pool, '12,0) UNION SELECT id, password FROM users -- ');
  const [{ text, values }] = pool.asked;
  assert.ok(!text.includes('password'), text);
  assert.ok(JSON.stringify(values).includes('password'));
});

function dashboard() {
  const asked = [];
  const knex = { raw: (text, values = []) => asked.push({ text, values }) };
  const sequelize = { query: async (text, options = {}) => (asked.push({ text, values: options.replacements }), [[]]) };
  return { asked, ...statistics(knex, sequelize) };
}

test('a country is a value', () => {
  const board = dashboard();
  board.perCity("x' OR 'a'='a");
  assert.ok(!board.asked[0].text.includes("'a'"), board.asked[0].text);
  assert.deepEqual(board.asked[0].values, ["x' OR 'a'='a"]);
});

test('months are values', async () => {
  const board = dashboard();
  await board.perMonth("2024-01' OR 'a'='a", '2024-02');
  assert.ok(!board.asked[0].text.includes('2024'), board.asked[0].text);
  assert.ok(Object.values(board.asked[0].values).includes('2024-02'));
  await board.closedIn('2024-01');
  assert.deepEqual(board.asked[1].values, { month: '2024-01' });
});

test('the others are as they were', async () => {
  const pool = recorder();
  await jobById(pool, 3);
  await saveSearch(pool, 1, { city: 'Bonn' });
  await dropSearches(pool, 1, ['4', 'x']);
  assert.deepEqual(pool.asked.map((each) => each.values), [[3], [1, null, 'Bonn', null], [1, [4]]]);
});
