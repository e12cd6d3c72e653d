import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { getMigrations } from 'better-auth/db/migration'
import { base64url, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import pino from 'pino'
import { cheapPasswords } from '../../../test/app.ts'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Caller, Identity } from '../account/ports.ts'
import { betterAuthOptions, type IdentityOptions, openIdentity } from './better-auth.ts'

const publicUrl = 'http://127.0.0.1:3000'
const form = { email: 'ann@example.com', password: 'correct horse battery', name: 'Ann' }

let database: FreshDatabase
let options: IdentityOptions
let identity: Identity
let cookie: string

before(async () => {
  database = await freshDatabase()
  options = {
    db: database.db,
    secret: 'a secret that is long enough for tests',
    publicUrl,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    passwords: cheapPasswords,
  }
  identity = await openIdentity(options)
  cookie = cookieOf((await identity.signUp(caller(), form)).cookies)
})
after(() => database.close())

const caller = (headers: Record<string, string> = {}): Caller => ({
  headers: new Headers({ origin: publicUrl, ...headers }),
  address: '192.0.2.1',
})
const cookieOf = (cookies: string[]) => cookies.map((one) => one.split(';')[0]).join('; ')

test('our tables have everything that the provider needs', async () => {
  const plan = await getMigrations(betterAuthOptions(options))
  assert.deepEqual(plan.toBeCreated, [])
  assert.deepEqual(plan.toBeAdded, [])
  assert.deepEqual(plan.toBeAddedIndexes, [])
  assert.deepEqual(plan.schemaProblems, [])
})

