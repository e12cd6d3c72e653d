import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { PASSWORD, signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

type Who = Awaited<ReturnType<typeof signUp>>
const create = (who: Who, body: object = {}) => app.call('POST', '/create-user', body, who.headers)
const read = (who: Who, uid = who.accountId) => app.call('GET', `/user-profile/${uid}`, undefined, who.headers)
const rename = (who: Who, newUsername: unknown) => app.call('PATCH', '/update-username', { newUsername }, who.headers)
const change = (who: Who, body: object) => app.call('PATCH', '/user-profile', body, who.headers)
const join = async (email: string) => {
  const who = await signUp(app, email)
  await create(who)
  return who
}
const ledger = async ({ accountId }: Who) =>
  (await app.database.pool.query('select amount, kind, balance from credit_entry where account_id = $1', [accountId]))
    .rows
const TAKEN = 'That username is taken. Please choose another.'

describe('a profile', () => {
  test('ten simultaneous requests of one account create one profile: one gets 201, the others 200 with the same profile', async () => {
    for (let round = 0; round < 10; round++) {
      const who = await signUp(app, `rival${round}@people.example.com`)
      const answers = await Promise.all(
        // Half of them let us choose the username.
        Array.from({ length: 10 }, (_, at) => create(who, at % 2 ? { username: `Rival${round}x${at}` } : {})),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array.from({ length: 9 }, () => 200), 201])
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
      assert.equal((await ledger(who)).length, 1)
    }
  })

  test('an account can become an admin while its profile is being created', async () => {
    for (let round = 0; round < 10; round++) {
      const email = `boss${round}@people.example.com`
      const who = await signUp(app, email)
      const [made] = await Promise.all([create(who), app.accounts.grantAdmin(email)])
      assert.ok(made.status < 300, made.text)
      assert.equal((await read(who)).body.role, 'admin')
      assert.equal((await ledger(who)).length, 1)
    }
  })

  test('does not exist at first, and is created once, with twenty credits once', async () => {
    const who = await signUp(app, 'first@people.example.com')
    assert.deepEqual([(await read(who)).status, (await read(who)).body.code], [404, 'profile_not_found'])
    const body = { uid: who.accountId, email: 'first@people.example.com', username: 'CosmicMuse4711' }
    const made = await create(who, body)
    assert.equal(made.status, 201)
    assert.deepEqual(
      { ...made.body, created_at: '' },
      {
        uid: who.accountId,
        email: 'first@people.example.com',
        anonymous_username: 'CosmicMuse4711',
        bio: '',
        picture: null,
        role: 'agent',
        credits: 20,
        plan: 'free',
        settings: { marketing_emails: false, private_profile: false, language: 'en' },
        created_at: '',
      },
    )
    const again = await create(who, { ...body, username: 'Another1' })
    assert.deepEqual([again.status, again.body], [200, made.body])
    assert.deepEqual((await read(who)).body, made.body)
    assert.deepEqual(await ledger(who), [{ amount: 20, kind: 'registration', balance: 20 }])
  })

  test('is created once by ten simultaneous calls', async () => {
    const who = await signUp(app, 'ten@people.example.com')
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => create(who, { username: `TenTimes${i}` })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(9).fill(200), 201])
    assert.equal((await ledger(who)).length, 1)
  })

  test('gets a name from the email if the call has none, with a number if that name is taken', async () => {
    const names = []
    for (const email of ['jo.doe@people.example.com', 'jo-doe@people.example.com', 'j@people.example.com']) {
      const who = await signUp(app, email)
      names.push((await create(who, { uid: who.accountId, email })).body.anonymous_username)
    }
    assert.equal(names[0], 'jo-doe')
    assert.match(names[1], /^jo-doe-[0-9a-f]{4}$/)
    assert.equal(names[2], 'j__')
  })

  test('can be created only by its owner', async () => {
    const [who, other] = [await signUp(app, 'own@people.example.com'), await signUp(app, 'other@people.example.com')]
    assert.equal((await create(who, { uid: other.accountId, username: 'Foreign' })).status, 403)
    assert.equal((await app.call('POST', '/create-user', { username: 'Nobody1' })).status, 401)
    assert.equal((await read(other)).status, 404)
  })

  test("is readable by its owner and by admins; another person's is forbidden, whether or not it exists", async () => {
    const who = await join('read@people.example.com')
    const boss = await join('boss@people.example.com')
    assert.equal((await read(boss, who.accountId)).status, 403)
    assert.equal((await read(boss, 'nobody')).status, 403)
    await app.accounts.grantAdmin('boss@people.example.com')
    assert.equal((await read(boss, who.accountId)).body.email, 'read@people.example.com')
    assert.deepEqual([(await read(boss)).body.role, (await read(boss, 'nobody')).status], ['admin', 404])
  })
})

