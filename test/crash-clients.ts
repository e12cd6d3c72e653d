import { billing, goodCard, makeForm } from './factories.ts'

export type Random = () => number

/** Returns a generator (mulberry32). The same seed gives the same numbers from 0 to 1. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Home = { slug: string; isLivedIn: boolean }
type Slot = { showingDate: string; showingTime: string }

/** The server's answers, by payment ID. None of them may become untrue. */
export type Memory = {
  held: Set<string>
  paid: Set<string>
  refused: Set<string>
  booked: Map<string, { id: string; number: string }>
  /** Answers that no client should ever get. */
  odd: string[]
  counts: { taken: number; broken: number }
}

export const newMemory = (): Memory => ({
  held: new Set(),
  paid: new Set(),
  refused: new Set(),
  booked: new Map(),
  odd: [],
  counts: { taken: 0, broken: 0 },
})

/** Starts buyers who book until we stop them. They forget a failed attempt, as a closed browser does. */
export function startClients(options: {
  origin: string
  count: number
  homes: Home[]
  slots: Slot[]
  random: Random
  memory: Memory
}): { stop(): Promise<void> } {
  const { origin, homes, slots, random, memory } = options
  let isStopped = false
  const one = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T

  async function buy() {
    const home = one(homes)
    const slot = one(slots)
    const isFarAhead = Date.parse(slot.showingDate) > Date.now() + 8 * 86_400_000
    const form = makeForm(home.slug, { ...slot, mailUpgrade: home.isLivedIn && isFarAhead && random() < 0.5 })
    const mood = random()
    const held = await post(origin, '/api/payments/create-payment-intent', { bookingData: form })
    if (held.status === 409) memory.counts.taken++
    if (held.status !== 201) return note(held, [409])
    const { clientSecret, paymentIntentId } = held.body
    memory.held.add(paymentIntentId)
    if (mood < 0.12) return
    if (mood < 0.2) {
      const card = { ...goodCard, number: '4000000000000002' }
      const refused = await post(origin, '/api/payments/sandbox/confirm', { clientSecret, card, billing })
      if (refused.status === 402) memory.refused.add(paymentIntentId)
      else note(refused, [])
      if (mood < 0.16) return
    }
    memory.refused.delete(paymentIntentId)
    const paid = await post(origin, '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
    if (paid.status !== 200) return note(paid, [])
    memory.paid.add(paymentIntentId)
    // This browser is closed, so the webhook books.
    if (mood > 0.85) return
    // Sometimes, the buyer double-clicks.
    await Promise.all(Array.from({ length: mood > 0.75 ? 2 : 1 }, () => settle(origin, paymentIntentId, memory)))
  }

  function note(answer: Answer, known: number[]) {
    if (answer.status !== 503 && !known.includes(answer.status)) memory.odd.push(`${answer.status} ${answer.text}`)
  }

  async function client() {
    while (!isStopped) {
      await buy().catch(() => {
        memory.counts.broken++
        // The server is down, so wait for a moment.
        return new Promise<void>((done) => setTimeout(done, 50))
      })
    }
  }
  const clients = Array.from({ length: options.count }, client)
  return {
    async stop() {
      isStopped = true
      await Promise.all(clients)
    },
  }
}

type Answer = Awaited<ReturnType<typeof post>>

/** Asks for the booking of a payment, as a browser does, and remembers the answer. */
export async function settle(origin: string, paymentIntentId: string, memory: Memory): Promise<void> {
  const answer = await post(origin, '/api/payments/process-booking', { paymentIntentId })
  if (answer.status !== 200) {
    if (answer.status !== 503) memory.odd.push(`${answer.status} ${answer.text}`)
    return
  }
  const { id, confirmation_number: number } = answer.body.booking
  const known = memory.booked.get(paymentIntentId)
  if (known && (known.id !== id || known.number !== number)) memory.odd.push(`${known.number} became ${number}`)
  memory.booked.set(paymentIntentId, { id, number })
}

let addresses = 0

/** Calls from a new address, so that no address reaches its limits. */
async function post(origin: string, path: string, body: object) {
  const n = ++addresses
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  return { status: response.status, text, body: JSON.parse(text) as any }
}
