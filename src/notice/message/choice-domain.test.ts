import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Choice } from '../preference/domain.ts'
import { applyChoices } from './choice-domain.ts'
import type { Channel, Role } from './ports.ts'

const row = (role: Role, channel: Channel, event = 'booked', cc: string[] = []) => {
  const id = `${role} ${channel}`
  return { id, send_id: id, event, channel, role, cc, status: 'sending' as const, recipient: 'someone' }
}
const showing = { status: 'confirmed', agent: { email: 'Lena@agents.example' } }
const none: Choice[] = [{ topic: 'booking', sms: false, email: false }]
const all = [
  row('listing_agent', 'sms'),
  row('listing_agent', 'email'),
  row('resident', 'sms'),
  row('buyer', 'sms'),
  row('buyer', 'email', 'booked', ['lena@agents.example', 'ben@agents.example']),
]

test('without a choice, every message goes out', () => {
  assert.deepEqual(applyChoices(all, showing, [], new Set()), { rows: all, off: new Set() })
})

test("an agent does not get messages that they turned off, or their copy of the buyer's email; other people get theirs", () => {
  const { rows, off } = applyChoices(all, showing, none, new Set())
  assert.deepEqual([...off], ['listing_agent sms', 'listing_agent email'])
  assert.deepEqual(rows.at(-1)?.cc, ['ben@agents.example'])
  assert.deepEqual(rows.slice(0, -1), all.slice(0, -1))
})

test("the email with the resident's notice always goes out, and so do messages that the agent resends", () => {
  const notice = row('listing_agent', 'email', 'booked', ['rosa@home.example'])
  const again = { ...row('listing_agent', 'sms'), send_id: 'another' }
  assert.deepEqual([...applyChoices([notice, again], showing, none, new Set()).off], [])
})

test('a request goes the other way if the chosen one reaches no one', () => {
  const pending = { ...showing, status: 'pending' }
  const byText: Choice[] = [{ topic: 'request', sms: true, email: false }]
  const off = (rows: typeof all, optedOut: string[] = []) => [
    ...applyChoices(rows, pending, byText, new Set(optedOut)).off,
  ]
  const mail = row('listing_agent', 'email')
  assert.deepEqual(off([row('listing_agent', 'sms'), mail]), ['listing_agent email'])
  assert.deepEqual(off([mail]), [])
  assert.deepEqual(off([row('listing_agent', 'sms'), mail], ['listing_agent sms']), [])
})
