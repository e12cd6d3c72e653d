import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { isPasskeyPage, passkeyOrigin } from './passkey-origin.ts'

const origins: [publicUrl: string, origin: string | null][] = [
  ['https://showings.example.com', 'https://showings.example.com'],
  ['https://showings.example.com:8443', 'https://showings.example.com:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'http://localhost:3000'],
  ['http://app.localhost:3000', 'http://app.localhost:3000'],
  ['http://showings.example.com', null],
  ['http://192.168.1.5:3000', null],
  ['https://203.0.113.7', null],
  ['https://[2001:db8::1]', null],
]
for (const [publicUrl, origin] of origins)
  test(`the passkeys of ${publicUrl} belong to ${origin}`, () => assert.equal(passkeyOrigin(publicUrl), origin))

test('a passkey never belongs to an IP address', () => {
  const addresses = fc.oneof(
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
  )
  fc.assert(
    fc.property(addresses, (address) => {
      const origin = passkeyOrigin(`https://${address}`)
      assert.ok(origin === null || new URL(origin).hostname === 'localhost')
    }),
  )
})

test('a page offers passkeys only if it was opened under their host name', () => {
  assert.equal(isPasskeyPage('http://localhost:3000/login', 'http://127.0.0.1:3000'), true)
  assert.equal(isPasskeyPage('http://127.0.0.1:3000/login', 'http://127.0.0.1:3000'), false)
  assert.equal(isPasskeyPage('http://localhost:3001/login', 'http://127.0.0.1:3000'), false)
  // Behind a proxy that terminates TLS.
  assert.equal(isPasskeyPage('http://showings.example.com/login', 'https://showings.example.com'), true)
  assert.equal(isPasskeyPage('http://192.168.1.5:3000/login', 'http://192.168.1.5:3000'), false)
})
