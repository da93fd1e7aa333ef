'use strict';

/**
 * Search over the jobs. `pool` is a mysql2/promise pool.
 */

const LIST = 'id, title, city, salary, posted_on';

function baseQuery(onlyOpen) {
  let sql = 'SELECT ' + LIST + ' FROM jobs';
  sql += onlyOpen ? ' WHERE closed_on IS NULL' : ' WHERE 1 = 1';
  return sql;
}

async function searchJobs(pool, filter) {
  const params = [];
  let sql = baseQuery(!filter.withClosed);

  if (filter.text) {
    sql += ' AND MATCH (title, description) AGAINST (? IN BOOLEAN MODE)';
    params.push(filter.text);
  }
  if (filter.city) {
    sql += ' AND city = ?';
    params.push(filter.city.trim());
  }
  if (filter.minSalary) {
    sql += ' AND salary >= ?';
    params.push(Number(filter.minSalary));
  }
  sql += ' ORDER BY posted_on DESC LIMIT 100';

  const [rows] = await pool.execute(sql, params);
  return rows;
}

async function jobById(pool, id) {
  const [rows] = await pool.execute('SELECT ' + LIST + ', description FROM jobs WHERE id = ?', [id]);
  return rows.length ? rows[0] : undefined;
}

module.exports = { searchJobs, jobById };
