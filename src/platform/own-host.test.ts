import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOwnHost } from './own-host.ts'

const isOwnHost = createOwnHost('https://showings.example.com')

test('this machine and the public name are ours, at any port', () => {
  for (const host of [
    ...['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]', '[::1]:3000'],
    ...['showings.example.com', 'Showings.Example.com:443'],
  ])
    assert.equal(isOwnHost(host), true, host)
})

test('any other name is not, however alike', () => {
  for (const host of [
    ...[undefined, '', 'evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:3000'],
    ...['showings.example.com.evil.example', 'notshowings.example.com', '192.0.2.1', '[::2]', 'a b', '[', ':3000'],
  ])
    assert.equal(isOwnHost(host), false, String(host))
})
