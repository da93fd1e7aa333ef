import test from 'node:test';
import assert from 'node:assert/strict';
import { SavingsJar } from './jar.mjs';

test('a new jar', () => {
  const jar = new SavingsJar(200);
  assert.equal(jar.content(), 0);
  assert.equal(jar.missing(), 200);
});

test('put and take', () => {
  const jar = new SavingsJar(200);
  jar.put(50);
  jar.put(25);
  jar.take(15);
  assert.equal(jar.content(), 60);
  assert.equal(jar.missing(), 140);
});

test('missing is never below 0', () => {
  const jar = new SavingsJar(30);
  jar.put(30);
  assert.equal(jar.missing(), 0);
  jar.put(12);
  assert.equal(jar.missing(), 0);
  assert.equal(jar.content(), 42);
  jar.take(20);
  assert.equal(jar.missing(), 8);
});

test('taking everything is allowed', () => {
  const jar = new SavingsJar(30);
  jar.put(10);
  jar.take(10);
  assert.equal(jar.content(), 0);
  assert.equal(jar.missing(), 30);
});

test('taking too much throws and changes nothing', () => {
  const jar = new SavingsJar(30);
  assert.throws(() => jar.take(1), Error);
  jar.put(10);
  assert.throws(() => jar.take(11), Error);
  assert.equal(jar.content(), 10);
  assert.equal(jar.missing(), 20);
});
