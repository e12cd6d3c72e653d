import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proofWords } from './chain-domain.ts'
import type { LogEntry } from './contract.ts'
import { logReport, sheetHead, sheetRow } from './messages.ts'

const told = { status: 'Sent', sentAt: '2026-11-21T09:00:05Z' }
const untold = { status: 'Not sent', sentAt: null }
const id = '01a1fe51-74c8-70d2-b871-783e817a9128'

const log: LogEntry = {
  timestamp: '2026-11-21T09:00:00Z',
  bookingId: id,
  propertyId: id,
  propertyOwnerId: id,
  property: {
    address_line1: '742 Juniper Street',
    unit_number: '3',
    city: 'Los Angeles',
    state: 'CA',
    zip_code: '90012',
  },
  confirmationNumber: 'SB-7K2M9QXD',
  status: 'confirmed',
  noticeStatus: 'due',
  showingDate: '2026-11-27',
  showingTime: '13:30',
  timeZone: 'America/Los_Angeles',
  startsAt: '2026-11-27T21:30:00.000Z',
  bookingCreatedAt: '2026-11-21T09:00:00Z',
  requesterType: 'buyers_agent',
  buyerName: 'Maria Gomez',
  buyerEmail: 'maria@buyers.example.com',
  buyerPhone: '2135550142',
  buyerAgentName: 'Bo Agent',
  buyerAgentEmail: 'bo@agents.example.com',
  buyerAgentPhone: '2135550155',
  occupancy: 'resident',
  residentInfo: { name: 'Rosa Resident', phone: '213-555-0111', email: null },
  specialRequests: '=1+1',
  payment: {
    amount: 3500,
    status: 'Paid',
    paymentIntentId: 'pi_1',
    processedAt: '2026-11-21T09:00:00Z',
    includedMailUpgrade: true,
  },
  notificationDetails: {
    sms: {
      listing_agent: { ...told, phone: '213-555-0100' },
      resident: { ...untold, reason: 'The resident has not agreed to text messages', phone: '213-555-0111' },
      buyer: { ...told, phone: '2135550142' },
    },
    email: {
      listing_agent: { ...told, email: 'lena@agents.example.com' },
      resident: { ...untold, email: null },
      buyer: { ...told, email: 'maria@buyers.example.com' },
    },
    certifiedMail: { ...told, trackingNumber: 'TEST-9400' },
  },
  events: [
    {
      sequence: 7,
      event: 'booked',
      at: '2026-11-21T09:00:00.000000Z',
      payload: {},
      previousHash: '',
      hash: 'a'.repeat(64),
    },
    {
      sequence: 8,
      event: 'notified',
      at: '2026-11-21T09:00:05.000000Z',
      payload: {},
      previousHash: '',
      hash: 'b'.repeat(64),
    },
    {
      sequence: 11,
      event: 'note',
      at: '2026-11-22T09:00:00.000000Z',
      payload: { note: 'Dogs are at home.', by: 'lena@agents.example.com' },
      previousHash: '',
      hash: 'c'.repeat(64),
    },
  ],
}
const HEAD = sheetHead()
const cell = (name: string) => sheetRow(log)[HEAD.indexOf(name)]

test('a row of the CSV file has a cell for each column, and no column repeats', () => {
  assert.equal(sheetRow(log).length, HEAD.length)
  assert.equal(new Set(HEAD).size, HEAD.length)
})

for (const [name, value] of [
  ['Confirmation number', 'SB-7K2M9QXD'],
  ['Showing time', '13:30'],
  ['Status', 'Confirmed'],
  ['Booked by', "Buyer's agent"],
  ["Buyer's agent phone", '2135550155'],
  ['Resident phone', '213-555-0111'],
  ['Amount (USD)', 35],
  ['Payment reference', 'pi_1'],
  ['Certified mail ordered', 'Yes'],
  ['Text message to listing agent', 'Sent'],
  ['Text message to listing agent: sent at (UTC)', '2026-11-21T09:00:05Z'],
  ['Text message to resident', 'Not sent'],
  ['Text message to resident: reason', 'The resident has not agreed to text messages'],
  ['Email to resident: reason', 'No email address'],
  ['Email to buyer: to', 'maria@buyers.example.com'],
  ['Certified mail: tracking number', 'TEST-9400'],
  ['Notes', '2026-11-22T09:00:00.000000Z lena@agents.example.com: Dogs are at home.'],
  ['Entries', '7 8 11'],
  ['Last hash', 'c'.repeat(64)],
] as const)
  test(`the CSV file says under "${name}": ${value}`, () => assert.equal(cell(name), value))

