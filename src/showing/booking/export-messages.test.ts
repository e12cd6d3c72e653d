import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShowingRecord } from './contract.ts'
import { fileName, REPORT_ROWS, sheetHead, sheetRow, showingReport } from './export-messages.ts'

const now = Temporal.Instant.from('2026-11-21T17:00:00Z')
const pacific = { now, timeZone: 'America/Los_Angeles' }
const record: ShowingRecord = {
  buyer_name: 'Maria',
  buyer_email: 'maria@b.example',
  buyer_phone: '2135550142',
  showing_feedback: null,
  overlaps: [],
  id: '0199a0c0-0000-7000-8000-000000000001',
  property_id: '0199a0c0-0000-7000-8000-000000000002',
  date: '2026-11-27',
  time: '13:30',
  datetime: '2026-11-27T21:30:00.000Z',
  endsAt: '2026-11-27T22:00:00.000Z',
  time_zone: 'America/Los_Angeles',
  propertyAddress: '742 Juniper Street, Los Angeles, CA 90012',
  propertyState: 'CA',
  agentName: 'Lena Listing',
  agentEmail: 'lena@x.example',
  agentPhone: '213-555-0100',
  ownerName: 'Olga Owner',
  residentName: 'Rosa Resident',
  showing_date: '2026-11-27',
  showing_time: '13:30',
  requester_type: 'buyers_agent',
  buyerName: 'Maria Gomez',
  buyerEmail: 'maria@x.example',
  buyerPhone: '2135550142',
  buyer_agent_name: 'Bo Agent',
  buyer_agent_email: 'bo@x.example',
  buyer_agent_phone: '2135550155',
  mail_upgrade: true,
  specialRequests: 'Two\nlines',
  status: 'completed',
  confirmation_number: 'SB-7K2M9QXD',
  amount: 3500,
  is_demo: false,
  duration: 30,
  feedback: 'Liked it',
  isCompliant: true,
  complianceReasons: ['Mailed.', 'In time.'],
  hasAdvanceNotice: true,
  advanceNoticeHours: 150,
  hasCertifiedMail: true,
  certifiedMailDate: '2026-11-21T10:00:00.000Z',
  bookedBy: 'visitor',
  bookingFee: 3500,
  stillPaid: 2500,
  paymentStatus: 'Paid',
  isOccupied: true,
  unreadMessages: 0,
  failedMessages: 0,
  marks: ['no_show'],
  noticeStatus: 'served',
  noticeOnApproval: null,
  visitorFeedback: null,
  notice: { state: 'served', deliverBy: '2026-11-26T21:30:00Z', mailBy: '2026-11-21T21:30:00Z', services: 1 },
  decisionDueAt: null,
  refund: null,
  shownBy: null,
  late: { told: null, next: null },
  proposal: null,
  can: {
    approve: false,
    decline: false,
    cancel: false,
    proposeMove: false,
    reassign: false,
    decideRefund: false,
    overruleRefund: false,
    correctEmail: false,
  },
}

