import type { TestApp } from './app.ts'
import { billing, goodCard, makeProperty, type PropertyChoices } from './factories.ts'
import type { signUp } from './scene.ts'

export const LINKS = '/api/showingbooker/pay-links'
/** The time that a link holds, unless a test names another one. */
export const WHEN = { showingDate: '2026-11-27', showingTime: '13:30' }
export const VISITOR = { buyerName: 'Paula Phone', buyerPhone: '213 555 0177' }

type Person = Awaited<ReturnType<typeof signUp>>
type Sent = { channel: string; role: string; to: string; text: string }

export const secretOf = (payUrl: string) => decodeURIComponent(payUrl.split('/').at(-1) ?? '')

/** Returns the actions of an agent and their visitors on pay links. @param boss an admin who reads the outbox */
export function payLinks(app: TestApp, { agent, boss }: { agent: Person; boss: Person }) {
  const holdOf = async (payUrl: string) => (await app.call('GET', `/api/payments/hold/${secretOf(payUrl)}`)).body
  const textsOf = async (id: string): Promise<Sent[]> =>
    (await app.call('GET', `/api/dev/outbox?bookingId=${id}`, undefined, boss.headers)).body.messages
  return {
    home: (choices: PropertyChoices = {}) => makeProperty(app.db, { ownerId: agent.accountId, ...choices }),
    open: (propertyId: string, form: object = {}, who = agent, headers: object = {}) =>
      app.call('POST', LINKS, { propertyId, ...WHEN, ...VISITOR, ...form }, { ...who.headers, ...headers }),
    act: (id: string, name: string, who = agent) =>
      app.call('POST', `${LINKS}/${id}/${name}`, undefined, { cookie: who.cookie, origin: app.config.publicUrl }),
    listed: async (who = agent): Promise<{ id: string; sent: object[] }[]> =>
      (await app.call('GET', LINKS, undefined, who.headers)).body.payLinks,
    holdOf,
    confirm: (payUrl: string) =>
      app.call('POST', '/api/payments/sandbox/confirm', { clientSecret: secretOf(payUrl), card: goodCard, billing }),
    async settle(payUrl: string) {
      const { paymentIntentId, clientSecret } = await holdOf(payUrl)
      return app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
    },
    textsOf,
    /** Lists who got a message about a link, and how. */
    heard: async (id: string) => (await textsOf(id)).map(({ channel, role }) => `${channel} ${role}`).sort(),
  }
}
