import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { stateOf, withoutPeople } from './domain.ts'

const told: [error: string | null, shown: string][] = [
  [null, 'No message'],
  ['', 'No message'],
  ['3 payments could not be reconciled', '3 payments could not be reconciled'],
  ['first line\nMaria Gonzalez', 'first line'],
  ['no mailbox maria.g@buyers.example.com there', 'no mailbox [email] there'],
  ['cannot text +1 (213) 555-0101 now', 'cannot text [number] now'],
  ['GET https://api.example.com/v1?key=abc failed', 'GET [address] failed'],
  ['invalid input syntax for type uuid: "Maria Gonzalez"', 'invalid input syntax for type uuid: […]'],
  [
    'duplicate key value violates unique constraint "notification_once"',
    'duplicate key value violates unique constraint "notification_once"',
  ],
  ['no booking 01a1fee3-82d6-736b-bb71-9dfd76b6cf59', 'no booking 01a1fee3-82d6-736b-bb71-9dfd76b6cf59'],
  ['stripe refused sk_live_51HxAbCdEfGhIjKlMnOpQrStUv', 'stripe refused [secret]'],
]
for (const [error, shown] of told)
  test(`shows an operator ${JSON.stringify(error)} as ${JSON.stringify(shown)}`, () =>
    assert.equal(withoutPeople(error), shown))

test('no address, phone number, or second line of a thrown error is shown, and it is short', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/)
  const mail = fc.tuple(word, word).map(([one, other]) => `${one}.x@${other}.example`)
  const phone = fc.stringMatching(/^\+1[2-9]\d{9}$/)
  fc.assert(
    fc.property(fc.array(fc.oneof(word, mail, phone), { maxLength: 60 }), word, (words, second) => {
      const shown = withoutPeople(`failed ${words.join(' ')}\nsecond${second}`)
      assert.doesNotMatch(shown, /@|\d{7}/)
      assert.ok(!shown.includes(`second${second}`) && shown.length <= 200)
    }),
  )
})

const at = (minute: number) => `2026-11-21T09:0${minute}:00Z`
const now = Temporal.Instant.from(at(5))
const states: [string, Parameters<typeof stateOf>[0], boolean, ReturnType<typeof stateOf>][] = [
  ['of whom nothing was heard', null, false, 'unknown'],
  ['that was never called', { lastOkAt: null, lastFailureAt: null, openUntil: null }, false, 'unknown'],
  ['that did its work last', { lastOkAt: at(2), lastFailureAt: at(1), openUntil: null }, false, 'well'],
  ['that failed last', { lastOkAt: at(1), lastFailureAt: at(2), openUntil: null }, false, 'failing'],
  ['that only failed', { lastOkAt: null, lastFailureAt: at(2), openUntil: null }, false, 'failing'],
  ['that is left alone', { lastOkAt: at(1), lastFailureAt: at(2), openUntil: at(6) }, false, 'left_alone'],
  ['whose pause is over', { lastOkAt: at(1), lastFailureAt: at(2), openUntil: at(4) }, false, 'failing'],
  ['that is embedded and failing', { lastOkAt: at(1), lastFailureAt: at(2), openUntil: at(6) }, true, 'failing'],
]
for (const [name, heard, isEmbedded, state] of states)
  test(`a vendor ${name} is ${state}`, () => assert.equal(stateOf(heard, isEmbedded, now), state))
