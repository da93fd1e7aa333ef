'use strict';

// The dashboard is half on knex and half on sequelize, until somebody finds the time.

module.exports = function statistics(knex, sequelize) {
  const perCity = (country) => {
    const where = "country = '" + country + "'";
    return knex.raw('SELECT city, count(*) AS jobs FROM jobs WHERE ' + where + ' GROUP BY city');
  };

  const perTitle = (country) =>
    knex.raw('SELECT title, count(*) AS jobs FROM jobs WHERE country = ? GROUP BY title', [country]);

  const topSalaries = (count) =>
    knex('jobs').select('title', knex.raw('max(salary) AS top')).groupBy('title').limit(count);

  const between = (from, to) => `posted_on >= '${from}' AND posted_on < '${to}'`;

  async function perMonth(month, nextMonth) {
    const condition = between(month, nextMonth);
    const [rows] = await sequelize.query(`SELECT count(*) AS jobs FROM jobs WHERE ${condition}`);
    return rows;
  }

  async function closedIn(month) {
    const [rows] = await sequelize.query("SELECT id FROM jobs WHERE date_format(closed_on, '%Y-%m') = :month", {
      replacements: { month },
    });
    return rows;
  }

  return { perCity, perTitle, topSalaries, perMonth, closedIn };
};
