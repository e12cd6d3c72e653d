import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certifiedLetter, type NoticeView, noticeToEnter, noticeWithdrawn } from './messages.ts'

const local = (text: string, zone = 'America/Los_Angeles') =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant()

const view: NoticeView = {
  confirmationNumber: 'SB-7K2M9QXD',
  startsAt: local('2026-11-27T13:30'),
  endsAt: local('2026-11-27T14:00'),
  timeZone: 'America/Los_Angeles',
  preparedAt: local('2026-11-20T10:00'),
  property: {
    addressLine1: '2817 Alder Street',
    unitNumber: '3',
    city: 'Los Angeles',
    state: 'CA',
    zipCode: '90026',
    fullAddress: '2817 Alder Street, Unit 3, Los Angeles, CA 90026',
  },
  occupancy: 'resident',
  offer: 'rental',
  resident: { name: 'Rosa Alvarez' },
  buyer: { name: 'Maria Gonzalez' },
  requesterType: 'buyer',
  agent: {
    name: 'Dana Whitfield',
    brokerage: 'Whitfield Realty',
    license: '01234567',
    phone: '(213) 555-0142',
    email: null,
  },
}
const POST = {
  name: 'Showings Inc.',
  address_line1: '1 Example Street',
  address_line2: null,
  address_city: 'San Francisco',
  address_state: 'CA',
  address_zip: '94105',
}

const fact = (label: string, change: Partial<NoticeView> = {}) =>
  noticeToEnter({ ...view, ...change }).facts.find((row) => row.label === label)?.value
const words = (change: Partial<NoticeView> = {}) => JSON.stringify(noticeToEnter({ ...view, ...change }))

test('a notice to a tenant in California has everything the statute asks for', () => {
  const notice = noticeToEnter(view)
  assert.equal(notice.title, 'Notice to Enter the Home')
  assert.deepEqual(notice.addressee, [
    'Rosa Alvarez and all others living in the home',
    '2817 Alder Street, Unit 3',
    'Los Angeles, CA 90026',
  ])
  assert.deepEqual(notice.facts, [
    { label: 'Home', value: '2817 Alder Street, Unit 3, Los Angeles, CA 90026' },
    { label: 'Date', value: 'Friday, November 27, 2026' },
    { label: 'Approximate time', value: '1:30 PM – 2:00 PM PST' },
    { label: 'Purpose', value: 'To show the home to a prospective renter' },
    { label: 'Who enters', value: 'Maria G., by arrangement with Dana Whitfield, listing agent' },
    { label: 'Confirmation', value: 'SB-7K2M9QXD' },
  ])
  assert.ok(notice.paragraphs.some(({ heading }) => heading === 'California Civil Code section 1954'))
  assert.match(words(), /at least 48 hours ahead. The legal minimum for a notice delivered at the home is 24 hours/)
  assert.match(words(), /6 days is presumed reasonable when it is mailed/)
  assert.deepEqual(notice.givenBy, [
    'Dana Whitfield',
    'Listing agent, Whitfield Realty',
    'License 01234567',
    '(213) 555-0142',
  ])
  assert.equal(notice.deliveryOptions.length, 4)
  assert.match(notice.footer, /not legal advice/)
})

test('a notice says the same in Spanish, and that the English text governs', () => {
  const [spanish, ...others] = noticeToEnter(view).translations
  assert.deepEqual([spanish?.language, others], ['es-US', []])
  assert.equal(spanish?.facts.find(({ label }) => label === 'Fecha')?.value, 'viernes, 27 de noviembre de 2026')
  assert.match(spanish?.governs ?? '', /inglés es el que rige/)
  assert.equal(spanish?.paragraphs.length, noticeToEnter(view).paragraphs.length)
  assert.doesNotMatch(JSON.stringify(spanish), /Gonzalez/)
  const [letter] = certifiedLetter(view, POST).translations
  assert.equal(letter?.paragraphs.length, (spanish?.paragraphs.length ?? 0) + 1)
  assert.match(JSON.stringify(noticeWithdrawn(view, false).translations), /nadie entrará/)
  for (const paper of [noticeToEnter(view), noticeWithdrawn(view, false), certifiedLetter(view, POST)])
    assert.match(paper.translations[0]?.footer ?? '', /^Preparado por ShowingBooker el viernes/)
})

test('the visitor and the purpose follow the booking', () => {
  assert.equal(fact('Purpose', { offer: 'sale' }), 'To show the home to a prospective buyer')
  assert.equal(fact('Purpose', { offer: 'unknown' }), 'To show the home to a prospective buyer or renter')
  assert.equal(fact('Purpose', { requesterType: 'other' }), 'To show the home to a visitor')
  assert.equal(
    fact('Who enters', { requesterType: 'buyers_agent' }),
    "Maria G., with a buyer's agent, by arrangement with Dana Whitfield, listing agent",
  )
  const unknown = { name: null, brokerage: null, license: null, phone: null, email: null }
  assert.equal(fact('Who enters', { agent: unknown }), 'Maria G., by arrangement with the listing agent')
  assert.deepEqual(noticeToEnter({ ...view, agent: unknown }).givenBy, ['The listing agent'])
})

