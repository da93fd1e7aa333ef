'use strict';

// The dashboard is half on knex and half on sequelize, until somebody finds the time.

module.exports = function statistics(knex, sequelize) {
  const perCity = (country) => {
    return knex.raw('SELECT city, count(*) AS jobs FROM jobs WHERE country = ? GROUP BY city', [country]);
  };

  const perTitle = (country) =>
    knex.raw('SELECT title, count(*) AS jobs FROM jobs WHERE country = ? GROUP BY title', [country]);

  const topSalaries = (count) =>
    knex('jobs').select('title', knex.raw('max(salary) AS top')).groupBy('title').limit(count);

  async function perMonth(month, nextMonth) {
    const [rows] = await sequelize.query(
      'SELECT count(*) AS jobs FROM jobs WHERE posted_on >= :month AND posted_on < :nextMonth',
      { replacements: { month, nextMonth } }
    );
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
