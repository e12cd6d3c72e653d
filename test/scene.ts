import type { TestApp } from './app.ts'
import { billing, goodCard, makeForm, makeProperty } from './factories.ts'
import { makeImage } from './images.ts'

type Signed = { accountId: string; cookie: string; token: string; headers: Record<string, string> }
export type Scene = Awaited<ReturnType<typeof makeScene>>

export const PASSWORD = 'a password of the tests'

/** Creates an account in its owner's browser. `headers`: send them with its next call. */
export async function signUp(app: TestApp, email: string): Promise<Signed> {
  const answer = await app.call('POST', '/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Someone' })
  const cookie = cookieOf(answer.headers)
  const { body } = await app.call('GET', '/api/auth/token', undefined, { cookie })
  return {
    accountId: answer.body.user.id,
    cookie,
    token: body.token,
    headers: { authorization: `Bearer ${body.token}` },
  }
}

const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

/** Holds a slot, pays for it, and books it, over HTTP. */
export async function bookShowing(app: TestApp, form: object) {
  const held = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
  const { clientSecret, paymentIntentId } = held.body
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  const { body } = await app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  const token: string = body.booking.manageUrl.split('/').at(-1)
  return { clientSecret, paymentIntentId, booking: body.booking, token }
}

/** Returns now or, outside of 8 AM to 7 PM in Los Angeles, the last 6 PM there, so that no text waits for the morning. */
export function lastDaytime(): string {
  const now = Temporal.Now.zonedDateTimeISO('America/Los_Angeles').round('second')
  if (now.hour >= 8 && now.hour < 19) return now.toInstant().toString()
  const evening = now.with({ hour: 18, minute: 0, second: 0 })
  return evening
    .subtract({ days: now.hour < 8 ? 1 : 0 })
    .toInstant()
    .toString()
}

/**
 * Creates two agents and an admin. The first agent has an occupied property with a paid and announced showing, and a
 * private image.
 */
export async function makeScene(app: TestApp) {
  app.clock.set(lastDaytime())
  const owner = await signUp(app, 'owner@agents.example.com')
  const stranger = await signUp(app, 'stranger@agents.example.com')
  const admin = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: owner.accountId })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const booked = await bookShowing(app, form)
  await app.runJobs()
  const { body } = await app.call('GET', `/api/dev/outbox?bookingId=${booked.booking.id}`, undefined, admin.headers)
  const idOf = (channel: string): string => body.messages.find((one: { channel: string }) => one.channel === channel).id
  const noticeUrl = new URL(/https?:\S+\/public\/notice\/\S+/.exec(body.messages.map(textOf).join('\n'))?.[0] ?? '')
  const messages = { letterId: idOf('certified_mail'), emailId: idOf('email'), noticePath: noticeUrl.pathname }
  await app.call('POST', '/create-user', { uid: owner.accountId }, owner.headers)
  const image = await makeImage(app, { accountId: owner.accountId })
  return { owner, stranger, admin, home, image, ...booked, ...messages }
}

const textOf = (message: { text: string }) => message.text

/** Returns the date and time of a free slot. @param skip how many to leave for others */
export async function freeSlot(app: TestApp, slug: string, skip = 0) {
  const { body } = await app.call('GET', `/api/showingbooker/public/property/${slug}/availability`)
  type Day = { date: string; slots: { time: string; available: boolean }[] }
  const free = (body.days as Day[]).flatMap(({ date, slots }) =>
    slots.filter(({ available }) => available).map(({ time }) => ({ showingDate: date, showingTime: time })),
  )
  const slot = free[skip]
  if (!slot) throw new Error('no free start time is left')
  return slot
}

/** Returns the first free slot, after `skip` half hours, that still allows certified mail. */
export async function letterSlot(app: TestApp, slug: string, skip = 0) {
  const { body } = await app.call('GET', `/api/showingbooker/public/property/${slug}/availability`)
  type Day = { date: string; slots: { time: string; startsAt: string; available: boolean }[] }
  const from = Date.parse(body.certifiedMailFrom)
  const free = (body.days as Day[]).flatMap(({ date, slots }) =>
    slots
      .filter(({ available, startsAt }) => available && Date.parse(startsAt) >= from)
      .map(({ time }) => ({ showingDate: date, showingTime: time })),
  )
  const slot = free[skip]
  if (!slot) throw new Error('no free start time is left that allows a letter')
  return slot
}

/** Returns the token with other claims and the same signature. */
export function forge(token: string, claims: object): string {
  const [head, told = '', signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(told, 'base64url').toString()), ...claims }
  return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}
