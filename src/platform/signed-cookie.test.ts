import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serializeSigned } from 'hono/utils/cookie'
import { signedCookie } from './signed-cookie.ts'

const SECRET = 'a secret'
const written = async (name: string, value: string, secret = SECRET) =>
  (await serializeSigned(name, value, secret)) ?? ''

test('a signed cookie is read in the form that servers write', async () => {
  const header = `other=1; ${await written('session', 'a.b/ç')}; last=2`
  assert.equal(signedCookie(header, 'session', SECRET), 'a.b/ç')
  assert.equal(signedCookie(header, 'other', SECRET), null)
  assert.equal(signedCookie(header, 'missing', SECRET), null)
  assert.equal(signedCookie(null, 'session', SECRET), null)
})

test('a cookie with a wrong signature does not count and does not hide the right one', async () => {
  const right = await written('session', 'right')
  const forged = await written('session', 'forged', 'another secret')
  assert.equal(signedCookie(forged, 'session', SECRET), null)
  for (const wrong of [forged, 'session=', 'session=right', 'session=right.', 'session=%E0%A4%A', right.slice(0, -6)]) {
    assert.equal(signedCookie(`${wrong}; ${right}`, 'session', SECRET), 'right', wrong)
  }
})
