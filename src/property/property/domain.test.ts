import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../../test/dice.ts'
import { photoFileKey, photoUrl } from '../../platform/photo.ts'
import { isUuid } from '../../platform/uuid.ts'
import * as rule from './domain.ts'

const STATES =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'

test('every state and DC has a known time zone', () => {
  assert.equal(STATES.split(' ').length, 51)
  for (const state of STATES.split(' ')) {
    assert.doesNotThrow(
      () => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(rule.timeZoneOfState(state)),
      state,
    )
  }
})

const zones: [zone: string, states: string[]][] = [
  ['America/Los_Angeles', ['CA', 'NV', 'WA', 'OR']],
  ['America/Phoenix', ['AZ']],
  ['America/New_York', ['NY', 'FL']],
  ['America/Chicago', ['TX']],
]
for (const [zone, states] of zones) {
  test(`${states.join(', ')} use ${zone}`, () => {
    assert.deepEqual(
      states.map(rule.timeZoneOfState),
      states.map(() => zone),
    )
  })
}

test('an unknown state has no time zone', () => {
  for (const state of ['', 'ca', 'XX', 'California', '__proto__', 'CA NV']) {
    assert.throws(() => rule.timeZoneOfState(state), { kind: 'invalid', message: 'Please select a state' })
  }
})

test('a slug is 32 letters or digits and the time in base 36', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8.64e15 }), (ms) => {
      const slug = rule.newSlug(Temporal.Instant.fromEpochMilliseconds(ms))
      assert.match(slug.slice(0, 32), /^[A-Za-z0-9]{32}$/)
      assert.equal(Number.parseInt(slug.slice(32), 36), ms)
      assert.ok(rule.isSlugOrId(slug))
      assert.ok(!isUuid(slug))
    }),
  )
})

