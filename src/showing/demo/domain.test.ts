import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { writeInstant } from '../../platform/instant.ts'
import { readPhone } from '../../platform/phone.ts'
import { isState } from '../../property/property/domain.ts'
import type { DemoForm } from './contract.ts'
import {
  DEMO_BUYER,
  DEMO_HOME,
  demoDay,
  demoDays,
  demoParties,
  demoShowings,
  demoStart,
  demoTaken,
  destinationsOf,
  hinted,
  nextDemoDay,
  STATES,
  validateDemo,
} from './domain.ts'
import { markDemo, markDemoNotice } from './messages.ts'

test('the sample apartment has the figures of booking.md section 9', () => {
  const { property_type, rent_amount, bedrooms, bathrooms, square_feet, status, booking_approval } = DEMO_HOME
  assert.deepEqual(
    [property_type, rent_amount, bedrooms, bathrooms, square_feet, status, booking_approval],
    ['apartment', 3200, 2, 1, 950, 'listed', 'automatic'],
  )
  assert.deepEqual([DEMO_HOME.advance_notice_hours, DEMO_HOME.showing_duration_minutes], [24, 30])
})

test('three showings are to come, on +2, +3 and +5 days, and two were, on -2 and -4', () => {
  // 23:30 on the 20th in Los Angeles, where the day counts.
  const now = Temporal.Instant.from('2026-11-21T07:30:00Z')
  assert.deepEqual(
    demoShowings(now).map(({ number, status, date }) => `${number} ${status} ${date}`),
    [
      'DEMO001 confirmed 2026-11-22',
      'DEMO002 confirmed 2026-11-23',
      'DEMO003 confirmed 2026-11-25',
      'DEMO004 completed 2026-11-18',
      'DEMO005 completed 2026-11-16',
    ],
  )
})

test('whenever it is made: each in its hours, half an hour long, booked before it starts, and none at once with another', () => {
  const anyMoment = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(anyMoment, (date) => {
      const now = Temporal.Instant.fromEpochMilliseconds(date.getTime())
      const showings = demoShowings(now)
      for (const { status, time, startsAt, endsAt, bookedAt, amountCents } of showings) {
        assert.ok(time >= '09:00' && time <= '16:30' && /:(00|30)$/.test(time))
        assert.equal(startsAt.toZonedDateTimeISO(DEMO_HOME.time_zone).toPlainTime().toString().slice(0, 5), time)
        assert.equal(endsAt.since(startsAt).total('minutes'), 30)
        assert.equal(Temporal.Instant.compare(startsAt, now) > 0, status === 'confirmed')
        assert.ok(Temporal.Instant.compare(bookedAt, now) <= 0 && Temporal.Instant.compare(bookedAt, startsAt) < 0)
        assert.equal(amountCents, 100)
      }
      assert.equal(new Set(showings.map((one) => String(one.startsAt))).size, 5)
    }),
  )
})

const form: DemoForm = {
  showingDate: '2026-11-27',
  showingTime: '13:30',
  requesterType: 'buyer',
  mailUpgrade: false,
  agreeToTerms: true,
  buyerName: 'Vera Visitor',
  buyerEmail: 'vera@visitors.example.com',
  buyerPhone: '3105550142',
  demoRecipientEmail: 'me@destinations.example.com',
}
const anyMoment = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => Temporal.Instant.fromEpochMilliseconds(date.getTime()))

test('a demo offers the next 14 days, tomorrow at the home the first, each half hour from 9:00 to 16:30', () => {
  // 23:30 on the 20th in Los Angeles.
  const days = demoDays(Temporal.Instant.from('2026-11-21T07:30:00Z'))
  assert.deepEqual([days.length, days[0]?.date, days.at(-1)?.date], [14, '2026-11-21', '2026-12-04'])
  assert.deepEqual(
    [days[0]?.slots.length, days[0]?.slots[0], days[0]?.slots.at(-1)?.time],
    [16, { time: '09:00', startsAt: '2026-11-21T17:00:00.000Z' }, '16:30'],
  )
})

