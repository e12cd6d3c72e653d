import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../../platform/reader-language.ts'
import type { ProofOfService } from './contract.ts'
import { methods } from './domain.ts'
import { proofDocument } from './messages.ts'

const proof: ProofOfService = {
  id: 'p',
  bookingId: 'b',
  method: 'posted',
  servedAt: '2026-11-26T04:30:00Z',
  servedBy: 'Ada Agent',
  note: 'Taped.',
  consentDate: null,
  startsAt: '2026-11-27T21:30:00Z',
  isOfThisTime: true,
  noticeSha256: 'a'.repeat(64),
  photo: null,
  recordedAt: '2026-11-26T05:00:00Z',
  recordedBy: 'ada@example.com',
  sequence: 5,
  pdfUrl: '/p.pdf',
  withdrawn: null,
}
const notice = {
  residentName: null,
  occupancy: 'resident' as const,
  address: {
    address_line1: '742 Juniper Street',
    unit_number: '3',
    city: 'Los Angeles',
    state: 'CA',
    zip_code: '90012',
  },
}
const showing = {
  timeZone: 'America/Los_Angeles',
  confirmationNumber: 'SB-7K2M9QXD',
  startsAt: Temporal.Instant.from('2026-11-27T21:30:00Z'),
  endsAt: Temporal.Instant.from('2026-11-27T22:00:00Z'),
}
const printed = (change: Partial<ProofOfService> = {}, home: Partial<typeof notice> = {}) => {
  const paper = proofDocument({
    proof: { ...proof, ...change },
    showing,
    notice: { ...notice, ...home },
    picture: null,
  })
  const facts = paper.parts.flatMap((part) => (part.kind === 'facts' ? part.facts : []))
  const fact = (label: string) => facts.find((one) => one.label === label)?.value
  const texts = paper.parts.flatMap((part) => (part.kind === 'text' || part.kind === 'heading' ? part.text : []))
  return { paper, fact, words: texts.join('\n') }
}

test("the declaration says who served what, how, and when, in the property's time zone", () => {
  const { paper, fact, words } = printed()
  assert.equal(fact('SHA-256 of the notice'), 'a'.repeat(64))
  assert.equal(fact('Home'), '742 Juniper Street, Unit 3, Los Angeles, CA 90012')
  assert.equal(fact('Addressed to'), 'Current resident and all others living in the home')
  assert.equal(fact('Entry'), 'Friday, November 27, 2026, 1:30 PM – 2:00 PM PST')
  assert.equal(fact('Served on'), 'Wednesday, November 25, 2026 at 8:30 PM PST')
  assert.match(words, /I, Ada Agent, served the notice .* usual entry door of the home, on Wednesday, November 25/)
  assert.match(words, /as entry 5 of this home's compliance log/)
  assert.match(paper.footer, /not legal advice/)
  assert.deepEqual(
    paper.parts.flatMap((part) => (part.kind === 'signatures' ? part.labels : [])),
    ['Signature of Ada Agent', 'Date', 'Place'],
  )
})

test('the declaration has its own words for each way of serving', () => {
  const declared = methods(null).map(({ value }) => printed({ method: value, consentDate: '2026-01-15' }))
  assert.equal(new Set(declared.map(({ words }) => words)).size, methods(null).length)
  assert.equal(printed({ method: 'mailed' }).fact('Mailed on'), 'Wednesday, November 25, 2026 at 8:30 PM PST')
  const electronic = printed({ method: 'electronic_with_consent', consentDate: '2026-01-15' })
  assert.equal(electronic.fact('Consent to electronic notice'), 'In writing, on January 15, 2026')
})

test('a withdrawn record says so first, and the declaration of another state cites no statute', () => {
  const at = '2026-11-26T06:00:00Z'
  const { paper } = printed({ withdrawn: { at, by: 'ada@example.com', reason: 'The wrong door.', sequence: 6 } })
  assert.deepEqual(paper.parts[0], { kind: 'heading', text: 'This record was withdrawn' })
  assert.match(printed().words, /Civil Code section 1954/)
  assert.doesNotMatch(printed({}, { address: { ...notice.address, state: 'NV' } }).words, /1954/)
})

test('a declaration is in English for every reader', () =>
  assert.deepEqual(
    inLanguage('es', () => printed().paper),
    printed().paper,
  ))
