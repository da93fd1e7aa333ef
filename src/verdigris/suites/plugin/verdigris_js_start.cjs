// Finds out which test runner this Node process is, and gives it our reporter. Node 18 and up.
'use strict';
const path = require('node:path');
const fs = require('node:fs');
const { spawnSync } = require('node:child_process');
const us = require('./verdigris_js.cjs');

// Meant for the files, whose processes get it from `execArgv`. The one that runs them would leave
// before the reporters have told all.
const FORCE = '--test-force-exit';

function start(leaveNoTrace) {
  const main = program();
  if (process.execArgv.includes('--test')) {
    const reporter = path.join(us.own, 'verdigris_node_reporter.mjs');
    if (process.execArgv.some(word => word.includes(reporter))) {
      if (process.env.VERDIGRIS_FORCE_EXIT) process.execArgv.push(FORCE);
      leaveNoTrace();
    } else again(reporter);
  } else if (/[\\/]jest(-cli)?[\\/]bin[\\/]jest\.js$/.test(main)) {
    leaveNoTrace();
    jest();
  } else if (/[\\/]vitest[\\/]vitest\.mjs$/.test(main)) {
    leaveNoTrace();
    vitest();
  }
}

function program() {
  try { return fs.realpathSync(process.argv[1]); } catch { return process.argv[1] || ''; }
}

// Options of Node are read before we are, so the runner is started once more with ours. Those of
// the project stay, but for a second reporter: each needs a place to write to.
function again(reporter) {
  const { files, patterns } = us.selection();
  const options = [];
  for (let i = 0; i < process.execArgv.length; i++) {
    const word = process.execArgv[i];
    if (/^--test-(reporter|reporter-destination|name-pattern)$/.test(word)) i++;
    else if (word !== '--watch' && word !== FORCE && !/^--test-(reporter|reporter-destination)=/.test(word)) options.push(word);
  }
  options.push('--test-reporter=spec', '--test-reporter-destination=stdout');
  options.push(`--test-reporter=${reporter}`, '--test-reporter-destination=stdout');
  for (const pattern of patterns) options.push(`--test-name-pattern=/${pattern}/`);
  const paths = files.length ? files.map(file => path.join(us.root, file)) : process.argv.slice(1);
  const env = process.execArgv.includes(FORCE) ? { ...process.env, VERDIGRIS_FORCE_EXIT: '1' } : process.env;
  const done = spawnSync(process.execPath, [...options, ...paths], { stdio: 'inherit', env });
  if (done.signal) process.kill(process.pid, done.signal);
  process.exit(done.status ?? 1);
}

function positional(words) {
  return words.filter(word => !word.startsWith('-'));
}

function jest() {
  const { files, patterns } = us.selection(' ');
  const given = process.argv.slice(2);
  const reporter = path.join(us.own, 'verdigris_jest_reporter.cjs');
  process.argv.push('--reporters=default', `--reporters=${reporter}`);
  if (given.some(word => word.startsWith('--watch'))) process.argv.push('--watch=false', '--watchAll=false');
  if (patterns.length) process.argv.push(`--testNamePattern=${patterns.join('|')}`);
  if (files.length && !positional(given).length) process.argv.push(...files.map(us.escaped));
}

function vitest() {
  const { files, patterns } = us.selection(' ');
  const [verb, ...others] = positional(process.argv.slice(2));
  const verbs = ['run', 'watch', 'dev', 'related', 'bench', 'init', 'list'];
  if (['bench', 'init', 'list'].includes(verb)) return;
  const reporter = path.join(us.own, 'verdigris_vitest_reporter.mjs');
  process.argv.push('--reporter=default', `--reporter=${reporter}`, '--watch=false', '--bail=0');
  if (patterns.length) process.argv.push('-t', patterns.join('|'));
  const free = verbs.includes(verb) ? others : positional(process.argv.slice(2, -4));
  if (files.length && !free.length) process.argv.push(...files);
}

module.exports = { start };
