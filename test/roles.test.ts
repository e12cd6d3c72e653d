import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from './app.ts'
import { makeProperty } from './factories.ts'
import { portion } from './portion.ts'
import {
  type Answers,
  type Ask,
  admins,
  everybody,
  owners,
  refusalOf,
  signedIn,
  type Who,
  writers,
} from './roles/callers.ts'
import { oracleRoutes } from './roles/oracle.ts'
import { peopleRoutes } from './roles/people.ts'
import { signInRoutes } from './roles/sign-in.ts'
import { studioRoutes } from './roles/studio.ts'
import { threadRoutes } from './roles/thread.ts'
import { forge, makeScene, type Scene, signUp } from './scene.ts'

const ofNoMessage: Ask = () => ({ path: '01900000-0000-7000-8000-000000000000' })
const ofNoJob: Ask = () => ({ path: '999999999' })
const missing: Answers = { ...admins, admin: 404 }
const longAgo = { showingDate: '2026-01-01', showingTime: '10:00' }
const ofTokenLongAgo: Ask = ({ token }) => ({ path: token, body: longAgo })
const ofBookingLongAgo: Ask = ({ booking }) => ({ path: booking.id, body: longAgo })
const lateByTen: Ask = ({ booking }) => ({ path: booking.id, body: { minutes: 10 } })
const shownByDana: Ask = ({ booking }) => ({ path: booking.id, body: { name: 'Dana' } })
const ofBooking: Ask = ({ booking }) => ({ path: booking.id })
/** Asks about the service record that exists before the requests. */
const ofService: Ask = ({ booking }) => ({ path: booking.id, serviceId })
const asServed: Ask = ({ booking }) => ({
  path: booking.id,
  body: { method: 'posted', servedAt: app.clock.now().toString(), servedBy: 'Lena Listing' },
})
const asIs: Ask = () => ({})
/** Asks about an account that does nothing itself. */
const ofUser: Ask = () => ({ path: subject.accountId, body: { reason: 'A reason.' } })
const ofHome: Ask = ({ home }) => ({ path: home.slug })
const unpaid = { paymentIntentId: 'pi_sandbox_of_nobody' }

