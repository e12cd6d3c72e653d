import { randomInt, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { PropertyForm } from '../../src/property/property/contract.ts'
import type { TestApp } from '../app.ts'
import { billing, goodCard, makeForm, makeProperty, makeShowing } from '../factories.ts'
import { makeImage } from '../images.ts'
import { signUp } from '../scene.ts'
import { blockOutBody } from './block-out-body.ts'
import { conversationBodies } from './conversation-bodies.ts'
import type { Body, Sample } from './sample.ts'
import { ofEmailChange, ofPasskeys, ofSecondFactor } from './sign-in-bodies.ts'

/** Returns samples of requests by an adult with credits. Each one counts as their first request. */
async function drawable(app: TestApp, { accountId }: { accountId: string }): Promise<Sample> {
  await sql`select move_credits(gen_random_uuid(), ${accountId}, 1000, 'test', 'bodies', now())`.execute(app.db)
  await app.moderation.confirmAge({ kind: 'account', accountId, role: 'agent', email: '' }, { isAdult: true })
  return {
    async make() {
      await sql`update generation set status = 'cancelled', finished_at = now()
        where account_id = ${accountId} and status = 'queued'`.execute(app.db)
      return { prompt: `Cabin ${randomInt(1e9)}`, style: 'Anime', filter: 'VHS', image_size: '512x512' }
    },
    status: 202,
    path: '/generate-image?async=1',
  }
}

/** Lists every route that takes JSON from this agent, by path; PUT routes have their method in front. */
export async function sampleBodies(
  app: TestApp,
  agent: { accountId: string; headers: Record<string, string> },
): Promise<Record<string, Sample>> {
  const own = await makeProperty(app.db, { ownerId: agent.accountId })
  await sql`insert into profile (account_id, username) values (${agent.accountId}, 'Bodies')`.execute(app.db)
  const email = () => `${randomUUIDv7()}@people.example.com`
  const user = await signUp(app, email())
  const image = await makeImage(app, { accountId: agent.accountId })
  const conversationId = randomUUIDv7()
  await sql`insert into conversation (id, account_id, title, created_at, updated_at)
    values (${conversationId}, ${agent.accountId}, 'Bodies', now(), now())`.execute(app.db)
  const form = async (): Promise<Body> => {
    const home = await makeProperty(app.db, { occupancy: 'resident' })
    const agent = {
      buyerAgentName: 'Bo Agent',
      buyerAgentEmail: 'bo@agents.example.com',
      buyerAgentPhone: '2135550155',
    }
    return makeForm(home.slug, { requesterType: 'buyers_agent', ...agent, specialRequests: 'Please ring.' })
  }
  const held = async () =>
    (await app.call('POST', '/api/payments/create-payment-intent', { bookingData: await form() })).body
  const paid = async () => {
    const { clientSecret, paymentIntentId } = await held()
    await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
    return { clientSecret, paymentIntentId }
  }
  const shown = await makeShowing(app.db, { propertyId: own.id, startsAt: app.clock.now().subtract({ hours: 1 }) })
  const livedIn = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident' })
  const served = await makeShowing(app.db, { propertyId: livedIn.id, startsAt: app.clock.now().add({ hours: 70 }) })
  /** Makes a showing look as if the agent had not marked it yet. */
  const unmarked = async (body: Body): Promise<Body> => {
    await sql`update booking set status = 'confirmed' where id = ${shown.id}`.execute(app.db)
    return body
  }
  const decided = await makeProperty(app.db, { ownerId: agent.accountId })
  /** Makes a separate showing for each transition, as if it had not happened before. */
  const life = async (
    route: string,
    now: { hours: number; status: string; isAsked?: boolean },
    [body, status]: [Body, number],
  ): Promise<Record<string, Sample>> => {
    const startsAt = app.clock.now().add({ hours: now.hours })
    const { id } = await makeShowing(app.db, { propertyId: decided.id, startsAt })
    const token = id.replaceAll('-', '')
    const asked = now.isAsked ? app.clock.now().toString() : null
    const make = async (): Promise<Body> => {
      await sql`delete from notification where booking_id = ${id}`.execute(app.db)
      await sql`update payment set status = 'succeeded' where booking_id = ${id}`.execute(app.db)
      await sql`update booking set status = ${now.status}, cancelled_by = null, reason_for_buyer = null, manage_token = ${token},
        refund_requested_at = ${asked}, refund_reason = ${asked && 'Locked out'}, refund_decision = null where id = ${id}`.execute(
        app.db,
      )
      return { ...body }
    }
    const path = `/api/showingbooker/${route}`.replace('{id}', id).replace('{token}', token)
    return { [`/api/showingbooker/${route}`]: { make, status, path } }
  }
  const reason = { reason: 'The door is being painted.' }
  const demo = async (): Promise<Body> => {
    const { body } = await app.call('GET', '/api/showingbooker/demo/booking')
    const address = { demoMailAddress: '12 Oak Street', demoMailCity: 'Fresno', demoMailState: 'CA' }
    const { propertyId: _, ...buyer } = makeForm('')
    return {
      ...buyer,
      showingDate: body.days[3].date,
      showingTime: body.days[3].slots[5].time,
      ...address,
      demoMailZip: String(10000 + randomInt(89999)),
      demoRecipientEmail: email(),
      demoRecipientPhone: `415${2000000 + randomInt(7999999)}`,
      property_id: null,
    }
  }
  // This is a Monday in the past, which no property offers.
  const longAgo = { showingDate: '2001-01-01', showingTime: '12:00' }
  return {
    ...(await life('bookings/{id}/approve', { hours: 72, status: 'pending' }, [reason, 200])),
    ...(await life('bookings/{id}/decline', { hours: 74, status: 'pending' }, [reason, 200])),
    ...(await life('bookings/{id}/cancel', { hours: 76, status: 'confirmed' }, [reason, 200])),
    ...(await life('public/booking/{token}/cancel', { hours: 78, status: 'confirmed' }, [reason, 200])),
    ...(await life('public/booking/{token}/move', { hours: 80, status: 'confirmed' }, [longAgo, 400])),
    ...(await life('public/booking/{token}/refund-request', { hours: -2, status: 'completed' }, [reason, 200])),
    ...(await life('bookings/{id}/refund', { hours: -4, status: 'completed', isAsked: true }, [
      { decision: 'decline', ...reason },
      200,
    ])),
    ...(await life('bookings/{id}/propose-move', { hours: 82, status: 'confirmed' }, [{ ...longAgo, ...reason }, 400])),
    ...(await life('public/booking/{token}/answer-move', { hours: 84, status: 'confirmed' }, [
      { proposalId: randomUUIDv7(), answer: 'keep' },
      409,
    ])),
    ...(await life('public/booking/{token}/book-offered', { hours: 86, status: 'declined' }, [longAgo, 400])),
    ...(await life('public/booking/{token}/email', { hours: 88, status: 'confirmed' }, [{ email: email() }, 200])),
    '/api/showingbooker/bookings': {
      make: async () => ({ propertyId: decided.id, ...longAgo, buyerName: 'Paula', buyerPhone: '213 555 0177' }),
      status: 400,
    },
    '/api/showingbooker/pay-links': {
      make: async () => ({ propertyId: decided.id, ...longAgo, buyerName: 'Paula', buyerPhone: '213 555 0177' }),
      status: 400,
    },
    '/api/payments/hold/{clientSecret}/agree': {
      make: async () => ({ agreeToTerms: true }),
      status: 404,
      path: '/api/payments/hold/of-nobody/agree',
    },
    ...(await conversationBodies(app, { showingId: served.id, headers: agent.headers })),
    '/api/showingbooker/demo/booking': { make: demo, status: 201 },
    '/api/showingbooker/admin/properties': {
      make: async () => ({ ...propertyBody(), agent_id: agent.accountId, status: 'sold' }),
      status: 201,
      isForAdmins: true,
    },
    ...Object.fromEntries(
      ['grant-admin', 'revoke-admin', 'sign-out', 'suspend', 'lift'].map((act): [string, Sample] => [
        `/api/showingbooker/admin/users/{id}/${act}`,
        {
          async make() {
            // The server would refuse a different reason than the stored one.
            if (act === 'suspend')
              await sql`delete from suspension where account_id = ${user.accountId}`.execute(app.db)
            return { reason: `Reason ${randomInt(1e9)}` }
          },
          status: 200,
          isForAdmins: true,
          path: `/api/showingbooker/admin/users/${user.accountId}/${act}`,
        },
      ]),
    ),
    '/api/showingbooker/bookings/{id}/complete': {
      make: () => unmarked({ feedback: 'They liked it.' }),
      status: 200,
      path: `/api/showingbooker/bookings/${shown.id}/complete`,
    },
    '/api/showingbooker/bookings/{id}/no-show': {
      make: () => unmarked({ reason: 'Nobody came', feedback: 'I waited.' }),
      status: 200,
      path: `/api/showingbooker/bookings/${shown.id}/no-show`,
    },
    '/api/bookings/log': {
      make: async () => ({ bookingId: shown.id, note: 'The resident called: please ring twice.' }),
      status: 201,
    },
    '/api/showingbooker/bookings/{id}/service': {
      make: async () => ({
        method: 'electronic_with_consent',
        servedAt: app.clock.now().toString(),
        servedBy: 'Lena Listing',
        note: `No ${randomUUIDv7()}`,
        consentDate: '2026-01-31',
        photo: null,
      }),
      status: 201,
      path: `/api/showingbooker/bookings/${served.id}/service`,
    },
    // No such record exists.
    '/api/showingbooker/bookings/{id}/service/{serviceId}/withdraw': {
      make: async () => ({ reason: 'The wrong door.' }),
      status: 404,
      path: `/api/showingbooker/bookings/${served.id}/service/${randomUUIDv7()}/withdraw`,
    },
    // No such booking exists.
    '/api/notifications/{channel}': {
      make: async () => ({ bookingId: randomUUIDv7(), to: '(213) 555-0100' }),
      status: 404,
      path: '/api/notifications/sms',
    },
    '/api/auth/sign-up/email': {
      make: async () => ({ email: email(), password: 'a long password', name: 'Someone' }),
      status: 200,
    },
    '/api/auth/sign-in/email': {
      make: async () => ({ email: email(), password: 'a long password', rememberMe: true }),
      status: 401,
    },
    '/api/auth/request-password-reset': { make: async () => ({ email: email() }), status: 200 },
    // We never sent these links.
    '/api/auth/reset-password': {
      make: async () => ({ token: 'of-nobody', newPassword: 'a long password' }),
      status: 410,
    },
    '/api/auth/verify-email': { make: async () => ({ token: 'of-nobody' }), status: 410 },
    ...ofEmailChange,
    '/api/auth/revoke-session': { make: async () => ({ id: randomUUIDv7() }), status: 404 },
    ...ofSecondFactor,
    ...ofPasskeys,
    '/api/account/deletion': {
      make: async () => ({ password: 'a wrong one', code: '123456', confirm: true }),
      status: 400,
    },
    '/api/access/{app}': { make: async () => ({ code: 'a wrong one' }), status: 403, path: '/api/access/oracle' },
    '/oracle/chat': { make: async () => ({ message: `Question ${randomInt(1e9)}`, isTemporary: true }), status: 200 },
    'PATCH /oracle/conversations/{id}': {
      make: async () => ({ title: 'Of the tests' }),
      status: 200,
      path: `/oracle/conversations/${conversationId}`,
    },
    '/create-user': {
      make: async () => ({ uid: agent.accountId, email: 'bodies@agents.example.com', username: 'Bodies' }),
      status: 200,
    },
    '/generate-image': await drawable(app, agent),
    ...(await ofStudio(app, agent)),
    'PATCH /images/{id}/visibility': {
      make: async () => ({ visibility: 'private' }),
      status: 200,
      path: `/images/${image.id}/visibility`,
    },
    'PATCH /images/{id}/look': {
      make: async () => ({ filter: 'Default', strength: 100 }),
      status: 200,
      path: `/images/${image.id}/look`,
    },
    'PATCH /update-username': { make: async () => ({ newUsername: 'Bodies-and-souls' }), status: 200 },
    'PATCH /user-profile': {
      make: async () => ({
        bio: 'I write tests.',
        settings: { marketing_emails: true, private_profile: false },
      }),
      status: 200,
    },
    '/api/payments/create-payment-intent': {
      make: async () => ({ bookingData: await form(), amount: 2500 }),
      status: 201,
    },
    '/api/showingbooker/public/book': { make: form, status: 201 },
    '/api/payments/process-booking': {
      make: async () => ({ paymentIntentId: (await paid()).paymentIntentId }),
      status: 200,
    },
    '/api/payments/sandbox/confirm': {
      make: async () => ({ clientSecret: (await held()).clientSecret, card: { ...goodCard }, billing: { ...billing } }),
      status: 200,
    },
    '/api/payments/sandbox/action': {
      make: async () => ({ clientSecret: (await paid()).clientSecret, outcome: 'complete' }),
      status: 200,
    },
    '/api/showingbooker/properties': { make: async () => propertyBody(), status: 201 },
    'PUT /api/showingbooker/properties/{id}': {
      make: async () => ({ ...propertyBody(), status: 'unlisted', booking_approval: 'manual' }),
      status: 200,
      path: `/api/showingbooker/properties/${own.id}`,
    },
    '/api/showingbooker/properties/{id}/owner-link': {
      async make() {
        await sql`delete from owner_link`.execute(app.db)
        return { seen: null }
      },
      status: 201,
      path: `/api/showingbooker/properties/${own.id}/owner-link`,
    },
    '/api/showingbooker/availability-preview': {
      make: async () => ({ state: 'CA', propertyId: own.id, ...hoursBody() }),
      status: 200,
    },
    'PUT /api/showingbooker/profile': {
      make: async () => ({
        agent_name: 'Lena Listing',
        agent_phone: '(213) 555-0100',
        agent_email: 'lena@agents.example.com',
        agent_license: 'DRE 01',
        agent_brokerage: 'Homes',
        shows_alone: false,
        travel_minutes: 15,
      }),
      status: 200,
    },
    '/api/showingbooker/block-outs': { make: async () => blockOutBody(app), status: 201 },
    // No property has the slug `{slug}`.
    '/api/showingbooker/public/share/{slug}/share': { make: async () => ({ platform: 'copy' }), status: 404 },
  }
}

/** Returns samples for credits, and for images that someone else made or that were removed. */
async function ofStudio(app: TestApp, agent: { accountId: string }): Promise<Record<string, Sample>> {
  const other = await signUp(app, `${randomUUIDv7()}@people.example.com`)
  const shown = await makeImage(app, { accountId: other.accountId, visibility: 'public' })
  const removed = await makeImage(app, { accountId: agent.accountId })
  await app.db.transaction().execute((tx) => app.images.remove(tx, { id: removed.id, reason: 'Because.' }))
  const nobody = '01900000-0000-7000-8000-000000000000'
  const fresh = async (table: string, body: Body): Promise<Body> => {
    await sql`delete from ${sql.table(table)}`.execute(app.db)
    return body
  }
  return {
    '/credits/purchase': { make: async () => ({ pack: 20 }), status: 201 },
    '/credits/settle': { make: async () => ({ paymentIntentId: `pi_of_nobody_${randomInt(1e9)}` }), status: 404 },
    '/subscription': { make: async () => ({ plan: 'monthly' }), status: 201 },
    '/images/{id}/report': {
      make: () => fresh('image_report', { reason: 'violent', details: 'Blood.' }),
      status: 201,
      path: `/images/${shown.id}/report`,
    },
    '/images/{id}/appeal': {
      make: () => fresh('image_appeal', { text: 'It is a painting.' }),
      status: 201,
      path: `/images/${removed.id}/appeal`,
    },
    '/admin/reports/{id}/resolve': {
      make: async () => ({ action: 'remove', reason: 'It breaks our terms.' }),
      status: 404,
      path: `/admin/reports/${nobody}/resolve`,
      isForAdmins: true,
    },
    '/admin/appeals/{id}/decide': {
      make: async () => ({ action: 'uphold', answer: 'It stays removed.' }),
      status: 404,
      path: `/admin/appeals/${nobody}/decide`,
      isForAdmins: true,
    },
    '/admin/prompt-terms': {
      make: async () => ({ term: `bad thing ${randomInt(1e9)}`, rule: 'block', topic: 'other' }),
      status: 204,
      isForAdmins: true,
    },
    '/studio/age': { make: async () => ({ isAdult: true }), status: 200 },
    '/studio/reading': { make: async () => ({ prompt: 'a fox in the snow' }), status: 200 },
  }
}

const week = (): PropertyForm['custom_availability'] =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      { enabled: true, start: '10:00', end: '18:30' },
    ]),
  )

