import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeImage } from '../../../test/images.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { signUp } from '../../../test/scene.ts'

type Person = Awaited<ReturnType<typeof signUp>>
const NO_ID = '00000000-0000-0000-0000-000000000000'
let app: TestApp
let creator: Person
let other: Person
let admin: Person
before(async () => {
  app = await testApp()
  setClock()
  creator = await newPerson('creator')
  other = await newPerson('other')
  admin = await newPerson('boss')
  await app.accounts.grantAdmin('boss@images.example.com')
})
after(() => app.close())
beforeEach(() => setClock())

/** Bearer tokens use the real clock. */
const setClock = () => app.clock.set(Temporal.Now.instant().round('second').toString())
async function newPerson(name: string): Promise<Person> {
  const person = await signUp(app, `${name}@images.example.com`)
  await app.call('POST', '/create-user', { uid: person.accountId, username: name }, person.headers)
  return person
}

const shown = async (visibility: 'public' | 'private' = 'public') =>
  makeImage(app, { accountId: creator.accountId, visibility })
const report = (id: string, headers: Record<string, string> = {}, body: object = { reason: 'violent' }) =>
  app.call('POST', `/images/${id}/report`, body, headers)
const cases = async (status = 'open') =>
  (await app.call('GET', `/admin/reports?status=${status}`, undefined, admin.headers)).body.reports as {
    id: string
    image: { id: string; removed: object | null }
    reporters: number
    reasons: Record<string, number>
    details: string[]
    decision: { action: string; reason: string | null } | null
  }[]
const caseOf = async (imageId: string) => {
  const found = (await cases()).find(({ image }) => image.id === imageId)
  assert.ok(found)
  return found
}
const acts = async (subject: string) => {
  const { rows } = await sql<{ act: string; details: object }>`
    select act, details from admin_act where subject_id = ${subject} order by id`.execute(app.db)
  return rows.map(({ act, details }) => [act, details])
}
const resolve = (id: string, body: object) => app.call('POST', `/admin/reports/${id}/resolve`, body, admin.headers)
const isSeen = async (id: string, headers: Record<string, string> = {}) =>
  (await app.call('GET', `/images/${id}`, undefined, headers)).status === 200

