import assert from 'node:assert/strict'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty, type PropertyChoices } from '../../../test/factories.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'
import type { Actor } from '../../platform/actor.ts'
import type { NewService } from './contract.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const agent = (accountId: string): Actor => ({
  kind: 'account',
  accountId,
  role: 'agent',
  email: 'lena@agents.example',
})
const admin: Actor = { kind: 'account', accountId: randomUUIDv7(), role: 'admin', email: 'boss@example.com' }

/** Books and pays a showing on a Friday afternoon, nearly a week ahead. */
async function makeBooking(choices: PropertyChoices = { occupancy: 'resident' }) {
  app.clock.set('2026-11-21T18:00:00Z')
  const home = await makeProperty(app.db, choices)
  const form = makeForm(home.slug, { showingDate: '2026-11-27', showingTime: '13:30' })
  const { booking, token } = await bookShowing(app, form)
  const actor = agent(home.ownerId)
  const record = (change: Partial<NewService> = {}) =>
    app.serviceRecords.record(actor, booking.id, {
      method: 'posted',
      servedAt: app.clock.now().toString(),
      servedBy: 'Lena',
      ...change,
    })
  const events = async () => {
    const { rows } = await sql<{ event: string; payload: string; sequence: number }>`
      select event, payload, sequence from compliance_entry where booking_id = ${booking.id} order by sequence`.execute(
      app.db,
    )
    return rows.map(({ event, payload, sequence }) => ({ event, sequence, payload: JSON.parse(payload) }))
  }
  return {
    home,
    id: booking.id as string,
    token,
    actor,
    record,
    events,
    get: () => app.showings.get(actor, booking.id),
  }
}

test('a record makes the showing compliant and joins the log with the hash of the notice', async () => {
  const { id, home, record, events, get } = await makeBooking()
  const before = await get()
  assert.deepEqual([before.isCompliant, before.notice?.state], [false, 'not_served'])
  const proof = await record({ note: 'Taped to the door.' })
  const row = await app.showings.find(id)
  const pdf = await app.app.request(`/api/showingbooker/public/notice/${row?.noticeToken}`)
  const noticeSha256 = createHash('sha256')
    .update(new Uint8Array(await pdf.arrayBuffer()))
    .digest('hex')
  assert.equal(proof.noticeSha256, noticeSha256)
  const entry = (await events()).at(-1)
  assert.deepEqual(
    [entry?.event, entry?.sequence, entry?.payload],
    [
      'served',
      proof.sequence,
      {
        serviceId: proof.id,
        method: 'posted',
        servedAt: '2026-11-21T18:00:00Z',
        servedBy: 'Lena',
        note: 'Taped to the door.',
        consentDate: null,
        startsAt: '2026-11-27T21:30:00.000Z',
        noticeSha256,
        photoSha256: null,
        notice: {
          residentName: 'Rosa Resident',
          occupancy: 'resident',
          address: {
            address_line1: '742 Juniper Street',
            unit_number: '3',
            city: 'Los Angeles',
            state: 'CA',
            zip_code: '90012',
          },
        },
        by: 'lena@agents.example',
        accountId: home.ownerId,
      },
    ],
  )
  const after = await get()
  assert.deepEqual([after.isCompliant, after.hasAdvanceNotice, after.advanceNoticeHours], [true, true, 147])
  assert.deepEqual([after.notice?.state, after.notice?.services], ['served', 1])
  assert.match(after.complianceReasons.join(' '), /left at the usual entry door 147 hours ahead/)
  assert.equal((await app.compliance.verify(admin, home.id)).valid, true)
})

test('makes one record of a repeated service, at once or later', async () => {
  const { id, actor, record, events } = await makeBooking()
  const made = await Promise.all(Array.from({ length: 8 }, () => record()))
  made.push(await record())
  assert.equal(new Set(made.map((one) => one.id)).size, 1)
  await record({ servedBy: 'Ben' })
  assert.equal((await app.serviceRecords.list(actor, id)).length, 2)
  assert.equal((await events()).filter(({ event }) => event === 'served').length, 2)
})

test("a repeated posting with the device's time is one record, and a later posting is another", async () => {
  const { id, actor, record } = await makeBooking()
  // The phone's clock is an hour fast. The phone sends twice, and the first request takes 40 seconds to arrive.
  const servedAt = '2026-11-21T19:10:00Z'
  app.clock.set('2026-11-21T18:12:40Z')
  const first = await record({ servedAt, sentAt: '2026-11-21T19:12:00Z' })
  assert.equal(first.servedAt, '2026-11-21T18:10:40.000Z')
  app.clock.set('2026-11-21T20:00:00Z')
  const again = await record({ servedAt, sentAt: '2026-11-21T21:00:00Z' })
  assert.deepEqual([again.id, again.servedAt], [first.id, first.servedAt])
  await record({ servedAt: '2026-11-21T19:16:00Z', sentAt: '2026-11-21T21:00:00Z' })
  // We do not adjust a time that a person entered.
  await record({ servedAt: '2026-11-21T18:10:00Z' })
  assert.equal((await app.serviceRecords.list(actor, id)).length, 3)
})

