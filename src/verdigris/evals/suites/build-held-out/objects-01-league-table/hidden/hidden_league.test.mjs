import test from 'node:test';
import assert from 'node:assert/strict';
import { standings } from './league.mjs';

const game = (home, away, homeGoals, awayGoals) => ({ home, away, homeGoals, awayGoals });

test('example', () => {
  assert.deepEqual(standings([game('Elk', 'Fox', 20, 23)]), [
    { team: 'Fox', points: 2 },
    { team: 'Elk', points: 0 },
  ]);
});

test('home win', () => {
  assert.deepEqual(standings([game('Wolf', 'Bear', 30, 9)]), [
    { team: 'Wolf', points: 2 },
    { team: 'Bear', points: 0 },
  ]);
});

test('draw, equal points in alphabetical order', () => {
  assert.deepEqual(standings([game('Wolf', 'Bear', 18, 18)]), [
    { team: 'Bear', points: 1 },
    { team: 'Wolf', points: 1 },
  ]);
});

test('points of several games add up', () => {
  const games = [
    game('Wolf', 'Bear', 25, 20),
    game('Bear', 'Elk', 22, 22),
    game('Elk', 'Wolf', 10, 31),
    game('Fox', 'Bear', 15, 16),
  ];
  assert.deepEqual(standings(games), [
    { team: 'Wolf', points: 4 },
    { team: 'Bear', points: 3 },
    { team: 'Elk', points: 1 },
    { team: 'Fox', points: 0 },
  ]);
});

test('no games', () => {
  assert.deepEqual(standings([]), []);
});