describe('a username', () => {
  test('can change to one that is valid and free, even to the same name in another case', async () => {
    const who = await join('renamed@people.example.com')
    assert.equal((await rename(who, 'Fresh-Name')).body.anonymous_username, 'Fresh-Name')
    assert.equal((await rename(who, 'FRESH-name')).body.anonymous_username, 'FRESH-name')
    for (const name of ['', 'x', 'with blank', 'x'.repeat(33)])
      assert.deepEqual((await rename(who, name)).body.issues[0].path, 'newUsername')
    assert.equal((await rename(await signUp(app, 'none@people.example.com'), 'Something')).status, 404)
  })

  test('belongs to one person, in any case', async () => {
    const [who, other] = [await join('anna@people.example.com'), await join('second@people.example.com')]
    const answer = await rename(other, 'ANNA')
    assert.deepEqual(
      [answer.status, answer.body.error, answer.body.issues],
      [409, TAKEN, [{ path: 'newUsername', message: TAKEN }]],
    )
    const late = await signUp(app, 'third@people.example.com')
    assert.deepEqual([(await create(late, { username: 'Anna' })).status, (await read(late)).status], [409, 404])
    assert.deepEqual(await ledger(late), [])
    assert.equal((await read(who)).body.anonymous_username, 'anna')
  })

  test('goes to one of two people who want it at the same moment', async () => {
    const people = await Promise.all([1, 2, 3, 4].map((n) => join(`want${n}@people.example.com`)))
    const answers = await Promise.all(people.map((who) => rename(who, 'Wanted')))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
  })
})

describe('bio, settings and picture', () => {
  test('are stored separately: omitted ones stay', async () => {
    const who = await join('settled@people.example.com')
    await change(who, { bio: ' Hello\r\nthere ' })
    await change(who, { settings: { marketing_emails: true } })
    const { body } = await change(who, { settings: { private_profile: true } })
    assert.deepEqual(
      [body.bio, body.settings],
      ['Hello\nthere', { marketing_emails: true, private_profile: true, language: 'en' }],
    )
    assert.equal((await change(who, { bio: 'x'.repeat(501) })).body.issues[0].path, 'bio')
    assert.equal((await change(who, { settings: { marketing_emails: 'yes' } })).status, 400)
    assert.deepEqual((await change(who, {})).body, body)
    const sly = await change(who, { role: 'admin', credits: 1000, settings: { role: 'admin' } })
    assert.deepEqual([sly.body.role, sly.body.credits, Object.keys(sly.body.settings).length], ['agent', 20, 3])
  })

  const putPicture = async (who: Who): Promise<string> => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c0ffee' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('image', new File([Uint8Array.from(bytes)], 'me.png', { type: 'image/png' }))
    const answer = await app.app.request('/api/upload/image', { method: 'POST', body: form, headers: who.headers })
    assert.equal(answer.status, 201)
    return (await read(who)).body.picture
  }

  test('a picture shows until it is removed, and the sweep keeps it until then', async () => {
    const who = await join('seen@people.example.com')
    const picture = await putPicture(who)
    assert.match(picture, /^\/files\/photos\/[0-9a-f]{40}-640\.webp$/)
    app.clock.advance({ hours: 30 })
    assert.equal(await app.properties.sweepPhotos(), 0)
    assert.equal((await app.call('GET', picture)).status, 200)
    const fresh = await signIn(who)
    assert.equal((await app.call('DELETE', '/api/upload/image', undefined, fresh)).status, 204)
    assert.equal(await app.properties.sweepPhotos(), 1)
    assert.equal((await app.call('GET', picture)).status, 404)
    app.clock.set(Temporal.Now.instant().toString())
  })

  test("a picture's address answers as the profile does, and asks again each time", async () => {
    const who = await join('shy@people.example.com')
    const other = await join('curious@people.example.com')
    const boss = await join('chief@people.example.com')
    await app.accounts.grantAdmin('chief@people.example.com')
    const picture = await putPicture(who)
    const name = (await read(who)).body.anonymous_username
    const look = async (by?: Who, path = picture) => {
      const { status, headers } = await app.call('GET', path, undefined, by?.headers)
      return status === 200 ? `${headers.get('cache-control')}` : status
    }
    const profileFor = async (by?: Who) =>
      (await app.call('GET', `/public-profile/${name}`, undefined, by?.headers)).status
    assert.deepEqual([await look(), await look(other)], ['public, no-cache', 'public, no-cache'])
    const tag = (await app.call('GET', picture)).headers.get('etag') ?? ''
    const kept = { 'if-none-match': tag }
    assert.equal((await app.call('GET', picture, undefined, kept)).status, 304)

    await change(who, { settings: { private_profile: true } })
    assert.deepEqual([await profileFor(), await profileFor(other), await profileFor(boss)], [404, 404, 200])
    assert.deepEqual([await look(), await look(other), await look(boss)], [404, 404, 'private, no-cache'])
    assert.equal(await look(who), 'private, no-cache')
    assert.equal((await app.call('GET', picture, undefined, kept)).status, 404)
    for (const rendition of ['640.avif', '1200.webp', '1200.avif'])
      assert.equal(await look(other, picture.replace('640.webp', rendition)), 404)

    await change(who, { settings: { private_profile: false } })
    assert.equal(await look(), 'public, no-cache')
    const reason = { reason: 'Spam' }
    const suspend = `/api/showingbooker/admin/users/${who.accountId}/suspend`
    assert.ok((await app.call('POST', suspend, reason, boss.headers)).status < 300)
    assert.deepEqual([await profileFor(), await look(), await look(boss)], [404, 404, 'private, no-cache'])
  })

  test('an old picture has no address for others once there is a new one, none, or no account', async () => {
    const who = await join('changing@people.example.com')
    const look = async (path: string) => (await app.call('GET', path)).status
    const first = await putPicture(who)
    const second = await putPicture(who)
    assert.deepEqual([await look(first), await look(second)], [404, 200])
    assert.equal((await app.call('DELETE', '/api/upload/image', undefined, who.headers)).status, 204)
    assert.equal(await look(second), 404)
    const third = await putPicture(who)
    assert.equal(await look(third), 200)
    const gone = await app.call(
      'POST',
      '/api/account/deletion',
      { password: PASSWORD, confirm: true },
      await signIn(who),
    )
    assert.ok(gone.status < 300, gone.text)
    assert.equal(await look(third), 404)
  })

  test('accepts only pictures, and only from signed-in people', async () => {
    const who = await join('textual@people.example.com')
    const send = async (body: FormData, headers = {}) =>
      (await app.app.request('/api/upload/image', { method: 'POST', body, headers })).status
    const form = new FormData()
    form.append('image', new File(['hello'], 'me.png', { type: 'image/png' }))
    assert.equal(await send(form), 401)
    assert.equal(await send(form, who.headers), 415)
    assert.equal(await send(new FormData(), who.headers), 400)
    const large = new FormData()
    large.append('image', new File([new Uint8Array(2048 * 1024 + 1)], 'me.png'))
    assert.equal(await send(large, who.headers), 413)
    assert.equal((await read(who)).body.picture, null)
  })
})