test('answers a repeated key with the same answer, and refuses another body with it', async () => {
  // A session uses the real clock.
  app.clock.set(Temporal.Now.instant().round('second').toString())
  const owner = await signUp(app, 'owner-of-keys@agents.example.com')
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: owner.accountId })
  const { booking } = await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  const path = `/api/showingbooker/bookings/${booking.id}/service`
  const post = (body: object) => app.call('POST', path, body, { ...owner.headers, 'idempotency-key': 'k1' })
  const body = { method: 'personal', servedAt: app.clock.now().toString(), servedBy: 'Lena' }
  const [first, again] = [await post(body), await post(body)]
  assert.deepEqual([first.status, again.status, again.headers.get('idempotent-replayed')], [201, 201, 'true'])
  assert.equal(first.body.id, again.body.id)
  assert.equal((await post({ ...body, servedBy: 'Ben' })).status, 409)
})

test('an agent can withdraw a mistake once, with a reason, and the log keeps both entries', async () => {
  const { id, actor, record, events, get } = await makeBooking()
  const proof = await record()
  await assert.rejects(app.serviceRecords.withdraw(actor, id, proof.id, ' '), { code: 'invalid' })
  const both = await Promise.allSettled(
    [1, 2].map(() => app.serviceRecords.withdraw(actor, id, proof.id, 'The wrong door.')),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const withdrawn = (await app.serviceRecords.list(actor, id))[0]?.withdrawn
  assert.deepEqual([withdrawn?.reason, withdrawn?.by], ['The wrong door.', 'lena@agents.example'])
  assert.deepEqual(
    (await events()).slice(-2).map(({ event, payload }) => [event, payload.serviceId]),
    [
      ['served', proof.id],
      ['service_withdrawn', proof.id],
    ],
  )
  assert.deepEqual([(await get()).isCompliant, (await get()).notice?.state], [false, 'not_served'])
  // A new record never counts as a repeat of a withdrawn one.
  assert.notEqual((await record()).id, proof.id)
  assert.equal((await get()).notice?.state, 'served')
})

test('a moved showing needs a new notice', async () => {
  const { id, token, actor, record, get } = await makeBooking()
  await app.runJobs()
  const former = await record()
  app.clock.advance({ hours: 1 })
  const path = `/api/showingbooker/public/booking/${token}/move`
  const moved = await app.call('POST', path, { showingDate: '2026-12-01', showingTime: '11:00' })
  assert.equal(moved.status, 200, moved.text)
  const before = await get()
  assert.deepEqual([before.isCompliant, before.notice?.state, before.advanceNoticeHours], [false, 'not_served', null])
  // Before the move, there was no notice of the new time.
  await assert.rejects(record({ servedAt: '2026-11-21T18:30:00Z' }), {
    code: 'invalid',
    issues: [
      {
        path: 'servedAt',
        message: "At that time, this showing's notice did not exist yet. Please check the date and time",
      },
    ],
  })
  const newer = await record()
  assert.deepEqual([(await get()).isCompliant, (await get()).notice?.services], [true, 1])
  const serviceRecords = await app.serviceRecords.list(actor, id)
  assert.deepEqual(
    serviceRecords.map((one) => [one.id, one.isOfThisTime]),
    [
      [former.id, false],
      [newer.id, true],
    ],
  )
  assert.notEqual(newer.noticeSha256, former.noticeSha256)
})

test('a posted notice of the old time is not recorded as notice of the new time', async () => {
  const { id, token, actor, record, events } = await makeBooking()
  await app.runJobs()
  const seen = { startsAt: (await app.showings.get(actor, id)).datetime }
  app.clock.advance({ hours: 1 })
  const path = `/api/showingbooker/public/booking/${token}/move`
  await app.call('POST', path, { showingDate: '2026-12-01', showingTime: '11:00' })
  app.clock.advance({ minutes: 10 })
  await assert.rejects(record({ seen }), {
    kind: 'conflict',
    code: 'showing_changed',
    message:
      'This showing is now on Tuesday, December 1, 2026 at 11:00 AM PST. Your notice was for another time, so we did ' +
      'not record it. Serve a notice for the new time.',
  })
  // A phone kept this posting from before the move.
  const servedAt = app.clock.now().subtract({ minutes: 40 }).toString()
  await assert.rejects(record({ servedAt, sentAt: app.clock.now().toString(), seen }), { code: 'showing_changed' })
  assert.equal((await events()).filter(({ event }) => event === 'served').length, 0)
  const proof = await record({ seen: { startsAt: (await app.showings.get(actor, id)).datetime } })
  assert.equal(proof.startsAt, '2026-12-01T19:00:00.000Z')
})

test('refuses records for a property without a tenant, for a showing that is off, and by a stranger', async () => {
  for (const occupancy of ['vacant', 'owner'] as const)
    await assert.rejects((await makeBooking({ occupancy })).record(), { kind: 'conflict', code: 'no_service_needed' })
  await assert.rejects((await makeBooking({ occupancy: 'resident', approval: 'manual' })).record(), {
    code: 'not_approved',
  })
  const { id, actor, record } = await makeBooking()
  const proof = await record()
  const stranger = agent(randomUUIDv7())
  const entered: NewService = { method: 'posted', servedAt: app.clock.now().toString(), servedBy: 'Me' }
  for (const call of [
    () => app.serviceRecords.record(stranger, id, entered),
    () => app.serviceRecords.list(stranger, id),
    () => app.serviceRecords.pdf(stranger, id, proof.id),
    () => app.serviceRecords.photo(stranger, id, proof.id),
    () => app.serviceRecords.withdraw(stranger, id, proof.id, 'x'),
    () => app.serviceRecords.uploadPhoto(stranger, id, null),
  ])
    await assert.rejects(call, { kind: 'not_found' })
  await app.transitions.decide(actor, id, 'cancel')
  await assert.rejects(record({ servedBy: 'Ben' }), { code: 'showing_off' })
  // An admin may record one. The record of another booking is not found.
  const other = await makeBooking()
  assert.equal((await app.serviceRecords.record(admin, other.id, entered)).recordedBy, 'boss@example.com')
  await assert.rejects(app.serviceRecords.pdf(other.actor, other.id, proof.id), { code: 'service_not_found' })
})

test('the database lets no one change, delete, or truncate records', async () => {
  const { id, actor, record } = await makeBooking()
  const proof = await record()
  await app.serviceRecords.withdraw(actor, id, proof.id, 'A mistake.')
  await app.evidence.print(actor, id)
  for (const table of ['notice_service', 'notice_service_withdrawal', 'packet'])
    for (const statement of [
      sql`update ${sql.table(table)} set ${sql.ref(table === 'packet' ? 'made_at' : table === 'notice_service' ? 'recorded_at' : 'withdrawn_at')} = now()`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)} cascade`,
    ])
      await assert.rejects(statement.execute(app.db), { code: '42501' })
})

const picture = (colour: string) =>
  sharp({ create: { width: 900, height: 1400, channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .jpeg()
    .toBuffer()
const blob = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>])

test('keeps a photo without its metadata, only for the owner, and logs its hash', async () => {
  const { id, actor, record, events } = await makeBooking()
  const original = await picture('#803020')
  assert.ok(original.includes('SECRET-PLACE'))
  const photo = await app.serviceRecords.uploadPhoto(actor, id, blob(original))
  const proof = await record({ photo: photo.id })
  const file = await app.serviceRecords.photo(actor, id, proof.id)
  assert.equal(createHash('sha256').update(file.bytes).digest('hex'), photo.sha256)
  assert.deepEqual([proof.photo?.sha256, (await events()).at(-1)?.payload.photoSha256], [photo.sha256, photo.sha256])
  assert.equal(file.contentType, 'image/jpeg')
  assert.ok(!Buffer.from(file.bytes).includes('SECRET-PLACE'))
  // If the agent uploads the photo and records the service again, it is the same record.
  const again = await app.serviceRecords.uploadPhoto(actor, id, blob(original))
  assert.equal((await record({ photo: again.id })).id, proof.id)
  // The photo has no public URL.
  const key = `service-photos/${photo.id}.jpg`
  for (const path of [
    `/files/${key}`,
    `/files/photos/${photo.id}.jpg`,
    `/files/photos/..%2F${encodeURIComponent(key)}`,
  ])
    assert.equal((await app.call('GET', path)).status, 404)
  assert.match(
    Buffer.from((await app.serviceRecords.pdf(actor, id, proof.id)).pdf).toString('latin1'),
    /^%PDF-[\s\S]*\/Subtype \/Image/,
  )
})

test("refuses a file that is not a photo, is too large, or is someone else's", async () => {
  const { id, actor, record } = await makeBooking()
  const upload = (bytes: Uint8Array | null) => app.serviceRecords.uploadPhoto(actor, id, bytes && blob(bytes))
  await assert.rejects(upload(null), { kind: 'invalid' })
  await assert.rejects(upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), { kind: 'wrong_type' })
  await assert.rejects(upload(Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2])), { kind: 'wrong_type' })
  await assert.rejects(upload(new Uint8Array(2048 * 1024 + 1)), { kind: 'too_large' })
  const other = await makeBooking()
  const theirs = await app.serviceRecords.uploadPhoto(other.actor, other.id, blob(await picture('#ffffff')))
  for (const photo of [theirs.id, randomUUIDv7()])
    await assert.rejects(record({ photo }), {
      kind: 'invalid',
      issues: [{ path: 'photo', message: 'Please upload the photo for this showing first' }],
    })
})

test('deletes a photo that no record names after a day, and keeps one that a record names', async () => {
  const { id, actor, record } = await makeBooking()
  const [kept, left] = [
    await app.serviceRecords.uploadPhoto(actor, id, blob(await picture('#101010'))),
    await app.serviceRecords.uploadPhoto(actor, id, blob(await picture('#202020'))),
  ]
  const proof = await record({ photo: kept.id })
  app.clock.advance({ hours: 25 })
  assert.ok((await app.serviceRecords.sweepPhotos()) >= 1)
  const files = await readdir(join(app.config.dataDir, 'files', 'service-photos'))
  assert.deepEqual([files.includes(`${kept.id}.jpg`), files.includes(`${left.id}.jpg`)], [true, false])
  assert.ok((await app.serviceRecords.photo(actor, id, proof.id)).bytes.length > 500)
  await assert.rejects(record({ photo: left.id, servedBy: 'Ben' }), { code: 'invalid' })
})

test('prints the same declaration every time', async () => {
  const { id, actor, record } = await makeBooking()
  const proof = await record()
  const [one, other] = [
    await app.serviceRecords.pdf(actor, id, proof.id),
    await app.serviceRecords.pdf(admin, id, proof.id),
  ]
  assert.match(one.name, /^proof-of-service-SB-/)
  assert.ok(Buffer.from(one.pdf).equals(Buffer.from(other.pdf)))
})

/** Records a service as earlier versions did, without the facts of the notice. */
async function recordAsBefore(id: string, actor: Actor & { kind: 'account' }) {
  const serviceId = randomUUIDv7()
  const row = {
    id: serviceId,
    starts_at: '2026-11-27T21:30:00.000Z',
    method: 'posted',
    served_at: '2026-11-21T18:00:00Z',
    served_by: 'Ben',
    notice_sha256: 'a'.repeat(64),
    recorded_by: actor.accountId,
    recorded_as: actor.email,
  }
  const { rows } = await sql<{ id: string }>`select record_service(${id}, ${JSON.stringify(row)}::jsonb,
    ${JSON.stringify({ serviceId })}, '2026-11-21T18:00:00Z') as id`.execute(app.db)
  return rows[0]?.id ?? ''
}

test('a proof stays the same after the property gets another resident or none, as does the one of an earlier version', async () => {
  const { id, home, actor, record } = await makeBooking()
  const proofs = [(await record()).id, await recordAsBefore(id, actor as Actor & { kind: 'account' })]
  const print = () => Promise.all(proofs.map(async (proof) => (await app.serviceRecords.pdf(actor, id, proof)).pdf))
  const before = await print()
  for (const change of [
    sql`resident_first_name = 'Ben', resident_last_name = 'Later', address_line1 = '744 Juniper Street'`,
    sql`occupancy_status = 'vacant', resident_first_name = null, resident_last_name = null`,
  ]) {
    await sql`update property set ${change} where id = ${home.id}`.execute(app.db)
    for (const [index, after] of (await print()).entries())
      assert.ok(Buffer.from(after).equals(Buffer.from(before[index] ?? [])), String(index))
  }
})

test('after a showing, its record names the resident at its start', async () => {
  const { home, actor, get, record, events } = await makeBooking()
  const name = (first: string) => app.properties.change(actor, home.id, { resident_first_name: first })
  await name('Ben')
  assert.equal((await get()).residentName, 'Ben Resident')
  app.clock.set('2026-11-28T18:00:00Z')
  await name('Later')
  assert.equal((await get()).residentName, 'Ben Resident')
  await record({ servedAt: '2026-11-24T18:00:00Z' })
  assert.equal((await events()).at(-1)?.payload.notice.residentName, 'Ben Resident')
})
