import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOwnHost, createOwnOrigin } from './own-host.ts'

const isOwnHost = createOwnHost('https://showings.example.com')

test('accepts this machine and the public name, on any port', () => {
  for (const host of [
    'localhost',
    'LOCALHOST:3000',
    '127.0.0.1:3000',
    '127.1.2.3',
    '[::1]',
    '[::1]:3000',
    'showings.example.com',
    'Showings.Example.com:443',
  ])
    assert.equal(isOwnHost(host), true, host)
})

test('refuses any other name, however similar', () => {
  for (const host of [
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:3000',
    'showings.example.com.evil.example',
    'notshowings.example.com',
    '192.0.2.1',
    '[::2]',
    'a b',
    '[',
    ':3000',
  ])
    assert.equal(isOwnHost(host), false, String(host))
})

const isOwnOrigin = createOwnOrigin('https://showings.example.com')

test('accepts the public origin, and this machine as the request names it', () => {
  for (const [origin, host] of [
    ['https://showings.example.com', 'showings.example.com'],
    ['https://showings.example.com', '127.0.0.1:3000'],
    ['https://showings.example.com', null],
    ['http://localhost:3000', 'localhost:3000'],
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['http://[::1]:3000', '[::1]:3000'],
  ] as const)
    assert.equal(isOwnOrigin(origin, host), true, `${origin} at ${host}`)
})

test('refuses an origin with another scheme, name, or port', () => {
  for (const [origin, host] of [
    ['http://showings.example.com', 'showings.example.com'],
    ['https://showings.example.com:8443', 'showings.example.com:8443'],
    ['http://showings.example.com:3000', 'showings.example.com:3000'],
    ['https://localhost:3000', 'localhost:3000'],
    ['http://localhost:3001', 'localhost:3000'],
    ['http://127.0.0.1:3000', 'localhost:3000'],
    ['ftp://localhost', 'localhost'],
    ['https://showings.example.com.evil.example', 'showings.example.com'],
    ['http://evil.example', 'evil.example'],
    ['https://showings.example.com/', 'showings.example.com'],
    ['null', 'showings.example.com'],
    ['', 'showings.example.com'],
    [null, 'showings.example.com'],
  ] as const)
    assert.equal(isOwnOrigin(origin, host), false, `${origin} at ${host}`)
})
