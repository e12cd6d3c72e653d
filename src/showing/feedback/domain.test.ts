import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planQuestion } from './asking-domain.ts'
import { answersInShort, changeableUntil } from './domain.ts'

test('a visitor gets one email, or one text if there is no email and the number did not opt out', () => {
  const out = new Set(['+12135550142'])
  const table: [buyer: Parameters<typeof planQuestion>[0], optedOut: Set<string>, planned: string | null][] = [
    [{ email: ' m@b.example ', phone: '(213) 555-0142' }, new Set(), 'email m@b.example'],
    [{ email: 'm@b.example', phone: '(213) 555-0142' }, out, 'email m@b.example'],
    [{ email: '', phone: '(213) 555-0142' }, new Set(), 'sms (213) 555-0142'],
    [{ email: null, phone: '(213) 555-0142' }, out, null],
    [{ email: null, phone: '12' }, new Set(), null],
    [{ email: null, phone: null }, new Set(), null],
  ]
  for (const [buyer, optedOut, planned] of table) {
    const found = planQuestion(buyer, optedOut)
    assert.equal(found && `${found.channel} ${found.recipient}`, planned)
  }
})

test('visitors can change their answers for 14 days', () => {
  assert.equal(changeableUntil(Temporal.Instant.from('2026-11-21T09:00:00Z')).toString(), '2026-12-05T09:00:00Z')
})

test('a summary has all answers in one line', () => {
  assert.equal(
    answersInShort({ interest: 'maybe', price: 'high', condition: 'as_expected' }),
    'Maybe interested · Price is high · As expected',
  )
})