describe('reports', () => {
  test('of one image form one case, with one report per account or visitor address', async () => {
    const { id } = await shown()
    const visitor = { 'x-address': '10.5.0.1' }
    const answers = [
      await report(id, other.headers, { reason: 'violent', details: ' Blood.\u200b ' }),
      await report(id, other.headers, { reason: 'sexual' }),
      await report(id, visitor),
      await report(id, visitor),
      await report(id, { 'x-address': '10.5.0.2' }, { reason: 'copyright' }),
    ]
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.isNew]),
      [
        [201, true],
        [201, false],
        [201, true],
        [201, false],
        [201, true],
      ],
    )
    const one = await caseOf(id)
    assert.deepEqual([one.reporters, one.reasons, one.details], [3, { violent: 2, copyright: 1 }, ['Blood.']])
    const { rows } = await sql<{ key: string }>`
      select reporter_key as key from image_report where image_id = ${id} and reporter_id is null`.execute(app.db)
    assert.ok(rows.every(({ key }) => !key.includes('10.5')))
  })

  test('from many people at once each count once', async () => {
    const { id } = await shown()
    const twice = [...Array(8).keys()].flatMap((n) => [n, n])
    const answers = await Promise.all(twice.map((n) => report(id, { 'x-address': `10.6.0.${n}` })))
    assert.equal(answers.filter(({ body }) => body.isNew).length, 8)
    assert.equal((await caseOf(id)).reporters, 8)
  })

  test('are refused for a private image, your own image, an unknown reason, or too many words', async () => {
    const { id } = await shown('private')
    assert.equal((await report(id, other.headers)).status, 404)
    assert.equal((await report('nothing', other.headers)).status, 404)
    const seen = await shown()
    const own = await report(seen.id, creator.headers)
    assert.deepEqual([own.status, own.body.code], [409, 'own_image'])
    assert.equal((await report(seen.id, {}, { reason: 'ugly' })).body.issues[0].path, 'reason')
    const long = await report(seen.id, {}, { reason: 'other', details: 'x'.repeat(1001) })
    assert.equal(long.body.issues[0].path, 'details')
    const gone = await newPerson('gone')
    const theirs = await makeImage(app, { accountId: gone.accountId, visibility: 'public' })
    await app.call(
      'POST',
      `/api/showingbooker/admin/users/${gone.accountId}/suspend`,
      { reason: 'Spam' },
      admin.headers,
    )
    assert.equal((await report(theirs.id, other.headers)).status, 404)
  })

  test('are limited for each reporter', async () => {
    const strict = await testApp({
      database: app.database,
      folder: app.config.dataDir,
      clock: app.clock,
      rateLimitScale: 1,
    })
    const { id } = await shown()
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) {
      const answer = await strict.call('POST', `/images/${id}/report`, { reason: 'other' }, { 'x-address': '10.7.0.1' })
      statuses.push(answer.status)
    }
    await strict.close()
    assert.deepEqual([statuses[0], statuses.at(-1)], [201, 429])
  })

  test('are limited for each account across all servers', async () => {
    const reporter = await newPerson('reporter')
    const { id } = await shown()
    const options = { database: app.database, folder: app.config.dataDir, clock: app.clock, rateLimitScale: 1 }
    const statuses: number[] = []
    for (const count of [15, 6]) {
      const server = await testApp(options)
      for (let n = 0; n < count; n++) {
        const headers = { ...reporter.headers, 'x-address': `10.8.${count}.${n}` }
        statuses.push((await server.call('POST', `/images/${id}/report`, { reason: 'other' }, headers)).status)
      }
      await server.close()
    }
    assert.deepEqual(statuses, [...Array(20).fill(201), 429])
  })

  test('keep the image when they are dismissed, and others can report it again', async () => {
    const { id } = await shown()
    await report(id, other.headers)
    const one = await caseOf(id)
    const answer = await resolve(one.id, { action: 'dismiss', reason: 'A statue.' })
    assert.deepEqual([answer.status, answer.body.decision.action], [200, 'dismiss'])
    assert.equal((await resolve(one.id, { action: 'dismiss' })).body.code, 'already_resolved')
    assert.ok(await isSeen(id))
    assert.deepEqual(await acts(id), [['image.dismiss', { reason: 'A statue.' }]])
    assert.equal((await report(id, other.headers)).body.isNew, false)
    assert.equal((await report(id)).body.isNew, true)
    assert.equal((await caseOf(id)).reporters, 1)
    assert.ok((await cases('decided')).some(({ id: decided }) => decided === one.id))
  })

  test('are decided by one of two admins', async () => {
    const { id } = await shown()
    await report(id, other.headers)
    const one = await caseOf(id)
    const both = await Promise.all([
      resolve(one.id, { action: 'remove', reason: 'A.' }),
      resolve(one.id, { action: 'remove', reason: 'B.' }),
    ])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal((await acts(id)).length, 1)
  })
})

describe('a removal', () => {
  test('hides the image at once, in every list and file, from everyone but its creator, who sees the reason', async () => {
    const image = await shown()
    const path = `/files/images/${image.id}/${image.look}-256.webp`
    assert.equal((await app.call('GET', path)).status, 200)
    await report(image.id, other.headers)
    const refused = await resolve((await caseOf(image.id)).id, { action: 'remove', reason: ' ' })
    assert.equal(refused.body.issues[0].path, 'reason')
    const done = await resolve((await caseOf(image.id)).id, { action: 'remove', reason: 'Too much blood.' })
    assert.equal(done.status, 200, done.text)
    for (const headers of [{}, other.headers]) {
      assert.equal(await isSeen(image.id, headers), false)
      assert.equal((await app.call('GET', path, undefined, headers)).status, 404)
      const { body } = await app.call('GET', '/all-images', undefined, headers)
      assert.ok(body.images.every(({ id }: { id: string }) => id !== image.id))
    }
    const own = await app.call('GET', `/images/${image.id}`, undefined, creator.headers)
    assert.equal(own.body.removed.reason, 'Too much blood.')
    assert.equal((await report(image.id)).status, 404)
    assert.deepEqual(await acts(image.id), [['image.remove', { reason: 'Too much blood.' }]])
  })

  test('from the list closes the reports, and gives the usual reason if there is none', async () => {
    const { id } = await shown()
    await report(id, other.headers)
    const { id: reported } = await caseOf(id)
    const remove = () => app.call('DELETE', `/admin/images/${id}`, undefined, admin.headers)
    assert.equal((await remove()).status, 204)
    assert.equal((await remove()).status, 404)
    const decided = (await cases('decided')).find((one) => one.id === reported)
    assert.deepEqual(decided?.decision?.reason, 'It goes against our terms.')
    const { body } = await app.call('GET', '/admin/images?limit=100', undefined, admin.headers)
    assert.ok(body.images.some((one: { id: string; removed: object | null }) => one.id === id && one.removed))
  })

  test('does not happen if it cannot be recorded', async () => {
    const { id } = await shown()
    await sql`alter table admin_act add constraint no_act check (act <> 'image.remove') not valid`.execute(app.db)
    assert.equal((await app.call('DELETE', `/admin/images/${id}`, undefined, admin.headers)).status, 500)
    await sql`alter table admin_act drop constraint no_act`.execute(app.db)
    assert.ok(await isSeen(id))
  })
})