test('whenever it is: what is offered is what is accepted, it lies ahead, and tomorrow it is another list', () => {
  fc.assert(
    fc.property(anyMoment, (now) => {
      const days = demoDays(now)
      for (const { date, slots } of days) {
        for (const { time, startsAt } of [slots[0], slots[9], slots[15]].filter((slot) => slot !== undefined)) {
          assert.equal(writeInstant(demoStart(date, time, now) as Temporal.Instant), startsAt)
          assert.ok(Temporal.Instant.compare(Temporal.Instant.from(startsAt), now) > 0)
          const local = Temporal.Instant.from(startsAt).toZonedDateTimeISO(DEMO_HOME.time_zone)
          assert.equal(`${local.toPlainDate()} ${local.toPlainTime().toString().slice(0, 5)}`, `${date} ${time}`)
        }
      }
      const change = nextDemoDay(now)
      assert.deepEqual(demoDays(change.subtract({ milliseconds: 1 })), days)
      assert.equal(demoDays(change)[0]?.date, days[1]?.date)
    }),
    { numRuns: 50 },
  )
  const today = demoDay(Temporal.Instant.from('2026-11-21T07:30:00Z'))
  assert.equal(demoStart(today, '10:00', Temporal.Instant.from('2026-11-21T07:30:00Z')), null)
})

test('the states of the form are those of homes', () => {
  assert.equal(STATES.length, 51)
  assert.deepEqual(
    STATES.filter((state) => !isState(state)),
    [],
  )
})

const phoneIn = ({ demoRecipientPhone: typed }: DemoForm) => (typed?.trim() ? readPhone(typed) : null)
const destinationsIn = (form: DemoForm) => destinationsOf(form, phoneIn(form))

const foldedOf = (change: Partial<DemoForm>) =>
  destinationsIn({ ...form, demoRecipientEmail: '', ...change }).map(({ folded }) => folded)

test('two spellings of one destination are one', () => {
  for (const email of ['Me@Destinations.example.com', ' me@destinations.example.com '])
    assert.deepEqual(foldedOf({ demoRecipientEmail: email }), ['me@destinations.example.com'])
  for (const [email, folded] of [
    ['Me+Tag@example.com', 'me@example.com'],
    ['me+a+b@example.com', 'me@example.com'],
    ['+me@example.com', '+me@example.com'],
    ['m.e+1@gmail.com', 'me@gmail.com'],
    ['m.e@example.com', 'm.e@example.com'],
  ])
    assert.deepEqual(foldedOf({ demoRecipientEmail: email }), [folded])
  for (const phone of ['310-555-0142', '+1 (310) 555-0142', '13105550142', '310.555.0142'])
    assert.deepEqual(foldedOf({ demoRecipientPhone: phone }), ['+13105550142'])
  for (const street of [
    '12 North Oak Street, Apt 4',
    '12 n. oak st # 4',
    '12 N Oak St Unit 4',
    "12 N. O'ak St., apartment #4",
  ])
    assert.deepEqual(foldedOf({ demoMailAddress: street, demoMailCity: 'Fresno', demoMailZip: '93650-1234' }), [
      '12 N OAK ST # 4 93650',
    ])
  assert.notDeepEqual(
    foldedOf({ demoMailAddress: '12 Oak St', demoMailZip: '93650' }),
    foldedOf({ demoMailAddress: '12 Oak St', demoMailZip: '93651' }),
  )
})

test('whatever is typed, a form without faults has destinations that can be told apart, and nothing of the visitor', () => {
  const text = fc.oneof(
    fc.constant(''),
    fc.string(),
    fc.emailAddress(),
    fc.stringMatching(/^\d{1,5} [A-Z][a-z]{2,9} St$/),
  )
  const phone = fc.oneof(fc.constant(''), fc.string(), fc.stringMatching(/^[2-9]\d{9}$/))
  const forms = fc.record({
    demoRecipientEmail: text,
    demoRecipientPhone: phone,
    demoMailAddress: text,
    demoMailCity: fc.constantFrom('', 'Fresno', 'x'),
    demoMailState: fc.constantFrom('', 'CA', 'ca', 'XX', null),
    demoMailZip: fc.constantFrom('', '93650', '9365'),
  })
  fc.assert(
    fc.property(forms, (typed) => {
      const whole = { ...form, ...typed }
      if (validateDemo(whole, phoneIn(whole)).length > 0) return
      const destinations = destinationsIn(whole)
      assert.ok(destinations.length > 0)
      for (const { folded, recipient } of destinations) {
        assert.notEqual(folded.trim(), '')
        assert.doesNotMatch(JSON.stringify(recipient), /https?:|[<>\n]/)
      }
      const { agent, resident, buyer } = demoParties(destinations)
      assert.deepEqual([agent.name, resident.name, buyer.name], ['Demo Agent', 'Demo Resident', DEMO_BUYER.name])
    }),
    { numRuns: 500 },
  )
})

