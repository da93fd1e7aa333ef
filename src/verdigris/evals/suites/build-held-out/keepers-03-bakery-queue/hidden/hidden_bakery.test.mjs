import test from 'node:test';
import assert from 'node:assert/strict';
import { BakeryQueue } from './bakery.mjs';

test('example', () => {
  const queue = new BakeryQueue();
  queue.join('Ole');
  queue.join('Mia');
  assert.equal(queue.join('Ben'), 2);
  assert.equal(queue.call(), 'Ole');
});

test('customers are called in their order', () => {
  const queue = new BakeryQueue();
  assert.equal(queue.join('Ole'), 0);
  assert.equal(queue.join('Mia'), 1);
  assert.equal(queue.call(), 'Ole');
  assert.equal(queue.join('Ben'), 1);
  assert.equal(queue.call(), 'Mia');
  assert.equal(queue.call(), 'Ben');
});

test('joining again keeps the old place', () => {
  const queue = new BakeryQueue();
  queue.join('Ole');
  queue.join('Mia');
  queue.join('Ben');
  assert.equal(queue.join('Mia'), 1);
  assert.equal(queue.call(), 'Ole');
  assert.equal(queue.join('Mia'), 0);
  assert.equal(queue.call(), 'Mia');
  assert.equal(queue.call(), 'Ben');
  assert.equal(queue.call(), null);
});

test('leaving', () => {
  const queue = new BakeryQueue();
  queue.join('Ole');
  queue.join('Mia');
  queue.join('Ben');
  queue.leave('Mia');
  assert.equal(queue.join('Mia'), 2);
  queue.leave('Ole');
  assert.equal(queue.call(), 'Ben');
  assert.equal(queue.call(), 'Mia');
});

test('empty queue', () => {
  const queue = new BakeryQueue();
  assert.equal(queue.call(), null);
  queue.join('Ole');
  queue.call();
  assert.equal(queue.call(), null);
  assert.equal(queue.join('Ole'), 0);
});