const hoursBody = (): PropertyForm => ({
  time_zone: 'America/Los_Angeles',
  availability_type: 'custom',
  custom_availability: week(),
  buffer_minutes: 15,
  availability_overrides: [
    { date: '2026-12-24', closed: true },
    { date: '2026-12-26', start: '12:00', end: '14:00' },
  ],
  occupancy_status: 'resident',
  entry_hours_rule: 'enforce',
  resident_consent_hours: week(),
})

/** Returns every member of the property form except the photo. */
export const propertyBody = (): PropertyForm => ({
  address_line1: '742 Juniper Street',
  unit_number: '3',
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90012',
  property_type: 'condo',
  bedrooms: 2.5,
  bathrooms: 1,
  square_feet: 950,
  rent_amount: 3200,
  use_public_profile: false,
  agent_first_name: 'Lena',
  agent_last_name: 'Listing',
  agent_phone: '(213) 555-0100',
  agent_email: 'lena@agents.example.com',
  agent_license: 'DRE 01',
  agent_brokerage: 'Homes',
  owner_type: 'entity',
  owner_first_name: 'Olga',
  owner_last_name: 'Owner',
  owner_entity_name: 'Juniper LLC',
  owner_entity_type: 'LLC',
  owner_email: 'olga@owners.example.com',
  owner_phone: '(213) 555-0122',
  resident_type: 'other',
  resident_first_name: 'Rosa',
  resident_last_name: 'Resident',
  resident_email: 'rosa@home.example.com',
  resident_phone: '(213) 555-0111',
  resident_text_consent: true,
  showing_instructions: 'Lockbox 4711.\nUp the stairs.',
  ...hoursBody(),
})
