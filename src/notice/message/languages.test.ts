import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'

const admin = { kind: 'account', accountId: '', role: 'admin', email: '' } as const
const spanish = { 'accept-language': 'es-MX,es;q=0.9' }

let app: TestApp
before(async () => {
  app = await testApp({ env: { LANGUAGES: 'en,es' } })
  app.clock.set('2026-11-21T09:00:00Z')
})
after(() => app.close())

/** The newest text of each channel and role. */
async function messagesOf(bookingId: string) {
  await app.runJobs()
  const { messages } = await app.outbox.list(admin, { bookingId, cursor: null, limit: 100 })
  // The newest is first.
  return new Map(messages.toReversed().map(({ channel, role, text }) => [`${channel} ${role}`, text]))
}

test('each person is written to in their own language, and their links open in it', async () => {
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