test('the session cookie is hidden from scripts and other sites', async () => {
  const [set = ''] = (await identity.signIn(caller(), { ...form, rememberMe: true })).cookies
  assert.match(set, /^showingbooker\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('behind TLS, the session cookie never travels without TLS, and no neighboring host can set one', async () => {
  const secure = await openIdentity({ ...options, publicUrl: 'https://showings.example.com' })
  const there = { headers: new Headers({ origin: 'https://showings.example.com' }), address: '192.0.2.1' }
  const { cookies } = await secure.signIn(there, { ...form, rememberMe: true })
  assert.match(
    cookies[0] ?? '',
    /^__Host-showingbooker\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  assert.ok(secure.sessionTokenOf(new Headers({ cookie: cookieOf(cookies) })))
})

test('a session without "remember me" ends with the browser', async () => {
  const { cookies } = await identity.signIn(caller(), { ...form, rememberMe: false })
  assert.doesNotMatch(cookies[0] ?? '', /Max-Age|Expires/i)
})

test('reads the session token only from the signed cookie', () => {
  const token = identity.sessionTokenOf(new Headers({ cookie: `theme=dark; ${cookie}` }))
  assert.match(token ?? '', /^[A-Za-z0-9]{32}$/)
  const [name = '', value = ''] = cookie.split(/=(.*)/)
  for (const bad of [
    `x${cookie}`,
    `${name}=${token}`,
    `${name}=${token}.`,
    `${name}=%`,
    `${name}=`,
    name,
    `${name}=${value.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))}`,
    `${name}=${decodeURIComponent(value).replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`)}`,
  ]) {
    assert.equal(identity.sessionTokenOf(new Headers({ cookie: bad })), null, bad)
  }
})

test('signing in creates a new session, whatever cookie the call has', async () => {
  const { cookies } = await identity.signIn(caller({ cookie }), { ...form, rememberMe: true })
  const [first, second] = [cookie, cookieOf(cookies)].map((one) =>
    identity.sessionTokenOf(new Headers({ cookie: one })),
  )
  assert.ok(first && second)
  assert.notEqual(first, second)
})

test('refuses a call with cookies from another site, or without an origin', async () => {
  for (const origin of ['https://evil.example', 'null', '']) {
    const headers = new Headers({ cookie, ...(origin && { origin }) })
    await assert.rejects(identity.signOut({ headers, address: '192.0.2.1' }), { kind: 'forbidden' })
  }
  assert.ok((await identity.session(caller({ cookie }), true)).body)
})

test('accepts a page under another of our names', async () => {
  const remembered = { ...form, rememberMe: true }
  for (const host of ['localhost:3000', '127.0.0.1:8080', '[::1]:3000']) {
    const { cookies } = await identity.signIn(caller({ host, origin: `http://${host}`, cookie }), remembered)
    assert.equal(cookies.length, 1)
    await assert.rejects(identity.signIn(caller({ host, origin: 'http://localhost:3001', cookie }), remembered), {
      kind: 'forbidden',
    })
  }
  for (const host of ['192.168.1.5:3000', 'showings.example.com'])
    await assert.rejects(identity.signIn(caller({ host, origin: `http://${host}`, cookie }), remembered), {
      kind: 'forbidden',
    })
})

test('stores a session with the address that the server saw, not one that the caller claims', async () => {
  await identity.signIn(caller({ 'x-forwarded-for': '198.51.100.9', 'x-caller-address': '198.51.100.9' }), {
    ...form,
    rememberMe: true,
  })
  const { rows } = await database.pool.query('select distinct ip_address from account_session')
  assert.deepEqual(rows, [{ ip_address: '192.0.2.1' }])
})

describe('a token', () => {
  const now = () => Math.floor(Date.now() / 1000)

  test('speaks for its account for 15 minutes', async () => {
    const { body: token } = await identity.token(caller({ cookie }))
    const { accountId } = (await identity.accountOfToken(token)) ?? {}
    const { rows } = await database.pool.query('select id from account where email = $1', [form.email])
    assert.equal(accountId, rows[0].id)

    const at = (minutes: number) => ({ now: () => Temporal.Now.instant().add({ minutes }) })
    const later = (minutes: number) => openIdentity({ ...options, clock: at(minutes) })
    assert.equal((await (await later(14)).accountOfToken(token))?.accountId, accountId)
    assert.equal(await (await later(15)).accountOfToken(token), null)
  })

  test('contains no personal data', async () => {
    const { body: token } = await identity.token(caller({ cookie }))
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    assert.deepEqual(Object.keys(claims).sort(), ['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
  })

  test('is refused if someone else signed it, or no one', async () => {
    const { body: good } = await identity.token(caller({ cookie }))
    const [header = '', payload = '', signature = ''] = good.split('.')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload
    const [key] = (await identity.keySet()).keys
    const stranger = await generateKeyPair('EdDSA')
    const encode = (value: unknown) => base64url.encode(JSON.stringify(value))
    const forged = {
      'by a stranger': await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid }).sign(stranger.privateKey),
      'by a stranger who brings the key': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', kid, jwk: await exportJWK(stranger.publicKey) })
        .sign(stranger.privateKey),
      'with the public key as a password': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(Buffer.from(key?.x ?? '', 'base64url')),
      'by nobody': `${encode({ alg: 'none', kid })}.${payload}.`,
      'by nobody, with our signature': `${encode({ alg: 'none', kid })}.${payload}.${signature}`,
      'for somebody else': `${header}.${encode({ ...claims, sub: '019a0000-0000-7000-8000-000000000000' })}.${signature}`,
      'for longer': `${header}.${encode({ ...claims, exp: now() + 86_400 })}.${signature}`,
      'by a key that is not there': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', kid: 'no-such-key' })
        .sign(stranger.privateKey),
      'cut off': good.slice(0, -1),
      'not a token': 'not-a-token',
      empty: '',
      huge: 'a.'.repeat(100_000),
    }
    for (const [how, token] of Object.entries(forged)) assert.equal(await identity.accountOfToken(token), null, how)
    assert.ok(await identity.accountOfToken(good))
  })

  test('from another server is refused even if that server knows our keys', async () => {
    const other = await openIdentity({ ...options, publicUrl: 'http://127.0.0.1:4000' })
    const there = { headers: new Headers({ cookie, origin: 'http://127.0.0.1:4000' }), address: '192.0.2.1' }
    const { body: token } = await other.token(there)
    assert.ok(await other.accountOfToken(token))
    assert.equal(await identity.accountOfToken(token), null)
  })

  test('keeps its private key encrypted in the database', async () => {
    const { rows } = await database.pool.query('select private_key from account_key')
    assert.ok(rows.length > 0)
    for (const { private_key } of rows) assert.doesNotMatch(private_key, /"d"|kty/)
    assert.ok((await identity.keySet()).keys.every((key) => !('d' in key)))
  })
})