test('what of a destination others may see', () => {
  for (const [recipient, expected] of [
    ['josephine@example.com', 'jo…@example.com'],
    ['jo@example.com', 'j…@example.com'],
    ['j@example.com', '…@example.com'],
    ['(310) 555-0142', '…0142'],
  ] as const)
    assert.equal(hinted(recipient), expected)
  const [address] = destinationsIn({
    ...form,
    demoRecipientEmail: '',
    demoMailAddress: '1 Oak St',
    demoMailZip: '93650',
  })
  assert.equal(hinted(address?.recipient ?? ''), 'CA 93650')
})

test('a second demo is put off until midnight in Los Angeles, also on the days when the clocks change', () => {
  for (const [now, seconds] of [
    ['2026-11-22T07:59:30Z', 30],
    ['2026-11-21T08:00:00Z', 24 * 3600],
    ['2026-11-01T07:00:00Z', 25 * 3600],
    ['2026-03-08T08:00:00Z', 23 * 3600],
  ] as const)
    assert.equal(demoTaken(['email'], Temporal.Instant.from(now)).retryAfterSeconds, seconds, now)
})

const demo = { isDemo: true, isProductDemo: false }
const message = {
  subject: 'Showing confirmed',
  text: 'Hello',
  html: '<html><head><title>x</title></head><body><h1 class="a">x</h1></body></html>',
  copy: { text: 'Copy', html: '<body><p>no heading</p></body>' },
}

test('a message of a demo is marked in subject, text, page and copy; a real one is left alone', () => {
  const marked = markDemo(demo, 'email', message)
  assert.equal(marked.subject, 'DEMO: Showing confirmed')
  for (const text of [marked.text, marked.copy?.text]) assert.match(text ?? '', /^DEMO: This is a demo/)
  assert.match(marked.html, /<title>DEMO: x<\/title>.*<strong>DEMO<\/strong> This is a demo.*<h1 class="a">/s)
  assert.match(marked.copy?.html ?? '', /^<body><table.*<strong>DEMO<\/strong>.*<p>no heading/s)
  assert.equal(markDemo(demo, 'sms', { ...message, html: null, copy: null }).text, 'DEMO Hello')
  assert.equal(markDemo({ ...demo, isDemo: false }, 'email', message), message)
})

test('a notice of a demo is marked in title, first words and foot, and nobody signs for it', () => {
  const spanish = { language: 'es-US', governs: '', inPdf: '', facts: [], paragraphs: [] }
  const notice = {
    kind: 'notice' as const,
    title: 'Notice',
    preparedAt: '2026-11-21T09:00:00Z',
    sender: [],
    addressee: [],
    facts: [],
    givenBy: [],
    paragraphs: [{ heading: null, text: 'You' }],
    translations: [{ ...spanish, title: 'Aviso', footer: 'Por nosotros' }],
    deliveryOptions: ['Handed over'],
    agentTask: 'Print it',
    footer: 'By us',
  }
  const marked = markDemoNotice(demo, notice)
  assert.deepEqual(
    [marked.title, marked.paragraphs[0]?.heading, marked.deliveryOptions, marked.agentTask, marked.footer],
    ['DEMO: Notice', 'This is a demo', [], 'DEMO: Print it', 'DEMO. By us'],
  )
  assert.deepEqual(
    marked.translations.map(({ title, footer }) => [title, footer]),
    [['DEMO: Aviso', 'DEMO. Por nosotros']],
  )
  assert.equal(markDemoNotice({ ...demo, isDemo: false }, notice), notice)
})

test('no web address is on an envelope', () => {
  const faultsOf = (demoMailAddress: string, demoMailCity = 'Fresno') =>
    validateDemo({ ...form, demoMailAddress, demoMailCity, demoMailZip: '93650' }).map(({ path }) => path)
  for (const street of ['1 Buy www.evil.com now', '5 evil.com', '7 a-b.co', '24hours.example 1'])
    assert.deepEqual(faultsOf(street), ['demoMailAddress'], street)
  assert.deepEqual(faultsOf('12 Oak St', 'evil.com'), ['demoMailCity'])
  for (const street of ['12 N. Oak St., Apt. 4', '3 N.E. 4th Ave.', '1/2 Main St. #B', 'P.O. Box 12'])
    assert.deepEqual(faultsOf(street, 'St. Louis'), [], street)
})