test('each row of the spreadsheet has its values under the right headings', () => {
  const row = Object.fromEntries(sheetHead().map((name, column) => [name, sheetRow(record)[column]]))
  assert.equal(Object.keys(row).length, sheetRow(record).length)
  const expected = {
    Date: '2026-11-27',
    Time: '1:30 PM PST',
    'Starts at (UTC)': '2026-11-27T21:30:00.000Z',
    Minutes: 30,
    Status: 'Completed',
    'Booked by': "Buyer's agent",
    'Fee (USD)': 35,
    Payment: 'Paid',
    Occupied: 'Yes',
    'Advance notice (hours)': 150,
    '24 hours of advance notice': 'Yes',
    'Certified mail': 'Yes',
    'Notice to enter': 'Notice served',
    Compliance: 'Compliant',
    Why: 'Mailed. In time.',
    Feedback: 'Liked it',
    Demo: 'No',
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(row[name], value, name)
})

test('the name of a file says what it contains, with the date in the time zone of most properties', () => {
  const late = Temporal.Instant.from('2026-11-22T06:00:00Z')
  assert.equal(fileName('showings', { sort: 'date' }, { ...pacific, now: late }), 'showings-2026-11-21')
  const inNewYork = { now: late, timeZone: 'America/New_York' }
  assert.equal(fileName('showings', { sort: 'date' }, inNewYork), 'showings-2026-11-22')
  assert.equal(
    fileName('showings', { when: 'upcoming', days: 14, sort: 'date' }, pacific),
    'upcoming-showings-2026-11-21',
  )
  assert.equal(
    fileName('compliance-report', { when: 'past', from: '2026-10-01', sort: 'date' }, pacific),
    'past-compliance-report-2026-10-01-to-2026-11-21',
  )
})

const factsOf = (records: ShowingRecord[], hasMore = false) => {
  const filter = { when: 'past', days: 30, sort: '-date' } as const
  const { table, kind } = showingReport({ records, hasMore, filter, ...pacific })
  return { table, kind, fact: (label: string) => table.facts.find((fact) => fact.label === label)?.value }
}

test('the figures of the compliance report leave out demos, and its rows mark them', () => {
  const { table, kind, fact } = factsOf([
    record,
    { ...record, status: 'no_show', isCompliant: false, hasAdvanceNotice: false },
    { ...record, isCompliant: null, isOccupied: false },
    { ...record, is_demo: true, isCompliant: null },
  ])
  assert.equal(kind, 'compliance-report')
  assert.equal(fact('Of these'), '2 completed, 1 no-show')
  assert.equal(fact('Compliant'), '1 of 2 evaluated')
  assert.equal(fact('Notified 24 hours ahead'), '1 of 2 in occupied homes')
  assert.equal(fact('Showings'), 'Past; the last 30 days')
  assert.deepEqual(
    table.rows.map(([when]) => when?.includes('DEMO')),
    [false, false, false, true],
  )
  for (const row of table.rows) assert.equal(row.length, table.columns.length)
})

test('an incomplete report says so, and a report of upcoming showings is a list to take along', () => {
  assert.match(factsOf([record], true).fact('Listed') ?? '', new RegExp(`first ${REPORT_ROWS} .* CSV`))
  assert.equal(factsOf([record]).fact('Listed'), 'All 1')
  const { kind, table } = showingReport({
    records: [{ ...record, specialRequests: 'long '.repeat(400) }],
    hasMore: false,
    filter: { when: 'upcoming', days: 14, sort: 'date' },
    ...pacific,
  })
  assert.deepEqual([kind, table.title], ['showings', 'Upcoming showings'])
  assert.ok(table.facts.some(({ value }) => value === 'Upcoming; the next 14 days and all requests'))
  assert.ok((table.rows[0]?.at(-1)?.length ?? 0) <= 501, 'a row fits on a sheet')
})

test('the list to take along names who gives a showing in place of the agent', () => {
  const { table } = showingReport({
    records: [record, { ...record, shownBy: 'Ana Ruiz' }],
    hasMore: false,
    filter: { when: 'upcoming', days: 14, sort: 'date' },
    ...pacific,
  })
  const column = table.columns.findIndex(({ label }) => label === 'Agent and resident')
  assert.deepEqual(
    table.rows.map((row) => row[column]),
    ['Lena Listing\nResident: Rosa Resident', 'Lena Listing\nShown by Ana Ruiz\nResident: Rosa Resident'],
  )
})

test('a report writes out its dates and uses the time zone of most properties', () => {
  const { table } = showingReport({
    records: [],
    hasMore: false,
    filter: { from: '2026-11-01', to: '2026-11-30', sort: 'date' },
    now,
    timeZone: 'America/Phoenix',
  })
  const fact = (label: string) => table.facts.find((one) => one.label === label)?.value
  assert.equal(fact('Prepared'), 'Saturday, November 21, 2026 at 10:00 AM MST')
  assert.equal(fact('Showings'), 'All dates; from November 1, 2026; to November 30, 2026')
})