test("a notice has only the buyer's first name and initial", () => {
  assert.doesNotMatch(words(), /Gonzalez/)
  assert.match(words({ buyer: { name: 'Madonna' } }), /Madonna, by arrangement/)
})

test("a notice to an owner cites no statute, and a notice to a tenant outside California does not cite California's", () => {
  assert.equal(noticeToEnter({ ...view, occupancy: 'owner' }).title, 'Notice of a Showing')
  assert.doesNotMatch(words({ occupancy: 'owner' }), /1954|California|the law|tenant/)
  assert.deepEqual(noticeToEnter({ ...view, occupancy: 'owner' }).deliveryOptions, [])
  const property = {
    ...view.property,
    city: 'Austin',
    state: 'TX',
    fullAddress: '2817 Alder Street, Unit 3, Austin, TX 78701',
  }
  assert.doesNotMatch(words({ property }), /1954|California|24 hours/)
  assert.match(words({ property }), /Your lease and your state's law/)
})

test('a time outside business hours says that entry needs consent', () => {
  const saturday = { startsAt: local('2026-11-28T13:30'), endsAt: local('2026-11-28T14:00') }
  assert.match(
    words(saturday),
    /outside the hours of 8 AM to 5 PM, Monday through Friday\. Entry at that time needs your consent/,
  )
  assert.doesNotMatch(words(), /outside Monday/)
})

test("times are local to the property, with the time zone's abbreviation on that day", () => {
  const summer = { startsAt: local('2026-07-01T13:30'), endsAt: local('2026-07-01T14:00') }
  assert.equal(fact('Approximate time', summer), '1:30 PM – 2:00 PM PDT')
  const phoenix = {
    timeZone: 'America/Phoenix',
    startsAt: local('2026-07-01T13:30', 'America/Phoenix'),
    endsAt: local('2026-07-01T14:00', 'America/Phoenix'),
  }
  assert.equal(fact('Approximate time', phoenix), '1:30 PM – 2:00 PM MST')
})

test('the letter is the notice and the way it was sent, with nothing for a carrier to sign', () => {
  const letter = certifiedLetter(view, POST)
  assert.deepEqual(letter.sender, ['Showings Inc.', '1 Example Street', 'San Francisco, CA 94105'])
  assert.deepEqual(noticeToEnter(view).sender, [])
  assert.deepEqual(letter.facts, noticeToEnter(view).facts)
  assert.deepEqual(letter.paragraphs.slice(0, -1), noticeToEnter(view).paragraphs)
  assert.match(
    letter.paragraphs.at(-1)?.text ?? '',
    /^By certified mail, ordered on Friday, November 20, 2026 at 10:00 AM PST\./,
  )
  assert.deepEqual(letter.deliveryOptions, [])
})

test('the agent reads by when to deliver the notice, and by when to mail it if mail can still be in time', () => {
  const task = (change: Partial<NoticeView> = {}) => noticeToEnter({ ...view, ...change }).agentTask ?? ''
  assert.match(
    task(),
    /24 hours ahead \(by Thu, Nov 26, 1:30 PM PST\), or mailed 6 days ahead \(by Sat, Nov 21, 1:30 PM PST\)/,
  )
  assert.doesNotMatch(task({ preparedAt: local('2026-11-22T10:00') }), /mailed/)
  assert.match(
    task({ startsAt: local('2026-11-28T13:30'), endsAt: local('2026-11-28T14:00') }),
    /needs the tenant's consent/,
  )
  assert.equal(noticeToEnter({ ...view, occupancy: 'owner' }).agentTask, null)
  assert.match(task({ property: { ...view.property, state: 'TX' } }), /the lease and state law require/)
})

test('a withdrawn notice says that no one will enter, and says nothing about an unapproved time', () => {
  const off = noticeWithdrawn(view, false)
  assert.deepEqual(
    off.facts.map(({ label }) => label),
    ['Home', 'Date', 'Approximate time', 'Confirmation'],
  )
  const waiting = noticeWithdrawn(view, true)
  assert.deepEqual(
    waiting.facts.map(({ label }) => label),
    ['Home', 'Confirmation'],
  )
  for (const paper of [off, waiting]) {
    const said = JSON.stringify(paper)
    assert.match(said, /will not take place/)
    assert.doesNotMatch(said, /will be entered|written notice|section 1954|Another time can|Maria/)
    assert.deepEqual([paper.deliveryOptions, paper.agentTask], [[], null])
  }
  assert.doesNotMatch(JSON.stringify(waiting), /November 27|1:30 PM/)
})
