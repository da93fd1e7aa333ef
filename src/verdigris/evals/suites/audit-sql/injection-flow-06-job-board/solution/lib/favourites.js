'use strict';

// The browser keeps the favourites and sends their ids: "12,15,99".

async function favouriteJobs(pool, cookie) {
  const ids = cookie.split(',').filter((id) => id !== '');
  if (ids.length === 0) return [];
  const [rows] = await pool.query('SELECT id, title FROM jobs WHERE id IN (?)', [ids]);
  return rows;
}

async function saveSearch(pool, userId, search) {
  const columns = ['user_id', 'text', 'city', 'min_salary'];
  const marks = columns.map(() => '?').join(', ');
  const [result] = await pool.execute(
    `INSERT INTO saved_searches (${columns.join(', ')}) VALUES (${marks})`,
    [userId, search.text ?? null, search.city ?? null, search.minSalary ?? null]
  );
  return result.insertId;
}

async function dropSearches(pool, userId, ids) {
  const numbers = ids.map(Number).filter(Number.isInteger);
  if (!numbers.length) return 0;
  const [result] = await pool.query('DELETE FROM saved_searches WHERE user_id = ? AND id IN (?)', [
    userId,
    numbers,
  ]);
  return result.affectedRows;
}

module.exports = { favouriteJobs, saveSearch, dropSearches };