/** Every route of the OpenAPI document: who gets which status, and how we call it if the path or the body matters. */
const table: Record<string, [Answers, Ask]> = {
  'GET /api-test': [everybody(200), asIs],
  'GET /db-test': [everybody(200), asIs],
  'GET /livez': [everybody(200), asIs],
  'GET /readyz': [everybody(200), asIs],
  'GET /api/openapi.json': [everybody(200), asIs],
  ...signInRoutes,
  'GET /api/access/{app}': [signedIn, () => ({ path: 'oracle' })],
  'POST /api/access/{app}': [signedIn, () => ({ path: 'oracle', body: { code: 'Code-of-the-Oracle' } })],
  // The owner already has a profile, with an image.
  'POST /create-user': [
    { visitor: 401, owner: 200, stranger: 201, admin: 200 },
    (_, who) => ({ body: { uid: who?.accountId ?? 'nobody' } }),
  ],
  // An admin may read every agent's profile.
  'GET /user-profile/{uid}': [
    { visitor: 401, owner: 200, stranger: 403, admin: 200 },
    ({ owner }) => ({ path: owner.accountId }),
  ],
  'PATCH /update-username': [signedIn, (_, who) => ({ body: { newUsername: `a${who?.accountId.slice(-12)}` } })],
  'PATCH /user-profile': [signedIn, () => ({ body: { bio: 'Shows homes.' } })],
  // This upload has no picture.
  'POST /api/upload/image': [writers(400), asIs],
  'DELETE /api/upload/image': [writers(204), asIs],
  'POST /unsubscribe/{token}': [everybody(404), () => ({ path: 'of-nobody' })],
  'GET /api/account/archive': [signedIn, asIs],
  'POST /api/account/archive': [writers(202), asIs],
  // No one has an export here: see src/account/data-export/service.test.ts.
  'GET /api/account/archive/{id}/file': [writers(404), ofNoMessage],
  'GET /api/account/deletion': [signedIn, asIs],
  'POST /api/account/deletion': [writers(400), () => ({ body: { password: 'a wrong one', confirm: true } })],
  'GET /admin/check': [signedIn, asIs],
  'GET /api/showingbooker/public/property/{slug}': [everybody(200), ofHome],
  'GET /api/showingbooker/public/property/{slugOrId}/availability': [everybody(200), ofHome],
  'GET /api/showingbooker/public/property/{slugOrId}/bookings': [everybody(200), ofHome],
  'GET /api/showingbooker/properties': [signedIn, asIs],
  'POST /api/showingbooker/properties': [writers(201), () => ({ body: newHome })],
  'GET /api/showingbooker/properties.csv': [signedIn, asIs],
  'POST /api/showingbooker/properties/import/preview': [signedIn, () => ({ body: newSheet })],
  'POST /api/showingbooker/properties/import': [writers(201), () => ({ body: { ...newSheet, lines: [2] } })],
  'GET /api/showingbooker/properties/start-contact': [signedIn, asIs],
  'GET /api/showingbooker/properties/{id}': [owners, ({ home }) => ({ path: home.id })],
  'PUT /api/showingbooker/properties/{id}': [owners, ({ home }) => ({ path: home.id, body: { bedrooms: 3 } })],
  // The owner calls first, so the property is gone for the admin.
  'DELETE /api/showingbooker/properties/{id}': [
    { visitor: 401, owner: 204, stranger: 404, admin: 404 },
    () => ({ path: sparePropertyId }),
  ],
  'POST /api/showingbooker/upload/property-photo': [writers(400), asIs],
  'POST /api/showingbooker/upload/property-photo/{id}': [
    { visitor: 401, owner: 400, stranger: 404, admin: 400 },
    ({ home }) => ({ path: home.id }),
  ],
  'POST /api/showingbooker/availability-preview': [owners, ({ home }) => ({ body: { propertyId: home.id } })],
  'GET /api/showingbooker/profile': [signedIn, asIs],
  'PUT /api/showingbooker/profile': [
    signedIn,
    () => ({ body: { agent_name: 'Lena Listing', agent_phone: '213-555-0100' } }),
  ],
  'POST /api/showingbooker/demo-data': [writers(201), asIs],
  'GET /api/showingbooker/demo-data': [signedIn, asIs],
  'DELETE /api/showingbooker/demo-data': [writers(204), asIs],
  'GET /api/showingbooker/demo/booking': [everybody(200), asIs],
  'POST /api/showingbooker/demo/booking': [everybody(400), () => ({ body: {} })],
  'GET /files/photos/{name}': [everybody(404), () => ({ path: 'nothing-1200.webp' })],
  'POST /api/payments/create-payment-intent': [
    everybody(400),
    ({ home }) => ({ body: { bookingData: { propertyId: home.id } } }),
  ],
  'POST /api/showingbooker/public/book': [everybody(400), ({ home }) => ({ body: { propertyId: home.id } })],
  'POST /api/payments/process-booking': [everybody(404), () => ({ body: unpaid })],
  'GET /api/payments/hold/{clientSecret}': [everybody(200), ({ clientSecret }) => ({ path: clientSecret })],
  'POST /api/payments/webhook': [everybody(400), () => ({ body: { id: 'evt_of_nobody' } })],
  'POST /api/payments/sandbox/confirm': [everybody(200), ({ clientSecret }) => ({ body: again(clientSecret) })],
  'GET /api/payments/sandbox/intent/{clientSecret}': [everybody(404), () => ({ path: 'of-nobody' })],
  'POST /api/payments/sandbox/action': [
    everybody(200),
    ({ clientSecret }) => ({ body: { clientSecret, outcome: 'complete' } }),
  ],
  'GET /api/showingbooker/public/booking/{token}': [everybody(200), ({ token }) => ({ path: token })],
  'GET /api/showingbooker/public/booking/{token}/calendar.ics': [everybody(200), ({ token }) => ({ path: token })],
  'GET /api/showingbooker/public/booking/{token}/version': [everybody(200), ({ token }) => ({ path: token })],
  'GET /api/showingbooker/public/booking/{token}/receipt.pdf': [everybody(200), ({ token }) => ({ path: token })],
  'GET /api/showingbooker/bookings': [signedIn, asIs],
  'GET /api/showingbooker/bookings/{id}': [owners, ({ booking }) => ({ path: booking.id })],
  'GET /api/showingbooker/bookings/{id}/calendar.ics': [owners, ({ booking }) => ({ path: booking.id })],
  'GET /api/showingbooker/bookings.csv': [signedIn, asIs],
  'GET /api/showingbooker/bookings.ics': [signedIn, asIs],
  'GET /api/showingbooker/bookings.pdf': [signedIn, asIs],
  // The showing has not begun.
  'POST /api/showingbooker/bookings/{id}/complete': [{ ...owners, owner: 409, admin: 409 }, ofBooking],
  'POST /api/showingbooker/bookings/{id}/no-show': [{ ...owners, owner: 409, admin: 409 }, ofBooking],
  // The showing is already confirmed.
  'POST /api/showingbooker/bookings/{id}/approve': [{ ...owners, owner: 409, admin: 409 }, ofBooking],
  'POST /api/showingbooker/bookings/{id}/decline': [{ ...owners, owner: 409, admin: 409 }, ofBooking],
  'POST /api/showingbooker/bookings/{id}/refund': [
    { ...owners, owner: 409, admin: 409 },
    ({ booking }) => ({ path: booking.id, body: { decision: 'approve' } }),
  ],
  'POST /api/showingbooker/public/booking/{token}/instructions': [everybody(200), ({ token }) => ({ path: token })],
  'POST /api/showingbooker/public/booking/{token}/book-offered': [everybody(400), ofTokenLongAgo],
  'POST /api/showingbooker/public/booking/{token}/email': [everybody(400), ofTokenLongAgo],
  'POST /api/showingbooker/bookings/{id}/propose-move': [{ ...owners, owner: 400, admin: 400 }, ofBookingLongAgo],
  'POST /api/showingbooker/bookings/{id}/withdraw-move': [{ ...owners, owner: 409, admin: 409 }, ofBooking],
  'POST /api/showingbooker/public/booking/{token}/answer-move': [
    everybody(409),
    ({ token, booking }) => ({ path: token, body: { proposalId: booking.id, answer: 'agree' } }),
  ],
  // The showing is days ahead.
  'POST /api/showingbooker/bookings/{id}/running-late': [{ ...owners, owner: 409, admin: 409 }, lateByTen],
  'PUT /api/showingbooker/bookings/{id}/shown-by': [owners, shownByDana],
  'POST /api/showingbooker/public/booking/{token}/move': [everybody(400), ({ token }) => ({ path: token, body: {} })],
  'POST /api/showingbooker/public/booking/{token}/refund-request': [
    everybody(409),
    ({ token }) => ({ path: token, body: { reason: 'Locked out' } }),
  ],
  'GET /api/showingbooker/admin/acts': [admins, asIs],
  'GET /api/showingbooker/admin/agents': [admins, asIs],
  'POST /api/showingbooker/admin/properties': [
    { ...admins, admin: 201 },
    ({ owner }) => ({ body: { ...newHome, agent_id: owner.accountId } }),
  ],
  'GET /api/showingbooker/admin/users': [admins, asIs],
  // These calls come one after the other, so that each has something to do.
  'POST /api/showingbooker/admin/users/{id}/grant-admin': [admins, ofUser],
  'POST /api/showingbooker/admin/users/{id}/revoke-admin': [admins, ofUser],
  'POST /api/showingbooker/admin/users/{id}/sign-out': [admins, ofUser],
  'POST /api/showingbooker/admin/users/{id}/suspend': [admins, ofUser],
  'POST /api/showingbooker/admin/users/{id}/lift': [admins, ofUser],
  'GET /api/showingbooker/admin/operations': [admins, asIs],
  'GET /api/showingbooker/admin/operations/messages': [admins, asIs],
  'GET /api/showingbooker/admin/operations/jobs': [admins, asIs],
  'GET /api/showingbooker/admin/operations/webhooks': [admins, asIs],
  'GET /api/showingbooker/admin/operations/differences': [admins, asIs],
  'POST /api/showingbooker/admin/operations/reconcile': [{ ...admins, admin: 202 }, asIs],
  'POST /api/showingbooker/admin/operations/messages/{id}/resend': [missing, ofNoMessage],
  'POST /api/showingbooker/admin/operations/jobs/{id}/run': [missing, ofNoJob],
  'POST /api/showingbooker/admin/operations/jobs/{id}/drop': [missing, ofNoJob],
  'GET /api/showingbooker/block-outs': [signedIn, asIs],
  'POST /api/showingbooker/block-outs': [writers(201), () => ({ body: { from_date: later(), to_date: later() } })],
  'DELETE /api/showingbooker/block-outs/{id}': [{ ...owners, owner: 204, admin: 404 }, () => ({ path: blockOutId })],
  'GET /api/showingbooker/calendar': [signedIn, asIs],
  'GET /api/showingbooker/calendar/week': [signedIn, asIs],
  'GET /api/showingbooker/calendar-feed': [signedIn, asIs],
  'POST /api/showingbooker/calendar-feed/rotate': [signedIn, asIs],
  'GET /calendar/{token}.ics': [everybody(404), () => ({ path: 'of-nobody' })],
  'GET /api/showingbooker/properties/{id}/bookings': [owners, ({ home }) => ({ path: home.id })],
  'GET /api/showingbooker/properties/{id}/logs/verify': [owners, ({ home }) => ({ path: home.id })],
  'GET /api/showingbooker/properties/{id}/time-check': [
    owners,
    ({ home }) => ({ path: home.id, query: '?date=2026-11-27&time=13:30' }),
  ],
  'GET /api/showingbooker/properties/{id}/showings-elsewhere': [owners, ({ home }) => ({ path: home.id })],
  'GET /api/showingbooker/properties/{id}/logs.csv': [owners, ({ home }) => ({ path: home.id })],
  'GET /api/showingbooker/properties/{id}/logs.pdf': [owners, ({ home }) => ({ path: home.id })],
  'POST /api/bookings/log': [
    { visitor: 401, owner: 201, stranger: 404, admin: 201 },
    ({ booking }) => ({ body: { bookingId: booking.id, note: 'The resident called.' } }),
  ],
  'GET /api/showingbooker/dashboard': [signedIn, asIs],
  'GET /api/showingbooker/agenda': [signedIn, asIs],
  'GET /api/showingbooker/agenda/counts': [signedIn, asIs],
  'GET /api/showingbooker/activity': [signedIn, asIs],
  'GET /api/showingbooker/stats': [signedIn, asIs],
  'GET /api/showingbooker/report': [signedIn, asIs],
  'GET /api/showingbooker/report.csv': [signedIn, asIs],
  'GET /api/showingbooker/events': [signedIn, asIs],
  'GET /api/showingbooker/public/share/{slug}': [everybody(200), ofHome],
  'POST /api/showingbooker/public/share/{slug}/view': [everybody(200), ofHome],
  'POST /api/showingbooker/public/share/{slug}/share': [
    everybody(200),
    ({ home }) => ({ path: home.slug, body: { platform: 'copy' } }),
  ],
  'GET /files/previews/{name}': [everybody(404), () => ({ path: 'nothing.jpg' })],
  'GET /api/showingbooker/properties/{id}/qr.png': [owners, ({ home }) => ({ path: home.id })],
  'GET /api/showingbooker/properties/{id}/flyer.pdf': [owners, ({ home }) => ({ path: home.id })],
  'GET /api/showingbooker/bookings/{id}/notifications': [owners, ({ booking }) => ({ path: booking.id })],
  ...threadRoutes,
  // The letter is in the mail, so every request gets the same answer.
  'POST /api/notifications/{channel}': [
    owners,
    ({ booking }) => ({ path: 'certified-mail', body: { bookingId: booking.id } }),
  ],
  'POST /api/showingbooker/notifications/{id}/resend': [
    { visitor: 401, owner: 409, stranger: 404, admin: 409 },
    ({ letterId }) => ({ path: letterId }),
  ],
  'POST /api/webhooks/twilio/status': [everybody(404), asIs],
  'POST /api/webhooks/twilio/inbound': [everybody(404), asIs],
  'POST /api/webhooks/lob': [everybody(404), asIs],
  'GET /api/dev/outbox': [admins, asIs],
  'GET /api/dev/outbox/{id}/html': [admins, ({ emailId }) => ({ path: emailId })],
  'GET /api/dev/outbox/{id}/invite.ics': [admins, ({ emailId }) => ({ path: emailId })],
  'GET /api/dev/outbox/{id}/pdf': [admins, ({ letterId }) => ({ path: letterId })],
  'GET /api/showingbooker/bookings/{id}/evidence': [owners, ofBooking],
  'GET /api/showingbooker/bookings/{id}/evidence.pdf': [owners, ofBooking],
  'GET /api/showingbooker/public/packet/{code}': [everybody(404), () => ({ path: '0000-0000-0000-0000' })],
  'GET /api/showingbooker/bookings/{id}/service': [owners, ofBooking],
  'POST /api/showingbooker/bookings/{id}/service': [{ ...owners, owner: 201, admin: 201 }, asServed],
  'POST /api/showingbooker/bookings/{id}/service/photo': [{ ...owners, owner: 400, admin: 400 }, ofBooking],
  'GET /api/showingbooker/bookings/{id}/service/{serviceId}.pdf': [owners, ofService],
  // The service has no photo.
  'GET /api/showingbooker/bookings/{id}/service/{serviceId}/photo': [{ ...owners, owner: 404, admin: 404 }, ofService],
  'POST /api/showingbooker/bookings/{id}/service/{serviceId}/withdraw': [
    { ...owners, admin: 409 },
    (scene) => ({ ...ofService(scene), body: { reason: 'The wrong door.' } }),
  ],
  // This row is last, because it cancels the showing. The admin calls second.
  'POST /api/showingbooker/bookings/{id}/cancel': [{ ...owners, admin: 409 }, ofBooking],
  'POST /api/showingbooker/public/booking/{token}/cancel': [everybody(409), ({ token }) => ({ path: token })],
  ...peopleRoutes,
  ...studioRoutes,
  ...oracleRoutes,
}

