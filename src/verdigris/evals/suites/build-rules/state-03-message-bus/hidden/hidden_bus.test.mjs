import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Bus } from './bus.mjs'

test('handlers are called in order, with the values', () => {
  const bus = new Bus()
  const heard = []
  bus.on('x', (...values) => heard.push(['first', ...values]))
  bus.on('x', (value) => heard.push(['second', value]))
  bus.on('y', () => heard.push(['other']))
  assert.equal(bus.emit('x', 1, 2), 2)
  assert.deepEqual(heard, [['first', 1, 2], ['second', 1]])
})

test('nobody listens', () => {
  assert.equal(new Bus().emit('x'), 0)
  assert.equal(new Bus().emit('y', 1), 0)
})

test('registrations are taken back', () => {
  const bus = new Bus()
  const heard = []
  const off = bus.on('x', () => heard.push('a'))
  bus.on('x', () => heard.push('b'))
  off()
  off()
  assert.equal(bus.emit('x'), 1)
  assert.deepEqual(heard, ['b'])
})

test('once', () => {
  const bus = new Bus()
  const heard = []
  bus.once('x', (value) => heard.push(value))
  const off = bus.once('x', () => heard.push('never'))
  off()
  assert.equal(bus.emit('x', 7), 1)
  assert.equal(bus.emit('x', 8), 0)
  assert.deepEqual(heard, [7])
})

test('the same function twice', () => {
  const bus = new Bus()
  let calls = 0
  const handler = () => { calls += 1 }
  const off = bus.on('x', handler)
  bus.on('x', handler)
  assert.equal(bus.emit('x'), 2)
  off()
  assert.equal(bus.emit('x'), 1)
  assert.equal(calls, 3)
})

test('handlers added meanwhile have to wait', () => {
  const bus = new Bus()
  let late = 0
  bus.once('x', () => bus.on('x', () => { late += 1 }))
  assert.equal(bus.emit('x'), 1)
  assert.equal(late, 0)
  bus.emit('x')
  assert.equal(late, 1)
})

test('errors do not stop the others', () => {
  const bus = new Bus()
  let called = false
  bus.on('x', () => { throw new Error('first') })
  bus.on('x', () => { throw new Error('second') })
  bus.on('x', () => { called = true })
  assert.throws(() => bus.emit('x'), /first/)
  assert.ok(called)
})
