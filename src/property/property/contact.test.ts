import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem } from '../../../test/problem.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'
import { findOwn } from '../share/repository.ts'

let app: TestApp
let admin: Record<string, string>
before(async () => {
  app = await testApp()
  admin = (await signUp(app, 'boss@agents.example.com')).headers
  await app.accounts.grantAdmin('boss@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

type Contact = { agent_name: string | null; agent_email: string | null; agent_phone: string | null }
const NONE: Contact = { agent_name: null, agent_email: null, agent_phone: null }
const contactOf = ({ agent_name, agent_email, agent_phone }: Contact): Contact => ({
  agent_name,
  agent_email,
  agent_phone,
})

type Case = {
  isOn: boolean
  /** Which of these fields the profile or the property has. */
  profile: 'all' | 'none' | 'name' | 'email' | 'phone' | 'no row'
  property: 'all' | 'none' | 'name' | 'email' | 'phone'
  account: 'named' | 'anonymous' | 'suspended' | 'deleted'
}
const CASES: Case[] = [true, false].flatMap((isOn) =>
  (['all', 'none', 'name', 'email', 'phone', 'no row'] as const).flatMap((profile) =>
    (['all', 'none', 'name', 'email', 'phone'] as const).flatMap((property) =>
      (['named', 'anonymous', 'suspended', 'deleted'] as const).map((account) => ({
        isOn,
        profile,
        property,
        account,
      })),
    ),
  ),
)

let made = 0
async function make({ isOn, profile, property, account }: Case) {
  const ownerId = randomUUIDv7()
  const n = ++made
  const has = (what: string, field: string, value: string) => (what === 'all' || what === field ? value : null)
  await sql`insert into account (id, name, email) values (${ownerId}, ${`Account ${n}`}, ${`account${n}@example.com`})`.execute(
    app.db,
  )
  const username = account === 'anonymous' ? `Account-${n}` : `Cosmic-${n}`
  await sql`insert into profile (account_id, username) values (${ownerId}, ${username})`.execute(app.db)
  if (account === 'anonymous')
    await sql`update account set name = ${username.toLowerCase()}, has_stand_in_name = true where id = ${ownerId}`.execute(
      app.db,
    )
  if (profile !== 'no row')
    await sql`insert into agent_profile (account_id, agent_name, agent_email, agent_phone) values (${ownerId},
      ${has(profile, 'name', 'Paula Profile')}, ${has(profile, 'email', `profile${n}@example.com`)},
      ${has(profile, 'phone', '(213) 555-0101')})`.execute(app.db)
  const home = await makeProperty(app.db, { ownerId })
  await sql`update property set use_public_profile = ${isOn}, agent_first_name = ${has(property, 'name', 'Petra')},
    agent_last_name = ${has(property, 'name', 'Property')}, agent_email = ${has(property, 'email', `property${n}@example.com`)},
    agent_phone = ${has(property, 'phone', '(213) 555-0102')} where id = ${home.id}`.execute(app.db)
  if (account === 'suspended')
    await sql`insert into suspension values (${ownerId}, 'Spam', now(), '{}')`.execute(app.db)
  if (account === 'deleted')
    await sql`update account set deleted_at = now(), name = 'Deleted account', email = 'deleted-' || id || '@deleted.invalid'
      where id = ${ownerId}`.execute(app.db)
  return { ...home, n }
}

/** Returns the contact that the rules prescribe, field by field. */
function expected({ isOn, profile, property, account }: Case, n: number): Contact {
  if (account === 'suspended' || account === 'deleted') return NONE
  const has = (what: string, field: string) => what === 'all' || what === field
  const first = (field: string, values: [profile: string, property: string, account: string | null]) =>
    isOn && has(profile, field) ? values[0] : has(property, field) ? values[1] : values[2]
  return {
    agent_name: first('name', ['Paula Profile', 'Petra Property', account === 'named' ? `Account ${n}` : null]),
    agent_email: first('email', [`profile${n}@example.com`, `property${n}@example.com`, `account${n}@example.com`]),
    agent_phone: first('phone', [
      ...(['(213) 555-0101', '(213) 555-0102'] as const),
      has(profile, 'phone') ? '(213) 555-0101' : null,
    ]),
  }
}

test(`every public answer has the same contact of a property, field by field, in ${CASES.length} combinations`, async () => {
  for (const one of CASES) {
    const { n, ...home } = await make(one)
    const wanted = expected(one, n)
    const name = JSON.stringify(one)
    const page = await app.call('GET', `/api/showingbooker/public/property/${home.slug}`)
    assert.deepEqual(contactOf(page.body), wanted, name)
    const { rows } = await sql<Contact>`select c.* from property p, contact_of(p) c where p.id = ${home.id}`.execute(
      app.db,
    )
    assert.deepEqual(rows[0] ? contactOf(rows[0]) : NONE, wanted, name)
    const flyer = await findOwn(app.db, { id: home.id, ownerId: null })
    assert.deepEqual(flyer && contactOf(flyer), wanted, name)
  }
})

/** Makes a property without a contact for an agent with an account, as the admin's form used to. */
async function makeSilent(email: string) {
  const owner = await signUp(app, email)
  const home = await makeProperty(app.db, { ownerId: owner.accountId, occupancy: 'resident' })
  await sql`update property set agent_first_name = null, agent_last_name = null, agent_email = null, agent_phone = null
    where id = ${home.id}`.execute(app.db)
  return { owner, home }
}

const messagesTo = async (bookingId: string) =>
  (
    await sql<{ event: string; channel: string; recipient: string }>`
      select event, channel, recipient #>> '{}' as recipient from notification
      where booking_id = ${bookingId} and role = 'listing_agent' order by created_at, id`.execute(app.db)
  ).rows.map(({ event, channel, recipient }) => `${event} ${channel} ${recipient}`)

test('a paid booking of a property without a contact reaches the agent through the account, on every path', async () => {
  const { owner, home } = await makeSilent('silent@agents.example.com')
  const contact = { agent_name: 'Someone', agent_email: 'silent@agents.example.com', agent_phone: null }
  for (const path of [`public/property/${home.slug}`, `public/share/${home.slug}`])
    assert.deepEqual(contactOf((await app.call('GET', `/api/showingbooker/${path}`)).body), contact, path)
  const { booking, token } = await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  assert.deepEqual(await messagesTo(booking.id), ['booked email silent@agents.example.com'])
  await app.runJobs()
  const { rows } = await sql<{ recipient: string }>`
    select recipient #>> '{}' as recipient from outbox_message where booking_id = ${booking.id} and channel = 'email'
    order by recipient`.execute(app.db)
  assert.ok(rows.some(({ recipient }) => recipient === 'silent@agents.example.com'))

  const own = (path: string) => app.call('GET', `/api/showingbooker/${path}`, undefined, owner.headers)
  assert.deepEqual(
    contactOf((await app.call('GET', `/api/showingbooker/public/booking/${token}`)).body.property),
    contact,
  )
  assert.deepEqual(contactOf((await own(`properties/${home.id}`)).body.contact), contact)
  assert.deepEqual(contactOf((await own('properties')).body.properties[0].contact), contact)
  for (const record of [(await own(`bookings/${booking.id}`)).body, (await own('bookings')).body.bookings[0]])
    assert.deepEqual([record.agentName, record.agentEmail], ['Someone', 'silent@agents.example.com'])

  const cancel = `/api/showingbooker/public/booking/${token}/cancel`
  assert.equal((await app.call('POST', cancel, {})).status, 200)
  assert.deepEqual((await messagesTo(booking.id)).at(-1), 'cancelled email silent@agents.example.com')
})

test('a booking that was stored without an agent reminds the agent through the account', async () => {
  const { home } = await makeSilent('stored@agents.example.com')
  const { booking } = await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  await app.runJobs()
  await sql`delete from notification where booking_id = ${booking.id} and role = 'listing_agent'`.execute(app.db)
  app.clock.set(Temporal.Instant.from(booking.startsAt).subtract({ hours: 23, minutes: 59 }).toString())
  await app.jobs['reminder.sweep']?.({}, { isLastAttempt: false })
  assert.deepEqual(await messagesTo(booking.id), ['reminder_day email stored@agents.example.com'])
})

test('a new contact appears in answers at once, and never in part', async () => {
  const { owner, home } = await makeSilent('changing@agents.example.com')
  const path = `/api/showingbooker/properties/${home.id}`
  const changed = await app.call('PUT', path, { agent_phone: '(213) 555-0177' }, owner.headers)
  assert.deepEqual(contactOf(changed.body.contact), {
    agent_name: 'Someone',
    agent_email: 'changing@agents.example.com',
    agent_phone: '(213) 555-0177',
  })
  const address = { address_line1: '1 Oak Street', city: 'Los Angeles', state: 'CA', zip_code: '90012' }
  const form = { ...address, agent_id: owner.accountId }
  const added = await app.call('POST', '/api/showingbooker/admin/properties', form, admin)
  assert.equal(added.status, 201, added.text)
  assert.equal(added.body.contact.agent_email, 'changing@agents.example.com')
})

test("a suspended account's property cannot be seen or booked, and comes back when the suspension is lifted", async () => {
  const { owner, home } = await makeSilent('suspended@agents.example.com')
  const slot = await freeSlot(app, home.slug)
  const held = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug, slot) })
  const suspend = await app.call(
    'POST',
    `/api/showingbooker/admin/users/${owner.accountId}/suspend`,
    { reason: 'Spam' },
    admin,
  )
  assert.equal(suspend.status, 200, suspend.text)

  const list = await app.call('PUT', `/api/showingbooker/properties/${home.id}`, { status: 'listed' }, admin)
  assertProblem(list, 409, 'listing')
  assert.deepEqual(
    [list.body.code, list.body.error],
    ['agent_contact_missing', 'Add a phone number or an email before you list this property.'],
  )
  // The state that earlier releases left behind.
  await sql`alter table property disable trigger property_reachable_when_listed`.execute(app.db)
  await sql`update property set status = 'listed' where id = ${home.id}`.execute(app.db)
  await sql`alter table property enable trigger property_reachable_when_listed`.execute(app.db)
  const form = makeForm(home.slug, { ...slot })
  for (const [path, body] of [
    ['/api/payments/create-payment-intent', { bookingData: form }],
    ['/api/showingbooker/public/book', form],
  ] as const) {
    const answer = await app.call('POST', path, body)
    assertProblem(answer, 409, path)
    assert.equal(answer.body.code, 'agent_unreachable')
  }
  assert.deepEqual(contactOf((await app.call('GET', `/api/showingbooker/public/property/${home.slug}`)).body), NONE)

  // We refund money that arrives late, because we could not tell anyone about the showing.
  await sql`update property set status = 'unlisted' where id = ${home.id}`.execute(app.db)
  await app.sandbox.confirm({
    clientSecret: held.body.clientSecret,
    card: { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '123' },
    billing: { name: 'Maria', email: 'maria@buyers.example.com', phone: '2135550142' },
  })
  const { paymentIntentId } = held.body
  const settled = await app.call('POST', '/api/payments/process-booking', { paymentIntentId })
  assertProblem(settled, 409, 'settled')
  assert.equal(settled.body.refunded, true)

  await sql`update suspension set unlisted = ${[home.id]}::uuid[] where account_id = ${owner.accountId}`.execute(app.db)
  const lifted = await app.call(
    'POST',
    `/api/showingbooker/admin/users/${owner.accountId}/lift`,
    { reason: 'A mistake' },
    admin,
  )
  assert.equal(lifted.status, 200, lifted.text)
  const page = await app.call('GET', `/api/showingbooker/public/property/${home.slug}`)
  assert.equal(page.body.agent_email, 'suspended@agents.example.com')
})

test("never uses the contact of the product's own demo property", async () => {
  const { rows } = await sql<Contact>`
    select c.* from property p, contact_of(p) c where p.slug = 'the-demo-home'`.execute(app.db)
  assert.deepEqual(rows.map(contactOf), [{ agent_name: 'Demo Agent', agent_email: null, agent_phone: null }])
})