const newSheet = {
  csv: 'Address,City,State,ZIP,use_public_profile,agent_phone\n5 Sheet St,Pasadena,CA,91101,yes,2135550100',
}
const newHome = {
  address_line1: '742 Juniper Street',
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90012',
  agent_first_name: 'Lena',
  agent_last_name: 'Listing',
  agent_email: 'lena@agents.example.com',
  agent_phone: '213-555-0100',
}

const later = () => app.clock.now().toZonedDateTimeISO('UTC').add({ days: 100 }).toPlainDate().toString()

const again = (clientSecret: string) => ({
  clientSecret,
  card: { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' },
  billing: { name: 'A', email: 'a@b.example', phone: '1' },
})

let app: TestApp
let scene: Scene
let serviceId: string
let sparePropertyId: string
let blockOutId: string
let subject: Scene['owner']
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
  const served = { method: 'personal', servedAt: app.clock.now().toString(), servedBy: 'Lena Listing' }
  const path = `/api/showingbooker/bookings/${scene.booking.id}/service`
  subject = await signUp(app, 'subject@agents.example.com')
  sparePropertyId = (await makeProperty(app.db, { ownerId: scene.owner.accountId })).id
  serviceId = (await app.call('POST', path, served, scene.owner.headers)).body.id
  const closed = { from_date: later(), to_date: later() }
  blockOutId = (await app.call('POST', '/api/showingbooker/block-outs', closed, scene.owner.headers)).body.id
})
after(() => app.close())

