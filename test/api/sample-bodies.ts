import { randomUUIDv7 } from 'node:crypto'
import type { TestApp } from '../app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../factories.ts'

type Body = Record<string, unknown>
/** A body that its route takes, another one each time, and what the route answers to it. */
export type Sample = { make: () => Promise<Body>; status: number }

/** For every route that takes JSON. */
export function sampleBodies(app: TestApp): Record<string, Sample> {
  const email = () => `${randomUUIDv7()}@people.example.com`
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
  return {
    '/api/auth/sign-up/email': {
      make: async () => ({ email: email(), password: 'a long password', name: 'Someone' }),
      status: 200,
    },
    '/api/auth/sign-in/email': {
      make: async () => ({ email: email(), password: 'a long password', rememberMe: true }),
      status: 401,
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
    // Of the home `{slug}`, which there is not.
    '/api/showingbooker/public/share/{slug}/share': { make: async () => ({ platform: 'copy' }), status: 404 },
  }
}
