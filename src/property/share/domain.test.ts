import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../../test/dice.ts'
import * as rule from './domain.ts'

const link = { url: 'https://showings.example.com/property/share/a-b', title: 'See 1 Main St, #2 & more' }

test('passes the URL to each network as one value, with any characters', () => {
  const expected: Record<keyof typeof rule.SHARE_LINKS, [string, Record<string, string>]> = {
    facebook: ['https://www.facebook.com/sharer/sharer.php', { u: link.url }],
    twitter: ['https://twitter.com/intent/tweet', { text: link.title, url: link.url }],
    linkedin: ['https://www.linkedin.com/sharing/share-offsite/', { url: link.url }],
    email: ['mailto:', { subject: link.title }],
  }
  for (const [platform, [address, fields]] of Object.entries(expected)) {
    const url = new URL(rule.SHARE_LINKS[platform as 'email'](link))
    assert.equal(
      `${url.protocol === 'mailto:' ? '' : url.origin}${url.protocol === 'mailto:' ? url.protocol : url.pathname}`,
      address,
    )
    for (const [name, value] of Object.entries(fields)) assert.equal(url.searchParams.get(name), value, platform)
  }
  assert.match(
    new URL(rule.SHARE_LINKS.email(link)).searchParams.get('body') ?? '',
    /\r\nhttps:\/\/showings\.example\.com\/property\/share\/a-b$/,
  )
})

test('no title breaks out of its place in a URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), (title) => {
      const url = new URL(rule.SHARE_LINKS.twitter({ ...link, title }))
      assert.deepEqual([...url.searchParams.keys()], ['text', 'url'])
      assert.equal(url.searchParams.get('text'), title.toWellFormed())
      assert.doesNotMatch(rule.SHARE_LINKS.email({ ...link, title }), /[\s+]/)
    }),
  )
})

test('a view counts in its full hour', () => {
  const hour = (at: string) => rule.hourOf(Temporal.Instant.from(at)).toString()
  assert.equal(hour('2026-11-21T09:00:00Z'), '2026-11-21T09:00:00Z')
  assert.equal(hour('2026-11-21T09:59:59.999999999Z'), '2026-11-21T09:00:00Z')
  // Before 1970, an hour still begins before its minutes.
  assert.equal(hour('1969-12-31T23:59:59Z'), '1969-12-31T23:00:00Z')
})

test('facts and rent are short, and unknown ones are left out', () => {
  const none = { bedrooms: null, bathrooms: null, square_feet: null }
  assert.deepEqual(rule.factsOf(none), [])
  assert.deepEqual(rule.factsOf({ bedrooms: 1, bathrooms: 1, square_feet: 950 }), ['1 bed', '1 bath', '950 sq ft'])
  assert.deepEqual(rule.factsOf({ bedrooms: 0, bathrooms: 1.5, square_feet: 12_345 }), [
    'Studio',
    '1.5 baths',
    '12,345 sq ft',
  ])
  assert.equal(rule.rentOf(null), null)
  assert.equal(rule.rentOf(0), '$0 a month')
  assert.equal(rule.rentOf(1_234_567), '$1,234,567 a month')
})

test("reads a picture's name back, and accepts no other name", () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 16, maxLength: 16 }),
      (id, version) => {
        assert.deepEqual(rule.parsePreviewName(rule.previewName(id, version)), { propertyId: id, version })
      },
    ),
  )
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  for (const name of [
    '',
    '../../secrets.json',
    `${id}.jpg`,
    `${id}-${'0'.repeat(15)}.jpg`,
    `${id}-${'G'.repeat(16)}.jpg`,
    `${id}-${'0'.repeat(16)}.png`,
    `x/${id}-${'0'.repeat(16)}.jpg`,
  ])
    assert.equal(rule.parsePreviewName(name), null, name)
})