async function documented(): Promise<string[]> {
  const { body } = await app.call('GET', '/api/openapi.json')
  const paths = Object.entries(body.paths as Record<string, object>)
  return paths.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
}

async function ask(route: string, headers: Record<string, string>, who: Who = null) {
  const [method = '', pattern = ''] = route.split(' ')
  const { path = '', query = '', serviceId = '', name = '', body } = table[route]?.[1](scene, who) ?? {}
  const named = pattern.replace('{serviceId}', serviceId).replace('{name}', name || '{name}')
  const filled = named.replace(/\{[^}]+\}/, encodeURIComponent(path))
  const answer = await app.call(method, filled + query, body, headers)
  if (answer.status >= 400)
    assert.deepEqual(Object.keys(answer.body).slice(0, 3), ['error', 'code', 'requestId'], route)
  return answer
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('the table has every route of the OpenAPI document, and no other', async () => {
  assert.deepEqual((await documented()).sort(), Object.keys(table).sort())
})

test('every route answers visitor, owner, another agent, and admin as the table says', async (t) => {
  const found: Record<string, Answers> = {}
  for (const route of Object.keys(table)) {
    const status = async (headers: Record<string, string>, who: Who = null) => (await ask(route, headers, who)).status
    const { owner, stranger, admin } = scene
    found[route] = {
      visitor: await status({}),
      owner: await status(owner.headers, owner),
      stranger: await status(stranger.headers, stranger),
      admin: await status(admin.headers, admin),
    }
  }
  assert.deepEqual(found, Object.fromEntries(Object.entries(table).map(([route, [answers]]) => [route, answers])))
  const statuses = Object.values(found)
  const opened = statuses.filter(({ owner, admin }) => owner < 300 || admin < 300).length
  t.diagnostic(`${statuses.length} routes as 7 kinds of callers; ${opened} of them let owner or admin through`)
})

