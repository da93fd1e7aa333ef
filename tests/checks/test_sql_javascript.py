"""The SQL of JavaScript and TypeScript: what is found, and the look-alikes that are not."""

# ruff: noqa: E501 - the programs below are data, one statement a line

from __future__ import annotations

from textwrap import dedent

import pytest

from verdigris.checks.sql import audit_sql

PG = "const { Pool } = require('pg');\nconst pool = new Pool();\n"


def found(code: str, path: str) -> list[str]:
    return [f"{each.rule}:{each.line}" for each in audit_sql(PG + dedent(code), path)]


def wanted(code: str) -> list[str]:
    lines = (PG + dedent(code)).split("\n")
    return [
        f"sql/{line.partition('//!')[2].strip()}:{n}"
        for n, line in enumerate(lines, 1)
        if "//!" in line
    ]


WRONG = {
    "a template": """
        async function find(name) {
          return pool.query(`SELECT * FROM users WHERE name = '${name}'`); //! injection
        }
    """,
    "a chain of plus": """
        const find = (name) => pool.query("SELECT * FROM users WHERE name = '" + name + "'"); //! injection
    """,
    "a variable": """
        app.get('/users', async (req, res) => {
          const sql = `SELECT * FROM users WHERE name = '${req.query.name}'`; //! injection
          res.json(await pool.query(sql));
        });
    """,
    "a text that grows": """
        function find(filter) {
          let sql = 'SELECT * FROM users WHERE 1 = 1';
          if (filter.name) {
            sql += ` AND name = '${filter.name}'`; //! injection
          }
          return pool.query(sql);
        }
    """,
    "a list that grows": """
        function find(filter) {
          const where = [];
          const values = [];
          if (filter.city) { values.push(filter.city); where.push(`city = $${values.length}`); }
          if (filter.name) where.push("name = '" + filter.name + "'"); //! injection
          return pool.query('SELECT * FROM users WHERE ' + where.join(' AND '), values);
        }
    """,
    "an object with a text": """
        function find(name) {
          return pool.query({ text: `SELECT * FROM users WHERE name = '${name}'`, values: [] }); //! injection
        }
    """,
    "values that are joined": """
        function find(names) {
          const listed = names.map((n) => `'${n}'`).join(', ');
          return pool.query(`SELECT * FROM users WHERE name IN (${listed})`); //! injection
        }
    """,
    "keys as columns": """
        function update(id, fields) {
          const pairs = Object.keys(fields).map((key, i) => `${key} = $${i + 2}`).join(', '); //! injection
          return pool.query(`UPDATE users SET ${pairs} WHERE id = $1`, [id, ...Object.values(fields)]);
        }
    """,
    "a helper": """
        function byName(name) {
          return `SELECT * FROM users WHERE name = '${name}'`; //! injection
        }
        const find = (name) => pool.query(byName(name));
    """,
    "a class": """
        class Users {
          constructor(db, name) { this.db = db; this.where = `name = '${name}'`; } //! injection
          find() { return this.db.query('SELECT * FROM users WHERE ' + this.where); }
        }
    """,
    "a column that is not checked": """
        function listed(order) {
          return pool.query(`SELECT * FROM users ORDER BY ${order}`); //! injection
        }
    """,
    "better-sqlite3": """
        function find(db, name) {
          return db.prepare(`SELECT * FROM users WHERE name = '${name}'`).all(); //! injection
        }
        function run(db, name) {
          db.exec("INSERT INTO users (name) VALUES ('" + name + "')"); //! injection
        }
    """,
    "mysql2": """
        async function find(connection, name) {
          const [rows] = await connection.execute('SELECT * FROM users WHERE name = "' + name + '"'); //! injection
          return rows;
        }
    """,
    "sequelize": """
        const find = (sequelize, name) =>
          sequelize.query(`SELECT * FROM users WHERE name = '${name}'`, { type: 'SELECT' }); //! injection
    """,
    "knex": """
        const find = (knex, name, order) => knex('users')
          .whereRaw(`name = '${name}'`) //! injection
    """,
    "prisma": """
        const find = (prisma, name) =>
          prisma.$queryRawUnsafe(`SELECT * FROM users WHERE name = '${name}'`); //! injection
    """,
    "a tag that binds nothing": """
        const find = (name) => pool.query(String.raw`SELECT * FROM users WHERE name = '${name}'`); //! injection
    """,
    "misspelt words": """
        pool.query('SELCT * FROM users WHERE id = $1', [1]); //! typo
        pool.query(`SELECT * FORM users WHERE id = $1`, [1]); //! typo
        pool.query('UPDTE users SET name = $1 WHERE id = 2', ['a']); //! typo
    """,
    "every row": """
        async function remove(id) {
          await pool.query('DELETE FROM users'); //! all-rows
        }
        async function rename(id, name) {
          await pool.query('UPDATE users SET name = $1', [name]); //! all-rows
        }
    """,
}

