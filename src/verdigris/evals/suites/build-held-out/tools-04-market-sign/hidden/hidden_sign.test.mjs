import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./sign.mjs', import.meta.url));
const run = (...words) => spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
const lines = (...words) => run(...words).stdout.trimEnd().split('\n');

test('example', () => {
  assert.deepEqual(lines('FRESH', 'EGG'), ['*********', '* FRESH *', '* EGG   *', '*********']);
});

test('one word', () => {
  assert.deepEqual(lines('Honey'), ['*********', '* Honey *', '*********']);
});

test('longest word is not the first', () => {
  assert.deepEqual(lines('We', 'sell', 'potatoes'), [
    '************',
    '* We       *',
    '* sell     *',
    '* potatoes *',
    '************',
  ]);
});

test('very short words', () => {
  assert.deepEqual(lines('a', '5'), ['*****', '* a *', '* 5 *', '*****']);
});

test('no words', () => {
  const result = run();
  assert.equal((result.stdout + result.stderr).trimEnd(), 'no words');
  assert.equal(result.status, 1);
});