/** Signs in with the cookie, which still works after the clock has passed the token's end. */
async function signIn(who: Who): Promise<Record<string, string>> {
  return { cookie: who.cookie, origin: 'http://127.0.0.1:3000' }
}

describe('marketing email', () => {
  test('ends with one click on its link, without a sign-in, and a second click is harmless', async () => {
    const who = await join('subscribed@people.example.com')
    await change(who, { settings: { marketing_emails: true, private_profile: true } })
    const path = app.profiles.unsubscribePath(who.accountId)
    for (let i = 0; i < 2; i++) {
      const answer = await app.app.request(path, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      assert.deepEqual([answer.status, await answer.json()], [200, { success: true }])
    }
    assert.deepEqual((await read(who)).body.settings, {
      marketing_emails: false,
      private_profile: true,
      language: 'en',
    })
  })

  test('continues if the link is forged or incomplete', async () => {
    const who = await join('kept@people.example.com')
    const other = await join('attacker@people.example.com')
    await change(who, { settings: { marketing_emails: true } })
    const [, seal = ''] = app.profiles.unsubscribePath(other.accountId).split('.')
    for (const token of [`${who.accountId}.${seal}`, who.accountId, `${who.accountId}.`, 'x', '.'])
      assert.equal((await app.call('POST', `/unsubscribe/${token}`)).status, 404, token)
    assert.equal((await read(who)).body.settings.marketing_emails, true)
  })
})

test('the credit ledger cannot be rewritten, and has no movement twice', async () => {
  const who = await join('ledger@people.example.com')
  const { pool } = app.database
  await assert.rejects(pool.query('update credit_entry set amount = 1000 where account_id = $1', [who.accountId]))
  await assert.rejects(pool.query('delete from credit_entry where account_id = $1', [who.accountId]))
  await assert.rejects(pool.query('truncate credit_entry'))
  const move = (amount: number, reference: string) =>
    pool.query(`select move_credits(uuidv7(), $1, $2, 'image', $3, now()) as balance`, [
      who.accountId,
      amount,
      reference,
    ])
  const moves = await Promise.all(Array.from({ length: 8 }, (_, i) => move(-1, `image ${i % 4}`)))
  assert.equal(moves.filter(({ rows }) => rows[0].balance === null).length, 4)
  assert.equal((await read(who)).body.credits, 16)
  await assert.rejects(move(-17, 'too many'), { constraint: 'credit_never_negative' })
  assert.equal((await read(who)).body.credits, 16)
})

test("a browser in which no one chose a language uses the account's language", async () => {
  const who = await join('idioma@people.example.com')
  const enter = async (headers: Record<string, string> = {}) => {
    const form = { email: 'idioma@people.example.com', password: PASSWORD }
    const answer = await app.call('POST', '/api/auth/sign-in/email', form, { origin: app.config.publicUrl, ...headers })
    assert.equal(answer.status, 200, answer.text)
    return answer.headers.getSetCookie().filter((one) => one.startsWith('language='))
  }
  assert.match((await change(who, { settings: { language: 'es' } })).text, /"language":"es"/)
  assert.match((await enter()).join(), /^language=es; Max-Age=31536000; Path=\/; SameSite=Lax$/)
  assert.deepEqual(await enter({ cookie: 'language=en' }), [])
  await change(who, { settings: { language: null } })
  assert.deepEqual(await enter(), [])
})
