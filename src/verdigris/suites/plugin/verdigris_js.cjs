// What the reporters for node:test, Jest and Vitest share. Node 18 and up, nothing installed.
//
// This file is preloaded into every Node process of a test command through NODE_OPTIONS. In most
// of them, npm for instance, it does nothing. Where it finds itself in a test runner it slips the
// right reporter in by the runner's own options, and takes every trace of us out of the environment
// before the first test is loaded.
//
// Records are JSON, one a line, as verdigris_report.py writes them.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const util = require('node:util');

const CUT = 6000;
const ANSI = /\u001b\[[0-9;]*m/g;
// Vitest evaluates a reporter, and what that requires, a second time: this must outlive that.
const KEY = Symbol.for('verdigris');
const env = globalThis[KEY] ?? { ...process.env };
const own = path.dirname(fs.realpathSync(__filename));
const root = real(env.VERDIGRIS_ROOT || process.cwd());

function real(place) {
  try { return fs.realpathSync(place); } catch { return path.resolve(place); }
}

function write(record) {
  fs.appendFileSync(env.VERDIGRIS_REPORT, JSON.stringify(record) + '\n');
}

function cut(text, limit = CUT) {
  if (text.length <= limit) return text;
  const head = Math.floor(limit / 3);
  const left = text.length - limit;
  return `${text.slice(0, head)}\n... ${left} characters left out ...\n${text.slice(head - limit)}`;
}

function plain(text) {
  return String(text ?? '').replace(ANSI, '');
}

// A value as the programmer would write it, on one line; a string that is one already, as it is.
function shown(value) {
  const options = { depth: 4, breakLength: Infinity, maxArrayLength: 50, maxStringLength: 400 };
  try { return cut(util.inspect(value, options), 400); } catch { return '<cannot be shown>'; }
}

// A path relative to the project, or undefined for one that is not of the project.
function inside(place) {
  if (!place) return undefined;
  let file = String(place);
  if (file.startsWith('file://')) {
    try { file = require('node:url').fileURLToPath(file); } catch { return undefined; }
  }
  const relative = path.relative(root, real(file)).split(path.sep).join('/');
  const foreign = !relative || relative.startsWith('..') || path.isAbsolute(relative);
  return foreign || relative.split('/').includes('node_modules') ? undefined : relative;
}

const AT = /^\s*(?:at|❯)\s+(?:async\s+)?(?:(.*?)\s+\(?|\(?)((?:file:\/\/|\/)[^()]*?):(\d+)(?::\d+)?\)?\s*$/;

// Frames of the project in a printed stack, outermost first: Node prints the innermost first.
function frames(stack) {
  const found = [];
  for (const line of plain(stack).split('\n')) {
    const match = AT.exec(line);
    const file = match && inside(match[2]);
    if (file) found.push([file, Number(match[3]), (match[1] || '').replace(/^new /, '')]);
  }
  return found.slice(0, 30).reverse();
}

function first(text) {
  return plain(text).split('\n').map(line => line.trim()).find(Boolean) || '';
}

// `AssertionError: 15 !== 120`: class and first line, for people and for signatures.
function inWords(name, message) {
  const words = plain(message).trim();
  return cut(!name || words.startsWith(name) ? words : `${name}: ${words}`, 2000);
}

function wanted() {
  try { return JSON.parse(fs.readFileSync(env.VERDIGRIS_ONLY, 'utf8')); } catch { return []; }
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\\/-]/g, '\\$&');
}

// Which files and which names to run, from ids such as `test/a.test.js::outer::inner`.
function selection(separator) {
  const ids = wanted();
  const files = [...new Set(ids.map(id => id.split('::')[0]))];
  const whole = ids.some(id => !id.includes('::'));
  const names = whole ? [] : ids.map(id => id.split('::').slice(1));
  const patterns = names.map(name => `^${escaped(separator === undefined ? name.at(-1) : name.join(separator))}$`);
  return { files: files.filter(file => fs.existsSync(path.join(root, file))), patterns };
}

// The tests, and whatever they start, shall not learn that they are watched.
function leaveNoTrace() {
  Object.defineProperty(globalThis, KEY, { value: env });
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('VERDIGRIS_')) delete process.env[name];
  }
  const others = (env.NODE_OPTIONS || '').split(/\s+/).filter(word => word && !word.includes(own));
  if (others.length) process.env.NODE_OPTIONS = others.join(' ');
  else delete process.env.NODE_OPTIONS;
}

module.exports = {
  CUT, cut, env, escaped, first, frames, inWords, inside, own, plain, root, selection, shown, write,
};

if (process.env.VERDIGRIS_REPORT && require('node:worker_threads').isMainThread) {
  require('./verdigris_js_start.cjs').start(leaveNoTrace);
}
