import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../platform/errors.ts'
import { cleanWords, planThreadMessage, receivedWords, refusalOf, refusalsOf, textDueAt } from './domain.ts'
import { MOST_MESSAGES, MOST_TEXT, MOST_WORDS } from './limits-domain.ts'

const at = (instant: string) => Temporal.Instant.from(instant)
const LA = 'America/Los_Angeles'

test('trims a message, and refuses an empty or overlong one at the field', () => {
  assert.equal(cleanWords('  Ring twice.\n'), 'Ring twice.')
  assert.equal(cleanWords('x'.repeat(MOST_WORDS)).length, MOST_WORDS)
  assert.equal([...cleanWords('\u{1f600}'.repeat(MOST_WORDS))].length, MOST_WORDS)
  for (const words of ['', ' \n ', 'x'.repeat(MOST_WORDS + 1), '\u{1f600}'.repeat(MOST_WORDS + 1)])
    assert.throws(
      () => cleanWords(words),
      (error: DomainError) => error instanceof DomainError && error.issues[0]?.path === 'words',
    )
})

test('a text waits from 8 PM to 8 AM, local to the property', () => {
  const table: [now: string, due: string | null][] = [
    ['2026-11-24T03:59:00Z', null],
    ['2026-11-24T04:00:00Z', '2026-11-24T16:00:00Z'],
    ['2026-11-24T15:59:59Z', '2026-11-24T16:00:00Z'],
    ['2026-11-24T16:00:00Z', null],
  ]
  for (const [now, due] of table) assert.equal(textDueAt(at(now), LA)?.toString() ?? null, due, now)
  assert.equal(textDueAt(at('2026-11-24T04:00:00Z'), 'Pacific/Honolulu'), null)
})

test('marks that change the reading direction, and invisible words, do not count as words', () => {
  assert.equal(cleanWords(' \u202eSee you\u200b at 10 \u2066'), 'See you at 10')
  assert.throws(() => cleanWords('\u200b \u202e'), { code: 'invalid' })
})

test('drops what we cannot store from an incoming text, and cuts it between characters', () => {
  assert.equal(receivedWords('On\u0000 my\u0007 way \ud83d\u202e\n'), 'On my way \ufffd')
  assert.equal(receivedWords('\u{1f600}'.repeat(MOST_TEXT + 1)), '\u{1f600}'.repeat(MOST_TEXT))
})

test('a thread is open until 7 days after the showing and up to a number of messages, but never for a demo', () => {
  const endsAt = at('2026-11-20T20:00:00Z')
  const ask = (change: {
    isDemo?: boolean
    written?: number
    now?: string
    agent?: { phone: string | null; email: string | null }
  }) =>
    refusalOf(
      { isDemo: change.isDemo ?? false, endsAt, agent: change.agent ?? { phone: null, email: 'lena@x.example' } },
      change.written ?? 0,
      at(change.now ?? '2026-11-21T00:00:00Z'),
    )?.code ?? null
  assert.equal(ask({}), null)
  assert.equal(ask({ now: '2026-11-27T19:59:59Z' }), null)
  assert.equal(ask({ now: '2026-11-27T20:00:00Z' }), 'thread_closed')
  assert.equal(ask({ written: MOST_MESSAGES - 1 }), null)
  assert.equal(ask({ written: MOST_MESSAGES }), 'thread_full')
  assert.equal(ask({ isDemo: true }), 'demo_thread')
  assert.equal(ask({ agent: { phone: null, email: ' ' } }), 'agent_unreachable')
  assert.equal(ask({ agent: { phone: '(213) 555-0100', email: null } }), null)
})

test('texts no one without a number or after STOP', () => {
  const person = { name: 'Maria', phone: '(213) 555-0142', email: 'maria@x.example' }
  const ask = (number: string | null, optedOut: string[] = []) =>
    refusalsOf(person, { number, optedOut: new Set(optedOut), amountCents: 2500 })
  assert.deepEqual(ask('+12135550142'), { sms: null, email: null })
  assert.match(ask('+12135550142', ['+12135550142']).sms ?? '', /STOP/)
  assert.match(ask(null).sms ?? '', /can't get texts/)
  assert.match(
    refusalsOf({ ...person, email: ' ' }, { number: null, optedOut: new Set(), amountCents: 2500 }).email ?? '',
    /email address/,
  )
})

test('a message goes the requested ways; only the text waits, and only the email has a copy', () => {
  const person = { name: 'Maria', phone: '(213) 555-0142', email: 'maria@x.example' }
  const due = at('2026-11-24T16:00:00Z')
  const to = { role: 'buyer' as const, person, cc: ['agent@x.example', 'maria@x.example', null] }
  const plan = (ways: ('sms' | 'email')[]) =>
    planThreadMessage(to, ways, due).map(({ channel, recipient, cc, due_at }) => [channel, recipient, cc, due_at])
  const text = ['sms', '(213) 555-0142', [], '2026-11-24T16:00:00Z']
  const mail = ['email', 'maria@x.example', ['agent@x.example'], null]
  assert.deepEqual(plan(['sms', 'email']), [text, mail])
  assert.deepEqual(plan(['email']), [mail])
  assert.deepEqual(plan(['sms']), [text])
  const unreachable = { ...to, person: { name: null, phone: null, email: null } }
  assert.deepEqual(planThreadMessage(unreachable, ['sms', 'email'], due), [])
})
