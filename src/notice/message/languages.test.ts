import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { readCalendar } from '../../../test/ics.ts'
import { signUp } from '../../../test/scene.ts'

const admin = { kind: 'account', accountId: '', role: 'admin', email: '' } as const
const spanish = { 'accept-language': 'es-MX,es;q=0.9' }

let app: TestApp
before(async () => {
  app = await testApp({ env: { LANGUAGES: 'en,es' } })
  app.clock.set('2026-11-21T18:00:00Z')
})
after(() => app.close())

/** Returns the newest message of each channel and role. */
async function messagesOf(bookingId: string) {
  await app.runJobs()
  const { messages } = await app.outbox.list(admin, { bookingId, cursor: null, limit: 100 })
  // The newest comes first.
  return new Map(messages.toReversed().map(({ channel, role, text }) => [`${channel} ${role}`, text]))
}

test('writes to people in their own language, and their links open in it', async () => {
  const agent = await signUp(app, 'agent@languages.example.com')
  await app.call('POST', '/create-user', { uid: agent.accountId }, agent.headers)
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId })
  const hold = { bookingData: makeForm(home.slug) }
  const { body: held } = await app.call('POST', '/api/payments/create-payment-intent', hold, spanish)
  const { clientSecret, paymentIntentId } = held
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  const { body } = await app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  const first = await messagesOf(body.booking.id)
  assert.match(first.get('email buyer') ?? '', /viernes, 27 de noviembre de 2026/)
  assert.match(first.get('email buyer') ?? '', /\/showingbooker\/booking\/[\w-]+\?lang=es/)
  assert.match(first.get('email buyer') ?? '', /\/calendar\.ics\?lang=es/)
  for (const role of ['listing_agent', 'resident']) assert.match(first.get(`sms ${role}`) ?? '', /Fri, Nov 27/, role)

  await app.call('PATCH', '/user-profile', { settings: { language: 'es' } }, agent.headers)
  const path = `/api/showingbooker/properties/${home.id}`
  const { body: stored } = await app.call('GET', path, undefined, agent.headers)
  const change = { resident_language: 'es', version: (stored.property ?? stored).version }
  const changed = await app.call('PUT', path, change, agent.headers)
  assert.equal(changed.status, 200, changed.text)
  await app.call('POST', `/api/showingbooker/public/booking/${body.booking.manageUrl.split('/').at(-1)}/cancel`, {})
  const later = await messagesOf(body.booking.id)
  for (const role of ['buyer', 'listing_agent', 'resident'])
    assert.match(later.get(`sms ${role}`) ?? '', /vie, 27 nov, /, role)
})

type Reads = { agent: 'en' | 'es'; resident: 'en' | 'es'; buyer: 'en' | 'es' }

/** Books a showing of an occupied property for people who read these languages. @returns each role's email */
async function mailsTo(name: string, reads: Reads, change: Record<string, unknown> = {}) {
  const agent = await signUp(app, `${name}@languages.example.com`)
  await app.call('POST', '/create-user', { uid: agent.accountId }, agent.headers)
  await app.call('PATCH', '/user-profile', { settings: { language: reads.agent } }, agent.headers)
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId })
  await sql`update property set resident_language = ${reads.resident} where id = ${home.id}`.execute(app.db)
  const hold = { bookingData: makeForm(home.slug, change) }
  const asked = reads.buyer === 'es' ? spanish : {}
  const { body: held } = await app.call('POST', '/api/payments/create-payment-intent', hold, asked)
  const { clientSecret, paymentIntentId } = held
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  const { body } = await app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  await app.runJobs()
  const { messages } = await app.outbox.list(admin, { bookingId: body.booking.id, cursor: null, limit: 100 })
  const mails = messages.filter(({ channel }) => channel === 'email')
  const of = (role: string) => mails.find((mail) => mail.role === role) ?? assert.fail(role)
  return { coordination: of('listing_agent'), buyer: of('buyer') }
}

const summaryOf = (file: string | null | undefined) => readCalendar(file ?? '').summary

test("the resident's copy of the agent's email and its calendar file are in the resident's language", async () => {
  const { coordination, buyer } = await mailsTo('english-home', { agent: 'es', resident: 'en', buyer: 'en' })
  assert.match(coordination.subject ?? '', /^Aviso de entrada: .*, vie, 27 nov/)
  assert.match(coordination.html ?? '', /<html lang="es">/)
  assert.match(coordination.copy?.subject ?? '', /^Notice to enter: .*, Fri, Nov 27/)
  assert.match(coordination.copy?.text ?? '', /^Notice to Enter.*Hello Rosa/s)
  assert.match(coordination.copy?.html ?? '', /<html lang="en">/)
  assert.match(summaryOf(coordination.calendar?.content), /^Visita: /)
  assert.match(summaryOf(coordination.calendar?.copies[0]), /^Showing: /)

  assert.match(buyer.text, /Friday, November 27, 2026/)
  const own = buyer.copy?.own
  assert.equal(buyer.cc[own?.at ?? -1], 'lena@agents.example.com')
  assert.match(own?.subject ?? '', /^Visita confirmada: /)
  assert.match(own?.text ?? '', /Copia para usted: la confirmación que se envió a Maria Gomez/)
  assert.match(summaryOf(buyer.calendar?.content), /^Showing: /)
  assert.match(summaryOf(buyer.calendar?.copies[0]), /^Visita: /)
})

test('the reverse works too, and the agent of a buyer who reads Spanish gets a Spanish copy', async () => {
  const { coordination, buyer } = await mailsTo(
    'spanish-home',
    { agent: 'en', resident: 'es', buyer: 'es' },
    {
      requesterType: 'buyers_agent',
      buyerAgentName: 'Sam Lee',
      buyerAgentEmail: 'sam@broker.example',
      buyerAgentPhone: '3105550133',
    },
  )
  assert.match(coordination.subject ?? '', /^Notice to enter: /)
  assert.match(coordination.html ?? '', /<html lang="en">/)
  assert.match(coordination.copy?.subject ?? '', /^Aviso de entrada: /)
  assert.match(coordination.copy?.text ?? '', /Hola, Rosa/)
  assert.match(summaryOf(coordination.calendar?.copies[0]), /^Visita: /)

  assert.deepEqual(buyer.cc, ['lena@agents.example.com', 'sam@broker.example'])
  assert.match(buyer.subject ?? '', /^Visita confirmada: /)
  assert.match(buyer.html ?? '', /<html lang="es">/)
  assert.match(buyer.copy?.text ?? '', /Copia para usted: /)
  assert.deepEqual([buyer.copy?.subject, buyer.copy?.own?.at], [undefined, 0])
  assert.match(buyer.copy?.own?.subject ?? '', /^Showing confirmed: /)
  assert.match(buyer.copy?.own?.text ?? '', /This is your copy of the confirmation/)
  assert.deepEqual(
    [buyer.calendar?.content, ...(buyer.calendar?.copies ?? [])].map((file) => summaryOf(file).split(':')[0]),
    ['Visita', 'Showing', 'Visita'],
  )
})

test('if everyone reads the same language, there is one copy', async () => {
  const { coordination, buyer } = await mailsTo('one-language', { agent: 'es', resident: 'es', buyer: 'es' })
  assert.match(coordination.copy?.subject ?? '', /^Aviso de entrada: /)
  assert.deepEqual(Object.keys(buyer.copy ?? {}).toSorted(), ['html', 'text'])
})
