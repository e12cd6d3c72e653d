import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Choice } from '../preference/domain.ts'
import { applyChoices, isFallback } from './choice-domain.ts'
import type { LastUpdate } from './invitation-domain.ts'
import type { Channel, Role } from './ports.ts'

const row = (role: Role, channel: Channel, event = 'booked', cc: string[] = []) => {
  const id = `${role} ${channel}`
  return { id, send_id: id, event, channel, role, cc, status: 'sending' as const, recipient: 'someone' }
}
const showing = { status: 'confirmed', calendarSequence: 0, agent: { email: 'Lena@agents.example' } }
const nothing = { optedOut: new Set<string>(), lastUpdates: new Map<string, LastUpdate>() }
const none: Choice[] = [{ topic: 'booking', sms: false, email: false }]
const all = [
  row('listing_agent', 'sms'),
  row('listing_agent', 'email'),
  row('resident', 'sms'),
  row('buyer', 'sms'),
  row('buyer', 'email', 'booked', ['lena@agents.example', 'ben@agents.example']),
]

test('without a choice, every message goes out', () => {
  assert.deepEqual(applyChoices(all, showing, [], nothing), { rows: all, off: new Set() })
})

test("an agent does not get messages that they turned off, or their copy of the buyer's email; other people get theirs", () => {
  const { rows, off } = applyChoices(all, showing, none, nothing)
  assert.deepEqual([...off], ['listing_agent sms', 'listing_agent email'])
  assert.deepEqual(rows.at(-1)?.cc, ['ben@agents.example'])
  assert.deepEqual(rows.slice(0, -1), all.slice(0, -1))
})

test("the email with the resident's notice always goes out, and so do messages that the agent resends", () => {
  const notice = row('listing_agent', 'email', 'booked', ['rosa@home.example'])
  const again = { ...row('listing_agent', 'sms'), send_id: 'another' }
  assert.deepEqual([...applyChoices([notice, again], showing, none, nothing).off], [])
})

test('a request goes the other way if the chosen one reaches no one', () => {
  const pending = { ...showing, status: 'pending' }
  const byText: Choice[] = [{ topic: 'request', sms: true, email: false }]
  const off = (rows: typeof all, optedOut: string[] = []) => [
    ...applyChoices(rows, pending, byText, { ...nothing, optedOut: new Set(optedOut) }).off,
  ]
  const mail = row('listing_agent', 'email')
  assert.deepEqual(off([row('listing_agent', 'sms'), mail]), ['listing_agent email'])
  assert.deepEqual(off([mail]), [])
  assert.deepEqual(off([row('listing_agent', 'sms'), mail], ['listing_agent sms']), [])
})

test("an email that changes an entry in the agent's calendar goes out, and all others stay off", () => {
  const noEmail: Choice[] = (['booking', 'request', 'reschedule', 'cancellation'] as const).map((topic) => ({
    topic,
    sms: true,
    email: false,
  }))
  const cases: [event: string, status: string, last: LastUpdate | null, isOff: boolean][] = [
    ['booked', 'confirmed', null, true],
    ['moved', 'confirmed', null, true],
    ['moved', 'confirmed', { method: 'REQUEST', sequence: 1 }, false],
    // The first try may have stored the update and failed.
    ['moved', 'confirmed', { method: 'REQUEST', sequence: 2 }, false],
    ['moved', 'pending', { method: 'REQUEST', sequence: 1 }, false],
    ['approved', 'confirmed', { method: 'CANCEL', sequence: 1 }, true],
    ['cancelled', 'cancelled', { method: 'REQUEST', sequence: 1 }, false],
    ['cancelled', 'cancelled', { method: 'CANCEL', sequence: 2 }, false],
    ['cancelled', 'cancelled', { method: 'CANCEL', sequence: 1 }, true],
    ['declined', 'declined', null, true],
  ]
  for (const [event, status, last, isOff] of cases) {
    const rows = [row('listing_agent', 'sms', event), row('listing_agent', 'email', event)]
    const lastUpdates = new Map(last && [['someone', last]])
    const { off } = applyChoices(rows, { ...showing, status, calendarSequence: 2 }, noEmail, {
      ...nothing,
      lastUpdates,
    })
    assert.deepEqual([...off], isOff ? ['listing_agent email'] : [], `${event} ${status} ${last?.method}`)
  }
})

test('only a request goes the way that the agent turned off if the other way fails', () => {
  const mail = row('listing_agent', 'email')
  const off = new Set([mail.id])
  assert.equal(isFallback(mail, off, 'pending'), true)
  assert.equal(isFallback(mail, off, 'confirmed'), false)
  assert.equal(isFallback(row('listing_agent', 'sms'), off, 'pending'), false)
})