test('the table and the declared callers of every route agree on who is refused', async () => {
  const { body } = await app.call('GET', '/api/openapi.json')
  for (const [route, [answers]] of Object.entries(table)) {
    const [method = '', pattern = ''] = route.split(' ')
    const { security } = body.paths[pattern][method.toLowerCase()]
    for (const who of ['visitor', 'owner', 'stranger', 'admin'] as const) {
      const refused = refusalOf(security, who)
      if (refused !== null) assert.equal(answers[who], refused, `${route} as ${who}`)
    }
  }
})

test('a cookie has the same access as a token', async () => {
  const reads = Object.entries(table).filter(([route]) => /^GET (?!\/api\/auth)/.test(route))
  for (const [turn, [route, [answers]]] of reads.entries())
    for (const who of portion(['owner', 'stranger', 'admin'] as const, turn, 3))
      assert.equal((await ask(route, { cookie: scene[who].cookie })).status, answers[who], `${who} ${route}`)
})

test('a suspended account is a visitor everywhere, by token and by cookie, and cannot sign in', async () => {
  const email = 'suspended@agents.example.com'
  const suspended = await signUp(app, email)
  const home = await makeProperty(app.db, { ownerId: suspended.accountId })
  const path = `/api/showingbooker/properties/${home.id}`
  assert.equal((await app.call('GET', path, undefined, suspended.headers)).status, 200)
  const at = `/api/showingbooker/admin/users/${suspended.accountId}/suspend`
  assert.equal((await app.call('POST', at, { reason: 'Because.' }, scene.admin.headers)).status, 200)
  for (const held of [suspended.headers, { cookie: suspended.cookie }]) {
    for (const [route, [answers]] of Object.entries(table)) {
      // A request with a cookie and without an origin changes nothing.
      if ('cookie' in held && !route.startsWith('GET')) continue
      assert.equal((await ask(route, held, suspended)).status, answers.visitor, route)
    }
    assert.equal((await app.call('GET', path, undefined, held)).status, 401)
  }
  const again = await app.call('POST', '/api/auth/sign-in/email', { email, password: 'a password of the tests' })
  assert.deepEqual([again.status, again.body.code], [403, 'account_suspended'])
})

