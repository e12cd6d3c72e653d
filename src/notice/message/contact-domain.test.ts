import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Showing } from '../entry-notice/ports.ts'
import { contactNow, phonesOf } from './contact-domain.ts'
import { lacksConsent } from './text-limits-domain.ts'

const showing = {
  occupancy: 'resident',
  isProductDemo: false,
  agent: { name: 'Lena', phone: '(213) 555-0100 ', email: 'lena@new.example.com' },
  resident: { name: 'Ben', phone: '(213) 555-0122', email: 'ben@home.example.com', textConsent: true },
  owner: { name: 'Olga', phone: null, email: null },
  buyer: { name: 'Maria', phone: '2135550142', email: 'maria@buyers.example.com' },
  buyersAgent: { name: null, phone: null, email: null },
  address: { unit_number: null },
} as unknown as Showing
const former = { recipient: 'former', cc: [] as string[] }
const letter = { name: 'Rosa' } as never

test('agent and resident get a resent message at their current contact, and everyone else where it went before', () => {
  const cases: [row: Parameters<typeof contactNow>[0], change: Partial<Showing>, to: unknown, cc: string[]][] = [
    [{ ...former, channel: 'sms', role: 'resident' }, {}, '(213) 555-0122', []],
    [{ ...former, channel: 'email', role: 'resident' }, {}, 'ben@home.example.com', []],
    [{ ...former, channel: 'sms', role: 'listing_agent' }, {}, '(213) 555-0100', []],
    [{ ...former, channel: 'email', role: 'listing_agent' }, {}, 'lena@new.example.com', []],
    [
      { ...former, cc: ['rosa@home.example.com'], channel: 'email', role: 'listing_agent' },
      {},
      'lena@new.example.com',
      ['ben@home.example.com'],
    ],
    [{ ...former, channel: 'sms', role: 'resident' }, { occupancy: 'vacant' }, null, []],
    [{ ...former, channel: 'sms', role: 'resident' }, { isProductDemo: true }, 'former', []],
    [
      { ...former, cc: ['lena@old.example.com'], channel: 'email', role: 'buyer' },
      {},
      'former',
      ['lena@old.example.com'],
    ],
    [{ channel: 'certified_mail', role: 'resident', recipient: letter, cc: [] }, {}, letter, []],
  ]
  for (const [row, change, to, cc] of cases) {
    const now = contactNow(row, { ...showing, ...change }, new Set())
    assert.deepEqual([now.send_to, now.send_cc], [to, cc], JSON.stringify([row, change]))
  }
})

test('only the number that gets the text counts as opted out', () => {
  const row = { channel: 'sms', role: 'resident', recipient: '(213) 555-0111', cc: [] } as const
  assert.deepEqual(phonesOf([{ ...row, cc: [] }], showing), ['+12135550122'])
  assert.equal(contactNow({ ...row, cc: [] }, showing, new Set(['+12135550111'])).has_opted_out, false)
  assert.equal(contactNow({ ...row, cc: [] }, showing, new Set(['+12135550122'])).has_opted_out, true)
})

test('a text to a resident needs their consent, except in the demo that a visitor ordered', () => {
  const without = { isProductDemo: false, resident: { textConsent: false } }
  const cases: [row: Parameters<typeof lacksConsent>[0], about: Parameters<typeof lacksConsent>[1], lacks: boolean][] =
    [
      [{ role: 'resident', channel: 'sms' }, without, true],
      [{ role: 'resident', channel: 'email' }, without, false],
      [{ role: 'buyer', channel: 'sms' }, without, false],
      [{ role: 'resident', channel: 'sms' }, { ...without, isProductDemo: true }, false],
      [{ role: 'resident', channel: 'sms' }, { ...without, resident: { textConsent: true } }, false],
    ]
  for (const [row, about, lacks] of cases) assert.equal(lacksConsent(row, about), lacks, JSON.stringify([row, about]))
})