test('every character of a slug is as likely as every other', () => {
  // All 256 bytes, over and over. Each of the 62 characters comes four times in 248 bytes, and the last eight are
  // skipped.
  let next = 0
  const everyByte = (length: number) => Uint8Array.from({ length }, () => next++ % 256)
  const counts = new Map<string, number>()
  const now = Temporal.Instant.fromEpochMilliseconds(0)
  for (let slugs = 0; slugs < 31; slugs++) {
    for (const character of rule.newSlug(now, everyByte).slice(0, 32))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  assert.equal(counts.size, 62)
  assert.deepEqual(new Set(counts.values()), new Set([16]))
})

const home = {
  address_line1: '2817 Alder Street',
  unit_number: null,
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90026',
}
const addresses: [unit: string | null, address: string][] = [
  [null, '2817 Alder Street, Los Angeles, CA 90026'],
  ['', '2817 Alder Street, Los Angeles, CA 90026'],
  ['3', '2817 Alder Street, Unit 3, Los Angeles, CA 90026'],
  ['4B', '2817 Alder Street, Unit 4B, Los Angeles, CA 90026'],
  ['Apt 4B', '2817 Alder Street, Apt 4B, Los Angeles, CA 90026'],
  ['#4', '2817 Alder Street, #4, Los Angeles, CA 90026'],
]
for (const [unit, address] of addresses) {
  test(`unit ${JSON.stringify(unit)} is written "${address}"`, () => {
    assert.equal(rule.fullAddress({ ...home, unit_number: unit }), address)
  })
}

const publicRow: rule.PublicPropertyRow = {
  id: '019ab000-0000-7000-8000-000000000000',
  slug: 'sample',
  ...home,
  time_zone: 'America/Los_Angeles',
  photos: [],
  property_type: 'house',
  bedrooms: 3,
  bathrooms: 1.5,
  square_feet: 1460,
  rent_amount: 4650,
  description: null,
  status: 'listed',
  booking_approval: 'automatic',
  occupancy_status: 'vacant',
  is_occupied: false,
  availability_type: 'standard',
  agent_name: null,
  agent_email: null,
  agent_phone: null,
  agent_license: null,
  agent_brokerage: null,
  is_demo: false,
}

const fees: [
  occupancy: 'owner' | 'resident' | 'vacant',
  isDemo: boolean,
  showing: number,
  mailUpgrade: number | null,
][] = [
  ['vacant', false, 2500, null],
  ['owner', false, 2500, null],
  ['resident', false, 2500, 1000],
  ['vacant', true, 100, null],
  ['resident', true, 100, 1000],
]
for (const [occupancy, isDemo, showing, mailUpgrade] of fees) {
  test(`${isDemo ? 'a demo' : 'a'} showing, occupancy ${occupancy}, costs ${showing} cents, certified mail ${mailUpgrade}`, () => {
    const { fee } = rule.publicView({ ...publicRow, occupancy_status: occupancy, is_demo: isDemo })
    assert.deepEqual(fee, { showing, mailUpgrade, currency: 'usd' })
  })
}

test('the public view has only the fields that it names', () => {
  const { occupancy_status, ...same } = publicRow
  const view = rule.publicView({
    ...publicRow,
    resident_phone: '555',
    showing_instructions: 'code',
  } as rule.PublicPropertyRow)
  const computed = ['full_address', 'property_photo', 'photo', 'fee']
  assert.deepEqual(Object.keys(view).sort(), [...Object.keys(same), ...computed].sort())
})

test('a photo has a URL on our site for every rendition', () => {
  const view = rule.publicView({ ...publicRow, photos: [photoNamed('a1')] })
  assert.equal(view.property_photo, view.photo?.url)
  for (const url of [view.photo?.url, view.photo?.avif, view.photo?.small, view.photo?.smallAvif]) {
    const key = photoFileKey(String(url).replace('/files/photos/', ''))
    assert.equal(`/files/${key}`, url)
  }
})

const keyNamed = (name: string) => `photos/${name.repeat(20)}`
const photoNamed = (name: string, caption: string | null = null): rule.ShownPhoto => ({
  key: keyNamed(name),
  thumbhash: 'hash',
  placeholder: 'data:',
  width: 1200,
  height: 800,
  caption,
})

test('callers that know of only one photo get the first', () => {
  const view = rule.publicView({ ...publicRow, photos: [photoNamed('a1', 'Kitchen'), photoNamed('b2')] })
  assert.equal(view.property_photo, photoUrl(keyNamed('a1')))
  const { caption, ...first } = view.photos[0] ?? assert.fail()
  assert.deepEqual([view.photo, caption], [first, 'Kitchen'])
  assert.deepEqual(
    view.photos.map(({ url }) => url),
    [photoUrl(keyNamed('a1')), photoUrl(keyNamed('b2'))],
  )
  const none = rule.publicView(publicRow)
  assert.deepEqual([none.property_photo, none.photo, none.photos], [null, null, []])
})

const [a, b, c] = ['a1', 'b2', 'c3'].map((name) => photoUrl(keyNamed(name))) as [string, string, string]
const asked: [what: string, form: Parameters<typeof rule.photosWanted>[0], wanted: [string, string | null][] | null][] =
  [
    ['nothing', {}, null],
    ['the first photo that is there', { property_photo: a }, null],
    ['another rendition of it', { property_photo: a.replace('1200.webp', '640.avif') }, null],
    [
      'a new first photo',
      { property_photo: c },
      [
        [c, null],
        [b, null],
      ],
    ],
    [
      'the second photo as the first',
      { property_photo: b },
      [
        [b, null],
        [a, 'Kitchen'],
      ],
    ],
    ['no photo', { property_photo: null }, []],
    ['no photo, as an empty text', { property_photo: '' }, []],
    [
      'another order',
      {
        photos: [
          { url: b, caption: ' Yard ' },
          { url: a, caption: '' },
        ],
      },
      [
        [b, 'Yard'],
        [a, null],
      ],
    ],
    [
      'one photo twice',
      { photos: [{ url: a }, { url: b }, { url: a }] },
      [
        [a, null],
        [b, null],
      ],
    ],
    [
      'everything that was read, and one more',
      { property_photo: a, photos: [{ url: a }, { url: b }, { url: c }] },
      [
        [a, null],
        [b, null],
        [c, null],
      ],
    ],
    [
      'everything that was read, and another first one',
      { property_photo: c, photos: [{ url: a }, { url: b }] },
      [
        [c, null],
        [b, null],
      ],
    ],
    [
      'something that is no photo',
      { property_photo: 'x' },
      [
        ['x', null],
        [b, null],
      ],
    ],
  ]
for (const [what, form, wanted] of asked) {
  test(`a form with ${what} gets ${wanted ? wanted.length : 'the existing photos'}`, () => {
    const found = rule.photosWanted(form, [photoNamed('a1', 'Kitchen'), photoNamed('b2')])
    assert.deepEqual(found?.map(({ url, caption }) => [url, caption]) ?? null, wanted)
  })
}

test('an empty first photo can be sent back along with new photos', () => {
  const found = rule.photosWanted({ property_photo: null, photos: [{ url: a }] }, [])
  assert.deepEqual(
    found?.map(({ url }) => url),
    [a],
  )
})

test('the message about a missing property repeats the request, shortened and without control characters', () => {
  const start =
    'Property not found. This property may have been removed or the booking link may be invalid. Property ID/Slug: '
  assert.equal(rule.propertyNotFound('no-such').message, `${start}no-such`)
  assert.equal(rule.propertyNotFound('a\0b\r\nc\u202ed\ud800').message, `${start}abcd`)
  assert.equal(rule.propertyNotFound('🏡'.repeat(200)).message, start + '🏡'.repeat(80))
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 500 }), (text) => {
      const shown = rule.propertyNotFound(text).message.slice(start.length)
      return [...shown].length <= 80 && shown.isWellFormed() && !/[\p{C}\u2028\u2029]/u.test(shown)
    }),
  )
})

test('the buyer reads whom to ask if there are no entry instructions', () => {
  const [name, phone, email] = ['Lena Listing', '(213) 555-0100', 'lena@agents.example.com']
  for (const [contact, ask] of [
    [{ name, phone, email }, 'Call Lena Listing at (213) 555-0100 to ask'],
    [{ name, phone: null, email }, 'Email Lena Listing at lena@agents.example.com to ask'],
    [{ name, phone: null, email: null }, 'Ask Lena Listing'],
    [{ name: null, phone, email }, 'Call the listing agent at (213) 555-0100 to ask'],
  ] as const)
    assert.equal(
      rule.noInstructions(contact),
      `There are no entry instructions for this property. ${ask} how to get in.`,
    )
})
