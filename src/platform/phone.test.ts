import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { phoneColumns, phoneKey, readPhone } from './phone.ts'
import { phoneLink, textLink } from './phone-link.ts'

const spellings: [typed: string, text: string, e164: string | null, extension?: string][] = [
  ['2135550188', '(213) 555-0188', '+12135550188'],
  ['213.555.0188', '(213) 555-0188', '+12135550188'],
  [' (213) 555-0188 ', '(213) 555-0188', '+12135550188'],
  ['1-213-555-0188', '(213) 555-0188', '+12135550188'],
  ['+1 213 555 0188', '(213) 555-0188', '+12135550188'],
  ['0012135550188', '(213) 555-0188', '+12135550188'],
  ['2135550188x0', '(213) 555-0188 ext. 0', '+12135550188', '0'],
  ['(213) 555-0188 x5', '(213) 555-0188 ext. 5', '+12135550188', '5'],
  ['(213) 555-0188 ext. 7', '(213) 555-0188 ext. 7', '+12135550188', '7'],
  ['213-555-0188 extension 12', '(213) 555-0188 ext. 12', '+12135550188', '12'],
  ['213-555-0188 #5', '(213) 555-0188 ext. 5', '+12135550188', '5'],
  ['+44 20 7946 0958', '+44 20 7946 0958', '+442079460958'],
  ['+44 (0)20 7946 0958 x3', '+44 20 7946 0958 ext. 3', '+442079460958', '3'],
  ['tel:+1-213-555-0188', '(213) 555-0188', '+12135550188'],
  ['Tel.: +1 (213) 555‑0188 x 44', '(213) 555-0188 ext. 44', '+12135550188', '44'],
  ['Cell 213-555-0188', '(213) 555-0188', '+12135550188'],
  ['M: +44 20 7946 0958', '+44 20 7946 0958', '+442079460958'],
  ['Teléfono: 213 555 0188', '(213) 555-0188', '+12135550188'],
  // If we cannot read the whole text, it stays as typed, and the rules still get the number.
  ['call 213 555 0188 after 5', 'call 213 555 0188 after 5', '+12135550188'],
  ['213 555 0188 p0', '213 555 0188 p0', '+12135550188'],
  ['2135550188 / 3105550199', '2135550188 / 3105550199', '+12135550188'],
  ['213_555_0188', '213_555_0188', '+12135550188'],
  ['21355501885', '21355501885', null],
  ['+1234567890123456', '+1234567890123456', null],
  ['555-0142', '555-0142', null],
  ['no phone', 'no phone', null],
  ['', '', null],
]
for (const [typed, text, e164, extension = null] of spellings)
  test(`the phone "${typed}"`, () => {
    assert.deepEqual(readPhone(typed), { text, e164, extension })
  })

/** A US number and one of its spellings, with or without an extension. */
const spelled = fc
  .tuple(
    fc.stringMatching(/^[2-9]\d{2}[2-9]\d{6}$/),
    fc.constantFrom('', '1', '+1', '1-', '+1 ', '1 ', '+1.'),
    fc.constantFrom(
      (a: string, b: string, c: string) => `${a}${b}${c}`,
      (a: string, b: string, c: string) => `(${a}) ${b}-${c}`,
      (a: string, b: string, c: string) => `(${a})${b}-${c}`,
      (a: string, b: string, c: string) => `${a}-${b}-${c}`,
      (a: string, b: string, c: string) => `${a}.${b}.${c}`,
      (a: string, b: string, c: string) => `${a} ${b}  ${c}`,
      (a: string, b: string, c: string) => `${a}–${b}–${c}`,
      (a: string, b: string, c: string) => [...`${a}${b}${c}`].join(' '),
    ),
    fc.option(
      fc.tuple(
        fc.constantFrom('x', ' x', ' X', ' x ', ' ext ', ' ext. ', ' Ext. ', ' extension ', ' #', '#', ';ext='),
        fc.stringMatching(/^\d{1,5}$/),
      ),
    ),
  )
  .map(([digits, country, write, extension]) => ({
    digits,
    extension: extension?.[1] ?? null,
    typed: country + write(digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)) + (extension?.join('') ?? ''),
  }))

test('every spelling of a number gives the same E.164 and text, and the extension separately', () => {
  fc.assert(
    fc.property(spelled, ({ digits, extension, typed }) => {
      const number = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
      const text = extension ? `${number} ext. ${extension}` : number
      assert.deepEqual(readPhone(typed), { text, e164: `+1${digits}`, extension }, typed)
      assert.equal(phoneKey(typed), `+1${digits}`)
    }),
    { numRuns: 1000 },
  )
})

test("a phone's text reads as the same phone again, and its number is E.164 or missing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 60 }), fc.stringMatching(/^[\d+() x.-]{0,40}$/)), (typed) => {
      const phone = readPhone(typed)
      assert.deepEqual(readPhone(phone.text), phone, typed)
      assert.match(phone.e164 ?? '+12135550188', /^\+[1-9]\d{6,14}$/)
    }),
    { numRuns: 2000 },
  )
})

test('a phone has three columns, all empty without a phone', () => {
  assert.deepEqual(phoneColumns('buyer_phone', '213.555.0188 x7'), {
    buyer_phone: '(213) 555-0188 ext. 7',
    buyer_phone_e164: '+12135550188',
    buyer_phone_extension: '7',
  })
  assert.deepEqual(phoneColumns('owner_phone', null), {
    owner_phone: null,
    owner_phone_e164: null,
    owner_phone_extension: null,
  })
})

test('the links of a shown phone dial its number, and only a call knows the extension', () => {
  const links: [text: string, call: string | null, text: string | null][] = [
    ['(213) 555-0188', 'tel:+12135550188', 'sms:+12135550188'],
    ['(213) 555-0188 ext. 7', 'tel:+12135550188;ext=7', 'sms:+12135550188'],
    ['+44 20 7946 0958', 'tel:+442079460958', 'sms:+442079460958'],
    ['21355501885', 'tel:21355501885', 'sms:21355501885'],
    ['no phone', null, null],
  ]
  for (const [text, call, write] of links) assert.deepEqual([phoneLink(text), textLink(text)], [call, write], text)
})

test('a phone reads the same after many others', () => {
  const typed = '213.555.0188'
  const first = readPhone(typed)
  for (let n = 0; n < 1_000; n++) readPhone(`213-555-${String(n).padStart(4, '0')}`)
  assert.deepEqual(readPhone(typed), first)
})
