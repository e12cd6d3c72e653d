import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { readPhone } from '../../platform/phone.ts'
import type { DemoForm } from './contract.ts'
import { destinationsOf, hinted } from './destination-domain.ts'
import { DEMO_BUYER, demoParties, validateDemo } from './domain.ts'

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

const phoneIn = ({ demoRecipientPhone: typed }: DemoForm) => (typed?.trim() ? readPhone(typed) : null)

const destinationsIn = (form: DemoForm) => destinationsOf(form, phoneIn(form))

const foldedOf = (change: Partial<DemoForm>) =>
  destinationsIn({ ...form, demoRecipientEmail: '', ...change }).map(({ folded }) => folded)

test('all spellings of a destination are one destination', () => {
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

test('any valid form has destinations, and its messages have nothing about the visitor', () => {
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

test('others see only part of a destination', () => {
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

test('the address on an envelope cannot be a web address', () => {
  const faultsOf = (demoMailAddress: string, demoMailCity = 'Fresno') =>
    validateDemo({ ...form, demoMailAddress, demoMailCity, demoMailZip: '93650' }).map(({ path }) => path)
  for (const street of ['1 Buy www.evil.com now', '5 evil.com', '7 a-b.co', '24hours.example 1'])
    assert.deepEqual(faultsOf(street), ['demoMailAddress'], street)
  assert.deepEqual(faultsOf('12 Oak St', 'evil.com'), ['demoMailCity'])
  for (const street of ['12 N. Oak St., Apt. 4', '3 N.E. 4th Ave.', '1/2 Main St. #B', 'P.O. Box 12'])
    assert.deepEqual(faultsOf(street, 'St. Louis'), [], street)
})