RIGHT = {
    "parameters": """
        const find = (name) => pool.query('SELECT * FROM users WHERE name = $1', [name]);
    """,
    "placeholders": """
        function find(ids) {
          const marks = ids.map((_, i) => `$${i + 1}`).join(', ');
          const others = ids.map(() => '?').join(',');
          const more = Array(ids.length).fill('?').join(', ');
          pool.query(`SELECT * FROM users WHERE id IN (${others}) OR id IN (${more})`, ids);
          return pool.query(`SELECT * FROM users WHERE id IN (${marks})`, ids);
        }
    """,
    "numbered by the length": """
        function find(filter) {
          const values = [];
          let sql = 'SELECT * FROM users WHERE 1 = 1';
          if (filter.name) sql += ` AND name = $${values.push(filter.name)}`;
          if (filter.age) { values.push(filter.age); sql += ' AND age = $' + values.length; }
          return pool.query(sql, values);
        }
    """,
    "a constant": """
        const TABLE = 'users';
        const COLUMNS = ['id', 'name'];
        const all = () => pool.query(`SELECT ${COLUMNS.join(', ')} FROM ${TABLE}`);
    """,
    "a table of columns": """
        const COLUMNS = { name: 'u.name', age: 'u.age' };
        function listed(order, down) {
          const column = COLUMNS[order] ?? 'u.id';
          return pool.query(`SELECT * FROM users u ORDER BY ${column} ${down ? 'DESC' : 'ASC'}`);
        }
    """,
    "a column that is checked": """
        const ALLOWED = new Set(['name', 'age']);
        function listed(order) {
          if (!ALLOWED.has(order)) throw new Error('no');
          return pool.query(`SELECT * FROM users ORDER BY ${order}`);
        }
        function other(order) {
          const column = ['name', 'age'].includes(order) ? order : 'id';
          return pool.query('SELECT * FROM users ORDER BY ' + column);
        }
    """,
    "keys that are filtered": """
        const ALLOWED = ['name', 'age'];
        function update(id, fields) {
          const keys = Object.keys(fields).filter((key) => ALLOWED.includes(key));
          const pairs = keys.map((key, i) => `${key} = $${i + 2}`).join(', ');
          return pool.query(`UPDATE users SET ${pairs} WHERE id = $1`, [id]);
        }
    """,
    "a switch": """
        function listed(order) {
          let column;
          switch (order) {
            case 'name': column = 'u.name'; break;
            default: column = 'u.id';
          }
          return pool.query(`SELECT * FROM users u ORDER BY ${column}`);
        }
    """,
    "numbers": """
        function page(limit, offset) {
          const n = Number(limit);
          return pool.query(`SELECT * FROM users LIMIT ${n} OFFSET ${parseInt(offset, 10)}`);
        }
    """,
    "the driver's quoting": """
        const mysql = require('mysql2');
        const format = require('pg-format');
        function find(client, name, table) {
          client.query('SELECT * FROM users WHERE name = ' + mysql.escape(name));
          client.query(`SELECT * FROM ${client.escapeIdentifier(table)}`);
          return client.query(format('SELECT * FROM %I WHERE name = %L', table, name));
        }
    """,
    "tags that bind": """
        const find = (sql, prisma, name) => [
          sql`SELECT * FROM users WHERE name = ${name}`,
          prisma.$queryRaw`SELECT * FROM users WHERE name = ${name}`,
          pool.query(SQL`SELECT * FROM users WHERE name = ${name}`),
        ];
    """,
    "a private helper": """
        function count(table) { return pool.query(`SELECT count(*) FROM ${table}`); }
        async function counts() { return [await count('users'), await count('orders')]; }
        module.exports = { counts };
    """,
    "a wrapper": """
        async function run(sql, values) { return pool.query(sql, values); }
        const find = (name) => run('SELECT * FROM users WHERE name = $1', [name]);
        module.exports = { run, find };
    """,
    "a text that is only shown": """
        const show = (name) => console.log(`SELECT * FROM users WHERE name = '${name}'`);
        const fail = (name) => { throw new Error("DELETE FROM users WHERE name = '" + name + "'"); };
    """,
    "what is no SQL": """
        const load = (id, page) => [fetch(`/api/select/${id}`), cache.get(`from:${id}`), page.$(`a[href='${id}']`)];
        const gone = (client, id) => client.query(gql`query { user(id: ${id}) { name } }`);
    """,
    "maintenance": """
        async function clearCache() { await pool.query('DELETE FROM cache'); }
        async function remove(id) { await pool.query('DELETE FROM users WHERE id = $1', [id]); }
    """,
}

TYPED = {
    "a number and a choice": """
        export function page(limit: number, order: 'asc' | 'desc', id: string) {
          return pool.query(`SELECT * FROM users ORDER BY name ${order} LIMIT ${limit}`);
        }
    """,
    "a cast is no check": """
        export async function find(name: string): Promise<unknown[]> {
          const sql = `SELECT * FROM users WHERE name = '${name as string}'`; //! injection
          return (await pool.query(sql)).rows;
        }
    """,
    "a class with fields": """
        export class Users {
          private readonly table = 'users';
          constructor(private readonly pool: Pool) {}
          all() { return this.pool.query(`SELECT * FROM ${this.table}`); }
          named(name: string) {
            return this.pool.query<User>(`SELECT * FROM ${this.table} WHERE name = '${name}'`); //! injection
          }
        }
    """,
}  # fmt: skip


@pytest.mark.parametrize("code", WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_found_where_it_is_written(code: str) -> None:
    assert found(code, "shop/orders.js") == wanted(code)


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_a_look_alike_raises_no_alarm(code: str) -> None:
    assert found(code, "shop/orders.mjs") == []


@pytest.mark.parametrize("code", TYPED.values(), ids=TYPED)
@pytest.mark.parametrize("path", ["src/users.ts", "src/users.tsx"])
def test_types_are_read(code: str, path: str) -> None:
    assert found(code, path) == wanted(code)
