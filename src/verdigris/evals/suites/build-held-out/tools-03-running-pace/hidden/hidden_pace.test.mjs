import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./pace.mjs', import.meta.url));
const run = (...values) => spawnSync(process.execPath, [program, ...values], { encoding: 'utf8' });

test('example', () => {
  assert.equal(run('5', '27:40').stdout.trimEnd(), '5:32 per km');
});

test('seconds have two digits', () => {
  assert.equal(run('10', '50:50').stdout.trimEnd(), '5:05 per km');
  assert.equal(run('4', '24:00').stdout.trimEnd(), '6:00 per km');
});

test('distance with a decimal point', () => {
  assert.equal(run('2.5', '12:00').stdout.trimEnd(), '4:48 per km');
});

test('fractions of a second are dropped', () => {
  assert.equal(run('3', '16:01').stdout.trimEnd(), '5:20 per km');
  assert.equal(run('3', '17:59').stdout.trimEnd(), '5:59 per km');
});

test('more than an hour', () => {
  assert.equal(run('20', '125:00').stdout.trimEnd(), '6:15 per km');
});

test('wrong number of arguments', () => {
  for (const values of [[], ['5'], ['5', '27:40', 'x']]) {
    const result = run(...values);
    assert.equal((result.stdout + result.stderr).trimEnd(), 'give distance and time');
    assert.equal(result.status, 1);
  }
});