describe('an appeal', () => {
  const appeal = (id: string, headers = creator.headers, text = 'It is a painting.') =>
    app.call('POST', `/images/${id}/appeal`, { text }, headers)
  const removed = async () => {
    const { id } = await shown()
    await app.call('DELETE', `/admin/images/${id}?reason=Blood.`, undefined, admin.headers)
    return id
  }
  const waiting = async () => (await app.call('GET', '/admin/appeals', undefined, admin.headers)).body.appeals
  const decide = async (imageId: string, body: object) => {
    const one = (await waiting()).find((waits: { imageId: string }) => waits.imageId === imageId)
    return app.call('POST', `/admin/appeals/${one.id}/decide`, body, admin.headers)
  }

  test('can be filed once by the creator of a removed image', async () => {
    const id = await removed()
    assert.equal((await appeal(id, other.headers)).status, 404)
    assert.equal((await appeal(id, creator.headers, ' ')).body.issues[0].path, 'text')
    assert.equal((await appeal((await shown()).id)).body.code, 'not_removed')
    const both = await Promise.all([appeal(id), appeal(id)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
    const { body } = await app.call('GET', `/images/${id}/appeal`, undefined, creator.headers)
    assert.deepEqual([body.appeal.text, body.appeal.decision], ['It is a painting.', null])
    assert.equal((await app.call('GET', `/images/${id}/appeal`, undefined, other.headers)).status, 404)
  })

  test('that is granted restores the image as it was, and the creator can appeal another removal', async () => {
    const id = await removed()
    await appeal(id)
    const answer = await decide(id, { action: 'restore', answer: 'You are right.' })
    assert.equal(answer.status, 200, answer.text)
    assert.ok(await isSeen(id))
    app.clock.advance({ seconds: 1 })
    await app.call('DELETE', `/admin/images/${id}`, undefined, admin.headers)
    assert.equal((await appeal(id)).status, 201)
    assert.deepEqual(
      (await acts(id)).map(([act]) => act),
      ['image.remove', 'image.restore', 'image.remove'],
    )
  })

  test('is still decided if the creator deletes the image at that moment', async (t) => {
    await sql`create function delete_it() returns trigger language plpgsql as
      'begin delete from image where id = new.image_id; return null; end'`.execute(app.db)
    await sql`create constraint trigger deleted_meanwhile after update on image_appeal deferrable initially deferred
      for each row execute function delete_it()`.execute(app.db)
    t.after(() => sql`drop function delete_it() cascade`.execute(app.db))
    const id = await removed()
    await appeal(id)
    const { status, body } = await decide(id, { action: 'uphold', answer: 'No.' })
    assert.deepEqual([status, body.decision?.action], [200, 'uphold'])
  })

  test('that is denied gets an answer, and the image stays removed', async () => {
    const id = await removed()
    await appeal(id)
    assert.equal((await decide(id, { action: 'uphold' })).body.issues[0].path, 'answer')
    assert.equal((await decide(id, { action: 'uphold', answer: 'No.' })).status, 200)
    const { body } = await app.call('GET', `/images/${id}/appeal`, undefined, creator.headers)
    assert.deepEqual(body.appeal.decision.answer, 'No.')
    assert.equal(await isSeen(id), false)
  })
})

describe('a prompt', () => {
  const actorOf = ({ accountId }: Person) => ({
    kind: 'account' as const,
    accountId,
    role: 'agent' as const,
    email: '',
  })
  const check = (prompt: string, negativePrompt = '') =>
    app.moderation.checkPrompt(actorOf(other), { prompt, negativePrompt })

  test('that is refused says why at its field, and is counted without its words', async () => {
    await check('a lighthouse at dusk')
    const error = await check('a r4p3 by the sea').then(
      () => null,
      (thrown) => thrown,
    )
    assert.deepEqual([error.code, error.issues[0].path], ['prompt_blocked', 'prompt'])
    assert.match(error.message, /"r4p3"/)
    const { body } = await app.call('GET', '/admin/prompt-terms', undefined, admin.headers)
    const counted = body.terms.find(({ term }: { term: string }) => term === 'rape')
    assert.deepEqual([counted.tries, body.refused], [1, { prompts: 1, accounts: 1 }])
    const { rows } = await sql<{ all: string }>`select json_agg(blocked_try)::text as all from blocked_try`.execute(
      app.db,
    )
    assert.doesNotMatch(rows[0]?.all ?? '', /sea|r4p3/)
  })

  test("is checked against the admins' list at once, and every change of the list is recorded", async () => {
    await check('a forbidden teapot')
    const add = (body: object) => app.call('POST', '/admin/prompt-terms', body, admin.headers)
    assert.equal((await add({ term: 'Forbidden-Teapot', topic: 'other' })).status, 204)
    assert.equal((await add({ term: 'forbidden teapot', topic: 'other' })).body.code, 'term_taken')
    assert.equal((await add({ term: 'x', topic: 'other' })).body.issues[0].path, 'term')
    await assert.rejects(check('a FORBIDDEN teapot'), { code: 'prompt_blocked' })
    const { body } = await app.call('GET', '/admin/prompt-terms', undefined, admin.headers)
    const { id } = body.terms.find(({ term }: { term: string }) => term === 'forbidden teapot')
    assert.equal((await app.call('DELETE', `/admin/prompt-terms/${id}`, undefined, admin.headers)).status, 204)
    assert.equal((await app.call('DELETE', `/admin/prompt-terms/${id}`, undefined, admin.headers)).status, 404)
    await check('a forbidden teapot')
    assert.deepEqual(
      (await acts('forbidden teapot')).map(([act]) => act),
      ['term.add', 'term.delete'],
    )
  })
})

test('the studio asks once whether a person is an adult, and stores nothing about minors', async () => {
  const young = await newPerson('young')
  const actor = { kind: 'account' as const, accountId: young.accountId, role: 'agent' as const, email: '' }
  await assert.rejects(app.moderation.requireAdult(actor), { code: 'age_confirmation_required', kind: 'forbidden' })
  const say = (isAdult: boolean) => app.call('POST', '/studio/age', { isAdult }, young.headers)
  assert.equal((await say(false)).body.code, 'not_adult')
  const { body } = await app.call('GET', '/studio/age', undefined, young.headers)
  assert.equal(body.confirmedAt, null)
  const first = (await say(true)).body.confirmedAt
  app.clock.advance({ seconds: 20 })
  assert.equal((await say(true)).body.confirmedAt, first)
  await app.moderation.requireAdult(actor)
})

test('lists continue where they stopped, and only admins see them', async () => {
  for (let count = 0; count < 5; count++) await report((await shown()).id)
  for (const [path, name] of [
    ['/admin/images?limit=2', 'images'],
    ['/admin/reports?limit=2', 'reports'],
  ] as const) {
    const seen: string[] = []
    for (let cursor: string | null = null; ; ) {
      const next: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const { body } = await app.call('GET', `${path}${next}`, undefined, admin.headers)
      seen.push(...body[name].map(({ id }: { id: string }) => id))
      cursor = body.nextCursor
      if (!cursor) break
    }
    assert.ok(seen.length >= 5)
    assert.equal(new Set(seen).size, seen.length)
    for (const wrong of ['no', ...['2026-02-31', '0000-01-01'].map((day) => `${day}T00:00:00.000000Z_${NO_ID}`)]) {
      const { status, body } = await app.call('GET', `${path}&cursor=${wrong}`, undefined, admin.headers)
      assert.deepEqual([status, body.issues?.[0]?.path], [400, 'cursor'], wrong)
    }
    assert.equal((await app.call('GET', path, undefined, other.headers)).status, 403)
  }
})

test('a report that comes while a case is being decided opens the next case', async () => {
  for (const action of ['dismiss', 'remove']) {
    const image = await shown()
    await report(image.id)
    const { id } = await caseOf(image.id)
    const both = await app.db.transaction().execute(async (tx) => {
      // The decision waits for this table once it has everything else.
      await sql`lock table admin_act in exclusive mode`.execute(tx)
      const decided = resolve(id, { action, reason: 'Looked at.' })
      await untilLockWaits(app.db, decided)
      const late = report(image.id, other.headers)
      await untilLockWaits(app.db, decided, late)
      return { decided, late }
    })
    assert.equal((await both.decided).status, 200)
    assert.equal((await both.late).status, 201)
    const { rows } = await sql<{ said: string }>`
      select concat_ws(' ', coalesce(decision, 'open'), reporters) as said from image_case
      where image_id = ${image.id} order by decided_at nulls last`.execute(app.db)
    assert.deepEqual(
      rows.map(({ said }) => said),
      action === 'dismiss' ? ['dismiss 1', 'open 1'] : ['remove 1'],
    )
  }
})
