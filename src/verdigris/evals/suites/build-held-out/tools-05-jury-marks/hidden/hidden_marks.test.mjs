import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./marks.mjs', import.meta.url));
const run = (...marks) => spawnSync(process.execPath, [program, ...marks], { encoding: 'utf8' });

test('three marks leave the middle one', () => {
  assert.equal(run('7', '8.5', '9').stdout.trimEnd(), '8.50');
  assert.equal(run('9', '4', '6').stdout.trimEnd(), '6.00');
});

test('average of the remaining marks', () => {
  assert.equal(run('7', '8.5', '9', '6').stdout.trimEnd(), '7.75');
  assert.equal(run('5', '6', '7', '7', '9').stdout.trimEnd(), '6.67');
});

test('marks are compared as numbers', () => {
  assert.equal(run('10', '9', '8', '7').stdout.trimEnd(), '8.50');
});

test('only one of several equal marks is struck out', () => {
  assert.equal(run('9', '9', '9', '5', '5').stdout.trimEnd(), '7.67');
  assert.equal(run('8', '8', '8').stdout.trimEnd(), '8.00');
});

test('too few marks', () => {
  for (const marks of [[], ['7'], ['7', '8']]) {
    const result = run(...marks);
    assert.equal((result.stdout + result.stderr).trimEnd(), 'too few marks');
    assert.equal(result.status, 1);
  }
});
