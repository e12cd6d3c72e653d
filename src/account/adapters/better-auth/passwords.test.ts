import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from 'better-auth/crypto'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

test('stores a password as OWASP recommends, with its own salt', async () => {
  const [first, second] = [await passwords.hash('my own password'), await passwords.hash('my own password')]
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(first, second)
  assert.equal(passwords.isCurrent(first), true)
})

test('accepts only the password itself, with composed or decomposed letters', async () => {
  const hash = await passwords.hash('caf\u00e9 by the s\u00e9a')
  for (const [password, isRight] of [
    ['caf\u00e9 by the s\u00e9a', true],
    ['cafe\u0301 by the se\u0301a', true],
    ['cafe by the sea', false],
    ['', false],
  ] as const)
    assert.equal(await passwords.verify({ password, hash }), isRight, password)
})

test('a hash from an earlier version is still valid, but not current', async () => {
  const hash = await hashPassword('my own password')
  assert.equal(await passwords.verify({ password: 'my own password', hash }), true)
  assert.equal(await passwords.verify({ password: 'my old password', hash }), false)
  assert.equal(passwords.isCurrent(hash), false)
})

test('verifies hashes with other parameters, within limits', async () => {
  const weaker = '$argon2id$v=19$m=256,t=2,p=1$c2FsdHNhbHRzYWx0$'
  assert.equal(passwords.isCurrent(`${weaker}AAAA`), false)
  for (const hash of [
    '$argon2id$v=19$m=999999999,t=2,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAA',
    '$2b$12$abcdefghijklmnopqrstuv',
  ])
    assert.equal(await passwords.verify({ password: 'my own password', hash }), false, hash)
})

test('computes a few at a time, queues some, and refuses the rest at once', async () => {
  const few = createPasswords({ atOnce: 2, mostWaiting: 3 })
  const all = await Promise.allSettled(Array.from({ length: 9 }, () => few.hash('my own password')))
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 5)
  for (const one of all)
    if (one.status === 'rejected') assert.deepEqual([one.reason.kind, one.reason.code], ['unavailable', 'busy'])
  assert.ok(await few.hash('my own password'))
})