test('an expired or forged token makes its bearer a visitor, even with a good cookie', async () => {
  const { owner, admin } = scene
  const bad = {
    'of another account': forge(owner.token, { sub: admin.accountId }),
    prolonged: forge(owner.token, { exp: 4_000_000_000 }),
    unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${admin.token.split('.')[1]}.`,
    'no token': 'Bearer',
  }
  for (const [turn, [route, [answers]]] of Object.entries(table).entries()) {
    for (const [name, token] of portion(Object.entries(bad), turn, 4))
      assert.equal((await ask(route, bearer(token))).status, answers.visitor, `${name}: ${route}`)
    if (route.startsWith('GET /admin') || route.startsWith('GET /api/showingbooker/bookings'))
      assert.equal((await ask(route, { ...bearer('forged'), cookie: admin.cookie })).status, answers.visitor, route)
  }
  // The identity provider dates tokens in real time, which may be ahead of the test's clock.
  app.clock.set(Temporal.Now.instant().add({ minutes: 16 }).toString())
  for (const [route, [answers]] of Object.entries(table))
    assert.equal((await ask(route, admin.headers)).status, answers.visitor, `ran out: ${route}`)
})

test("another agent's own lists stay empty, and the public answers contain no resident, owner, or entry code", async () => {
  const { owner, home, token } = scene
  const stranger = await signUp(app, 'bystander@agents.example.com')
  const sees = async (path: string, headers: Record<string, string>) =>
    (await app.call('GET', path, undefined, headers)).body
  assert.deepEqual((await sees('/api/showingbooker/bookings', { cookie: stranger.cookie })).bookings, [])
  assert.deepEqual((await sees('/api/showingbooker/properties', { cookie: stranger.cookie })).properties, [])
  const asked = `/api/showingbooker/bookings?property_id=${home.id}`
  assert.deepEqual((await sees(asked, { cookie: stranger.cookie })).bookings, [])
  assert.equal((await sees(asked, { cookie: owner.cookie })).bookings.length, 1)
  for (const path of [
    `property/${home.slug}`,
    `property/${home.slug}/availability`,
    `property/${home.slug}/bookings`,
    `share/${home.slug}`,
    `booking/${token}`,
  ]) {
    const { text } = await app.call('GET', `/api/showingbooker/public/${path}`)
    assert.doesNotMatch(text, /Rosa|Resident|555-0111|Olga|olga@|Lockbox|agent_id|created_by/, path)
  }
})
