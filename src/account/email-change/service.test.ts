import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty } from '../../../test/factories.ts'
import { duringEdit, untilLockWaits } from '../../../test/locks.ts'
import { PASSWORD, signUp } from '../../../test/scene.ts'
import type { OutgoingMessage } from '../../notice/message/ports.ts'

const LINK = /http:\/\/127\.0\.0\.1:3000\/confirm-new-email\?token=(\S+)/
const dead = [410, 'This link has expired or was already used.']

let app: TestApp
const sent: OutgoingMessage[] = []
before(async () => {
  app = await testApp({
    account: { pause: async () => undefined },
    senders: (real) => ({
      ...real,
      email: {
        async send(message) {
          sent.push(message)
          return real.email.send(message)
        },
      },
    }),
  })
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

type Cookie = { cookie: string }
const ORIGIN = { origin: 'http://127.0.0.1:3000' }
const post = (path: string, body: unknown, headers = {}) =>
  app.call('POST', `/api/auth/${path}`, body, { ...ORIGIN, ...headers })
const cancel = ({ cookie }: Cookie) => app.call('DELETE', '/api/auth/email-change', undefined, { ...ORIGIN, cookie })
const signIn = (email: string, password = PASSWORD) => post('sign-in/email', { email, password })
const change = (who: Cookie, newEmail: string, password = PASSWORD) =>
  post('email-change', { newEmail, password }, { cookie: who.cookie })
const waiting = async (who: Cookie) =>
  (await app.call('GET', '/api/auth/email-change', undefined, { cookie: who.cookie })).body.change
const confirm = (token: string) => post('email-change/confirm', { token })
const answerOf = ({ status, body }: Awaited<ReturnType<typeof confirm>>) => [status, body.error]
/** Empties the queue and returns the emails to this address, oldest first. */
async function mailsTo(email: string) {
  await app.runJobs()
  return sent.filter(({ to }) => to === email)
}
async function linkIn(email: string): Promise<string> {
  const token = LINK.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1]
  assert.ok(token, `no link for ${email}`)
  return decodeURIComponent(token)
}
let count = 0
/** Creates an account with a second session. */
async function someone() {
  const email = `person${++count}@people.example.com`
  const newEmail = `person${count}@elsewhere.example.com`
  const signedIn = await signUp(app, email)
  return { email, newEmail, ...signedIn }
}
type Person = Awaited<ReturnType<typeof someone>>
const linkOf = async ({ newEmail, ...who }: Person) => {
  assert.equal((await change(who, newEmail)).status, 200)
  return linkIn(newEmail)
}
const accountOf = async ({ accountId }: Person) =>
  (await app.database.pool.query('select email, email_verified from account where id = $1', [accountId])).rows[0]

describe('a new email', () => {
  test('becomes the account email once its owner opens the link', async () => {
    const who = await someone()
    const other = await signIn(who.email)
    const answer = await change(who, ` ${who.newEmail.toUpperCase()} `)
    assert.deepEqual([answer.status, answer.body.newEmail], [200, who.newEmail])
    assert.deepEqual(await waiting(who), answer.body)
    assert.equal((await accountOf(who)).email, who.email)
    const done = await confirm(await linkIn(who.newEmail))
    assert.deepEqual([done.status, done.body], [200, { email: who.newEmail }])
    assert.deepEqual(await accountOf(who), { email: who.newEmail, email_verified: true })
    assert.equal(await waiting(who), null)
    assert.equal((await signIn(who.email)).status, 401)
    assert.equal((await signIn(who.newEmail)).status, 200)
    // The session that asked stays. Someone who reads the earlier email may have opened the others.
    const sessionOf = async (headers: object) =>
      (await app.call('GET', '/api/auth/get-session', undefined, { ...headers })).body
    assert.equal((await sessionOf({ cookie: who.cookie })).user.email, who.newEmail)
    const cookie = other.headers.getSetCookie().map((one) => one.split(';')[0])
    assert.equal(await sessionOf({ cookie: cookie.join('; ') }), null)
  })

  test("is announced to the earlier address in the account's language, with the user ID but not the new address", async () => {
    const who = await someone()
    await app.call('POST', '/create-user', {}, who.headers)
    await app.call('PATCH', '/user-profile', { settings: { language: 'es' } }, who.headers)
    await post('email-change/confirm', { token: await linkOf(who) }, { 'accept-language': 'en' })
    const told = (await mailsTo(who.email)).at(-1)
    assert.equal(told?.subject, 'Su correo electrónico cambió')
    assert.match(told?.text ?? '', /ya no escribimos a esta dirección/)
    assert.ok(told?.text.includes(`Su ID de usuario es ${who.accountId}.`))
    assert.doesNotMatch(`${told?.text} ${told?.html}`, /elsewhere/)
  })

  test('leaves the account where support finds it by the earlier one', async () => {
    const who = await someone()
    await confirm(await linkOf(who))
    const admin = await someone()
    await app.accounts.grantAdmin(admin.email)
    const { body } = await app.call('GET', `/api/showingbooker/admin/users?q=${who.email}`, undefined, admin.headers)
    assert.deepEqual(
      body.users.map(({ id }: { id: string }) => id),
      [who.accountId],
    )
  })

  test('replaces the earlier one in the contacts of the account', async () => {
    const who = await someone()
    const contacts = [who.email.toUpperCase(), 'team@people.example.com', who.email, who.email]
    const own = { ownerId: who.accountId }
    const owners = [own, own, {}, own]
    const ids = []
    for (const [index, email] of contacts.entries()) {
      const { id } = await makeProperty(app.db, owners[index])
      await app.database.pool.query('update property set agent_email = $2, version = 1 where id = $1', [id, email])
      ids.push(id)
    }
    // Buyers may still write about it.
    await app.database.pool.query('update property set deleted_at = now() where id = $1', [ids[3]])
    const profile = { agent_name: 'Kim Kay', agent_phone: '+13105550142', agent_email: who.email }
    await app.call('PUT', '/api/showingbooker/profile', profile, who.headers)
    await confirm(await linkOf(who))
    const { rows } = await app.database.pool.query(
      'select agent_email as email, version from property where id = any($1) order by array_position($1, id)',
      [ids],
    )
    assert.deepEqual(rows, [
      { email: who.newEmail, version: 2 },
      { email: 'team@people.example.com', version: 1 },
      { email: who.email, version: 1 },
      { email: who.newEmail, version: 2 },
    ])
    const { body } = await app.call('GET', '/api/showingbooker/profile', undefined, who.headers)
    assert.equal(body.agent_email, who.newEmail)
  })

  test('misses no sign-in that begins with the earlier one', async () => {
    const who = await someone()
    const link = await linkOf(who)
    await post('request-password-reset', { email: who.email })
    await app.runJobs()
    const holder = await app.database.pool.connect()
    try {
      await holder.query('begin')
      // The change waits for this emailed link once it has ended the other sessions.
      await holder.query('select from account_verification where value = $1 for update', [who.accountId])
      const confirmed = confirm(link)
      await untilLockWaits(app.db, confirmed)
      const late = signIn(who.email)
      await untilLockWaits(app.db, confirmed, late)
      await holder.query('commit')
      assert.equal((await confirmed).status, 200)
      await late
    } finally {
      holder.release()
    }
    const { rows } = await app.database.pool.query('select id from account_session where account_id = $1', [
      who.accountId,
    ])
    assert.equal(rows.length, 1)
  })

  test('waits for an edit of a property that began before, and does not deadlock with it', async () => {
    const who = await someone()
    const property = await makeProperty(app.db, { ownerId: who.accountId })
    const link = await linkOf(who)
    assert.equal((await duringEdit(app.db, property, () => confirm(link))).status, 200)
  })

  test('ends the links that the earlier address got', async () => {
    const who = await someone()
    const old = (await mailsTo(who.email)).map(({ text }) => /verify-email\?token=(\S+)/.exec(text)?.[1])[0] ?? ''
    await post('request-password-reset', { email: who.email })
    const reset = /reset-password\?token=(\S+)/.exec((await mailsTo(who.email)).at(-1)?.text ?? '')?.[1] ?? ''
    assert.ok(old && reset)
    await confirm(await linkOf(who))
    assert.equal((await post('reset-password', { token: reset, newPassword: 'another password, as good' })).status, 410)
    assert.equal((await post('verify-email', { token: decodeURIComponent(old) })).status, 410)
    assert.equal((await signIn(who.newEmail)).status, 200)
  })

  test('comes with a link in the language of the request, and the same link in a retried email', async () => {
    const who = await someone()
    const asked = { newEmail: who.newEmail, password: PASSWORD }
    await post('email-change', asked, { cookie: who.cookie, 'accept-language': 'es' })
    const [mail] = await mailsTo(who.newEmail)
    assert.equal(mail?.subject, 'Confirme su nuevo correo electrónico')
    const { rows } = await app.database.pool.query('select id from account_email_change where account_id = $1', [
      who.accountId,
    ])
    const at = app.clock.now().toString()
    const again = { id: mail?.id ?? '', changeId: rows[0].id, email: who.newEmail, at, language: 'es' }
    await app.emailChanges.sendLink(again)
    assert.equal((await mailsTo(who.newEmail)).at(-1)?.text, mail?.text)
  })

  test('brings no free credits for the earlier email, unless that was never confirmed', async () => {
    const creditsOf = async (headers: Record<string, string>) =>
      (await app.call('POST', '/create-user', {}, headers)).body.credits
    const registerAgain = async (isConfirmed: boolean) => {
      const who = await someone()
      assert.equal(await creditsOf(who.headers), 20)
      await app.database.pool.query('update account set email_verified = $2 where id = $1', [
        who.accountId,
        isConfirmed,
      ])
      await confirm(await linkOf(who))
      return creditsOf((await signUp(app, who.email)).headers)
    }
    assert.deepEqual([await registerAgain(true), await registerAgain(false)], [0, 20])
  })
})

describe('a request is refused', () => {
  const refused = async (who: Cookie, newEmail: string, password?: string) => {
    const { status, body } = await change(who, newEmail, password)
    return [status, ...body.issues.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`)]
  }

  test('at the field that is wrong', async () => {
    const who = await someone()
    assert.deepEqual(await refused(who, '', ''), [
      400,
      'newEmail: Please enter your email',
      'password: Please enter your password',
    ])
    assert.deepEqual(await refused(who, 'nowhere'), [400, 'newEmail: Please enter a valid email address'])
    assert.deepEqual(await refused(who, who.email.toUpperCase()), [400, 'newEmail: This is already your email'])
    assert.deepEqual(await refused(who, who.newEmail, 'a wrong one'), [
      400,
      'password: That password is incorrect. Please try again.',
    ])
    const taken = await someone()
    assert.deepEqual(await refused(who, taken.email), [
      409,
      'newEmail: Another account has this email. Please use another one.',
    ])
    assert.equal(await waiting(who), null)
    assert.deepEqual(await mailsTo(who.newEmail), [])
  })

  test('for a sample account, which the next start would create again', async () => {
    await app.accounts.seedAccounts({ password: PASSWORD, isSet: true })
    const { headers } = await signIn('agent@example.com')
    const cookie = headers.getSetCookie().map((one) => one.split(';')[0])
    const { status, body } = await change({ cookie: cookie.join('; ') }, 'mine@people.example.com')
    assert.deepEqual([status, body.code], [409, 'sample_account'])
  })

  test('after five links or five wrong passwords, or five links to one address', async () => {
    const limited = await testApp({ account: { pause: async () => undefined }, rateLimitScale: 1 })
    try {
      const [{ cookie }, other] = [
        await signUp(limited, 'eager@people.example.com'),
        await signUp(limited, 'o@people.example.com'),
      ]
      const askAs = async (cookie: string, newEmail: string, password = PASSWORD) =>
        (await limited.call('POST', '/api/auth/email-change', { newEmail, password }, { ...ORIGIN, cookie })).body.code
      const links = []
      for (let n = 0; n < 6; n++) links.push(await askAs(cookie, 'stranger@people.example.com'))
      assert.deepEqual(links, [undefined, undefined, undefined, undefined, undefined, 'too_many_mails'])
      const { body } = await limited.call(
        'POST',
        '/api/auth/email-change',
        { newEmail: 'stranger@people.example.com', password: PASSWORD },
        { ...ORIGIN, cookie: other.cookie },
      )
      assert.match(body.error, /^We already sent several links to this address\./)
      assert.equal(await askAs(other.cookie, 'own@people.example.com'), undefined)
      const wrong = []
      for (let n = 0; n < 6; n++) wrong.push(await askAs(cookie, 'eager@elsewhere.example.com', 'a wrong one'))
      assert.deepEqual(wrong, [...Array(5).fill('wrong_password'), 'too_many_tries'])
    } finally {
      await limited.close()
    }
  })
})

describe('a link ends', () => {
  test('with its use, once', async () => {
    const link = await linkOf(await someone())
    const answers = await Promise.all([1, 2, 3].map(() => confirm(link)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410])
    assert.deepEqual(answerOf(await confirm(link)), dead)
  })

  test('after a day, when its address is forgotten', async () => {
    const who = await someone()
    const link = await linkOf(who)
    const start = app.clock.now()
    app.clock.set(start.add({ hours: 24 }).toString())
    try {
      assert.deepEqual(answerOf(await confirm(link)), dead)
      assert.equal(await waiting(who), null)
      await app.emailChanges.forget()
      const { rows } = await app.database.pool.query('select from account_email_change')
      assert.equal(rows.length, 0)
    } finally {
      app.clock.set(start.toString())
    }
  })

  const post1 = (path: string, who: Person) => post(path, {}, { cookie: who.cookie })
  const ends: [name: string, end: (who: Person) => Promise<unknown>][] = [
    ['when the change is canceled', cancel],
    ['with a newer link', (who) => change(who, `newer.${who.newEmail}`)],
    ['with the session that asked', (who) => post1('sign-out', who)],
    ['when all devices are signed out', (who) => post1('revoke-sessions', who)],
    ['with a new password', (who) => resetPassword(who)],
    [
      'with the account',
      (who) =>
        app.call(
          'POST',
          '/api/account/deletion',
          { password: PASSWORD, confirm: true },
          { ...ORIGIN, cookie: who.cookie },
        ),
    ],
  ]
  for (const [name, end] of ends)
    test(name, async () => {
      const who = await someone()
      const link = await linkOf(who)
      await end(who)
      assert.deepEqual(answerOf(await confirm(link)), dead)
      assert.notEqual((await accountOf(who)).email, who.newEmail)
    })

  test('if it is forged', async () => {
    const who = await someone()
    const link = await linkOf(who)
    const [id, signature] = link.split('.')
    for (const token of ['nonsense', `${id}.`, `${id}.AAAA`, `.${signature}`, `${link}A`])
      assert.deepEqual(answerOf(await confirm(token)), dead)
    assert.equal((await confirm(link)).status, 200)
  })
})

test('a canceled change sends no link', async () => {
  const who = await someone()
  await change(who, who.newEmail)
  await cancel(who)
  assert.deepEqual(await mailsTo(who.newEmail), [])
})

test('nothing changes if another account takes the email meanwhile', async () => {
  const who = await someone()
  const other = await signIn(who.email)
  const link = await linkOf(who)
  await signUp(app, who.newEmail)
  const { status, body } = await confirm(link)
  assert.deepEqual([status, body.code], [409, 'email_taken'])
  assert.equal((await accountOf(who)).email, who.email)
  const cookie = other.headers.getSetCookie().map((one) => one.split(';')[0])
  const { body: session } = await app.call('GET', '/api/auth/get-session', undefined, { cookie: cookie.join('; ') })
  assert.equal(session.user.email, who.email)
})

async function resetPassword({ email }: Person) {
  await post('request-password-reset', { email })
  const token = /reset-password\?token=(\S+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
  const { status } = await post('reset-password', { token, newPassword: 'another password, as good' })
  assert.equal(status, 200)
}