const property = {
  address_line1: '742 Juniper Street',
  unit_number: '3',
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90012',
}
test('the CSV file and the PDF say how a showing ended, and its earlier time', () => {
  const startedAt = '2026-11-26T18:00:00.000Z'
  const moved = { ...log.events[0], event: 'moved', payload: { startedAt } } as LogEntry['events'][number]
  const since = { ...log, status: 'cancelled', events: [...log.events, moved] }
  const told = sheetRow(since)
  assert.equal(told[HEAD.indexOf('Status')], 'Canceled')
  assert.equal(told[HEAD.indexOf('Moved from (UTC)')], startedAt)
  const [showing] = report([since], 1).rows[0] ?? []
  assert.match(showing ?? '', /SB-7K2M9QXD, canceled\nMoved from Thursday, November 26, 2026 at 10:00 AM PST\n/)
})

const now = Temporal.Instant.from('2026-12-01T18:00:00Z')
const proof = { valid: true, entries: 11 }
const head = { sequence: 11, hash: 'c'.repeat(64) }
const stamp = { code: '7K2M-9QXD-41TB-ZR6H', url: 'https://example.com/showingbooker/verify/7K2M-9QXD-41TB-ZR6H' }
const report = (logs: LogEntry[], total: number) =>
  logReport({ property: { ...property, time_zone: 'America/Los_Angeles' }, logs, total, proof, now, head, stamp })

test("the PDF says whom we told what and when, in the property's time zone", () => {
  const { rows, facts, columns } = report([log], 1)
  const [showing, buyer, resident, notices, payment, entries] = rows[0] ?? []
  assert.equal(columns.length, rows[0]?.length)
  assert.equal(
    showing,
    'Friday, November 27, 2026 at 1:30 PM PST\nSB-7K2M9QXD, confirmed\nBooked Saturday, November 21, 2026 at 1:00 AM PST',
  )
  assert.match(buyer ?? '', /Maria Gomez\n.*\n.*\nBy Bo Agent, 2135550155\nSpecial requests: =1\+1/)
  assert.equal(resident, 'Rosa Resident\n213-555-0111')
  assert.match(
    notices ?? '',
    /^5 sent, 2 not sent\nText message to the listing agent: Sent, Saturday, November 21, 2026 at 1:00 AM PST\n/,
  )
  assert.match(
    notices ?? '',
    /\nText message to the resident: Not sent, The resident has not agreed to text messages\n/,
  )
  assert.match(
    notices ?? '',
    /\nCertified mail to the resident: Sent, .*, TEST-9400\nNote by lena@.*: Dogs are at home\.$/,
  )
  assert.equal(payment, '$35.00\nPaid\nWith certified mail\npi_1')
  assert.equal(entries, `Entries 7 to 11\n…${'c'.repeat(16)}`)
  assert.deepEqual(
    facts.map(({ label, value }) => `${label}: ${value}`),
    [
      'Property: 742 Juniper Street, Unit 3, Los Angeles, CA 90012',
      'Prepared: Tuesday, December 1, 2026 at 10:00 AM PST',
      'Bookings: All 1, newest first',
      'Proof: Every entry matches the one before it (11 entries)',
      `Newest entry: 11, hash ${head.hash}`,
      `Packet code: ${stamp.code}. Check it at ${stamp.url}`,
    ],
  )
})

test('does not count a letter that no one ordered as not sent', () => {
  const notificationDetails = { ...log.notificationDetails, certifiedMail: { ...untold, trackingNumber: null } }
  const unordered = { ...log, notificationDetails, payment: { ...log.payment, includedMailUpgrade: false } }
  const notices = report([unordered], 1).rows[0]?.[3] ?? ''
  assert.match(notices, /^4 sent, 2 not sent\n/)
  assert.match(notices, /\nCertified mail to the resident: Not ordered\n/)
  assert.equal(sheetRow(unordered)[HEAD.indexOf('Certified mail')], 'Not ordered')
})

test('an incomplete PDF says so', () => {
  const said = report([log, log], 300).facts.find(({ label }) => label === 'Bookings')?.value
  assert.match(said ?? '', /^The latest 2 of 300\. .*CSV export has all/)
})

test('an empty log says that it is empty', () => {
  assert.equal(report([], 0).empty, 'No showings have been booked for this property yet')
})

for (const [found, words] of [
  [{ valid: true, entries: 1 }, 'Every entry matches the one before it (1 entry)'],
  [{ valid: true, entries: 0 }, 'Every entry matches the one before it (0 entries)'],
  [
    { valid: false, entries: 4, brokenAt: 5 },
    'Broken at entry 5: it was changed, or one before it was removed. 4 entries before it are verified.',
  ],
] as const)
  test(`the proof of a chain says: ${words}`, () => assert.equal(proofWords(found), words))
