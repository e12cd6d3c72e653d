import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../../test/dice.ts'
import type { PropertyForm } from './contract.ts'
import { attested, contentAfter, contentOf, propertyIssues, timeZoneAfter, timeZoneIssues } from './form-domain.ts'

const good: PropertyForm = {
  address_line1: '742 Juniper Street',
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90012',
  agent_first_name: 'Lena',
  agent_last_name: 'Listing',
  agent_email: 'lena@agents.example.com',
  agent_phone: '213-555-0100',
}
const faults = (change: PropertyForm, base: PropertyForm = good) =>
  propertyIssues({ ...base, ...change }, { isNew: true }).map(({ path, message }) => `${path}: ${message}`)
const changeFaults = (form: PropertyForm) =>
  propertyIssues(form, { isNew: false }).map(({ path, message }) => `${path}: ${message}`)

test('requires the address and the agent of a new property, and lists all errors at once in the order of the form', () => {
  assert.deepEqual(faults({}), [])
  assert.deepEqual(faults({}, {}), [
    'address_line1: Please enter the street address',
    'city: Please enter the city',
    'state: Please select a state',
    'zip_code: Please enter the ZIP code',
    "agent_first_name: Please enter the agent's first name",
    "agent_last_name: Please enter the agent's last name",
    "agent_email: Please enter the agent's email",
    "agent_phone: Please enter the agent's phone number",
  ])
  const blank = { address_line1: ' \t', city: null, agent_phone: '' }
  assert.deepEqual(faults(blank).length, 3)
})

test("requires only the agent's phone with the public profile", () => {
  const { address_line1, city, state, zip_code } = good
  assert.deepEqual(faults({ use_public_profile: true }, { address_line1, city, state, zip_code }), [
    "agent_phone: Please enter the agent's phone number",
  ])
})

test("requires a resident's phone, but an owner who lives there is notified as the owner", () => {
  assert.deepEqual(faults({ occupancy_status: 'resident' }), [
    "resident_phone: Please enter the resident's phone number",
  ])
  assert.deepEqual(faults({ occupancy_status: 'owner' }), [])
  assert.deepEqual(faults({ occupancy_status: 'vacant' }), [])
  assert.deepEqual(faults({ occupancy_status: 'resident', resident_phone: '213-555-0111' }), [])
})

const one: [form: PropertyForm, expected: string | null][] = [
  [{ state: 'ny' }, null],
  [{ state: 'DC' }, null],
  [{ state: 'ZZ' }, 'state: Please select a state'],
  [{ state: 'California' }, 'state: Please select a state'],
  [{ zip_code: '9001' }, 'zip_code: Please enter a 5-digit ZIP code'],
  [{ zip_code: '90012-1234' }, 'zip_code: Please enter a 5-digit ZIP code'],
  [{ zip_code: '٩٠٠١٢' }, 'zip_code: Please enter a 5-digit ZIP code'],
  [{ zip_code: ' 90012 ' }, null],
  [{ agent_email: 'lena' }, 'agent_email: Please enter a valid agent email address'],
  [{ owner_email: 'a@b' }, 'owner_email: Please enter a valid owner email address'],
  [{ resident_email: '@b.example' }, 'resident_email: Please enter a valid resident email address'],
  [{ agent_phone: '555-0100' }, 'agent_phone: Please enter a valid agent phone number'],
  [{ owner_phone: '123456789' }, 'owner_phone: Please enter a valid owner phone number'],
  [{ resident_phone: 'call me' }, 'resident_phone: Please enter a valid resident phone number'],
  [{ resident_phone: '+1 (213) 555-0111' }, null],
  [{ address_line1: 'x'.repeat(201) }, 'address_line1: Please use at most 200 characters'],
  [{ address_line1: 'x'.repeat(200) }, null],
  [{ description: 'x'.repeat(2001) }, 'description: Please use at most 2000 characters'],
  // Characters count, not UTF-16 units.
  [{ description: '\u{1f600}'.repeat(2000) }, null],
  [{ description: '\u{1f600}'.repeat(2001) }, 'description: Please use at most 2000 characters'],
  [{ photos: [{ url: 'x', caption: '\u{1f600}'.repeat(200) }] }, null],
  [{ description: 'Two rooms.\nA yard.' }, null],
  [{ showing_instructions: 'x'.repeat(2001) }, 'showing_instructions: Please use at most 2000 characters'],
  [{ showing_instructions: 'Lockbox 4711.\nUp the stairs.' }, null],
  [{ city: ' \u202e' }, 'city: Please enter the city'],
  [{ city: 'Los\u0007Angeles' }, "city: Please remove any characters that can't be displayed"],
  [{ bedrooms: 2.5 }, null],
  [{ bedrooms: 0 }, null],
  [{ bedrooms: 2.25 }, 'bedrooms: Please enter the number of bedrooms, up to 100, in steps of 0.5'],
  [{ bathrooms: -1 }, 'bathrooms: Please enter the number of bathrooms, up to 100, in steps of 0.5'],
  [{ bathrooms: 100.5 }, 'bathrooms: Please enter the number of bathrooms, up to 100, in steps of 0.5'],
  [{ square_feet: 950.5 }, 'square_feet: Please enter the square footage as a whole number'],
  [{ square_feet: 0 }, 'square_feet: Please enter the square footage as a whole number'],
  [{ rent_amount: 0 }, null],
  [{ rent_amount: 3200.5 }, 'rent_amount: Please enter the rent in whole dollars'],
  [{ rent_amount: 1e12 }, 'rent_amount: Please enter the rent in whole dollars'],
  [{ rent_amount: null, square_feet: null }, null],
]
for (const [form, expected] of one) {
  test(`a new home with ${JSON.stringify(form).slice(0, 60)}: ${expected ?? 'fine'}`, () =>
    assert.deepEqual(faults(form), expected === null ? [] : [expected]))
}

test('lists errors in the hours in the order of the form', () => {
  const form = {
    buffer_minutes: 500,
    time_zone: 'PST',
    showing_instructions: 'x'.repeat(3000),
    rent_amount: 0.5,
    custom_availability: { monday: { enabled: true, start: '10:10', end: '12:00' } },
    address_line1: '',
  }
  assert.deepEqual(
    faults(form).map((fault) => fault.split(':')[0]),
    [
      'address_line1',
      'time_zone',
      'rent_amount',
      'custom_availability.monday.start',
      'buffer_minutes',
      'showing_instructions',
    ],
  )
})

test('a change needs only the fields it sends, and cannot remove the address', () => {
  assert.deepEqual(changeFaults({}), [])
  assert.deepEqual(changeFaults({ agent_phone: '', agent_email: null, resident_phone: '' }), [])
  assert.deepEqual(changeFaults({ address_line1: '', city: ' ', state: null, zip_code: '' }), [
    'address_line1: Please enter the street address',
    'city: Please enter the city',
    'state: Please select a state',
    'zip_code: Please enter the ZIP code',
  ])
})

test('a new property gets the status and approval of its form', () => {
  const content = contentAfter({ ...good, status: 'sold', booking_approval: 'manual' } as PropertyForm, null)
  assert.deepEqual([content.status, content.booking_approval], ['sold', 'manual'])
  const changed = contentAfter({ status: 'unlisted', booking_approval: 'manual' } as PropertyForm, content)
  assert.deepEqual([changed.status, changed.booking_approval], ['unlisted', 'manual'])
})

test('joins each text to one line except the instructions, and treats an empty text as missing', () => {
  const content = contentAfter(
    {
      ...good,
      address_line1: '  742  Juniper\nStreet ',
      state: 'ca',
      unit_number: ' ',
      showing_instructions: ' a\nb ',
      description: ' Two rooms.\n\nA yard. ',
    },
    null,
  )
  assert.deepEqual(
    [content.address_line1, content.state, content.unit_number, content.showing_instructions, content.description],
    ['742 Juniper Street', 'CA', null, 'a\nb', 'Two rooms.\n\nA yard.'],
  )
  assert.equal(contentAfter({ property_type: '' }, content).property_type, 'apartment')
})

const resident: PropertyForm = {
  resident_type: 'other',
  resident_first_name: 'Rosa',
  resident_last_name: 'Resident',
  resident_email: 'rosa@home.example.com',
  resident_phone: '213-555-0111',
  resident_text_consent: false,
  resident_consent_hours: { monday: { enabled: true, start: '09:00', end: '10:00' } },
}

// booking.md section 4: vacant clears the resident and resets their type; owner or resident makes it occupied.
for (const from of ['owner', 'resident', 'vacant'] as const) {
  for (const to of ['owner', 'resident', 'vacant'] as const) {
    test(`occupancy from ${from} to ${to}`, () => {
      const before = contentAfter({ ...good, ...resident, occupancy_status: from }, null)
      const after = contentAfter({ occupancy_status: to }, before)
      const isKept = from !== 'vacant' && to !== 'vacant'
      assert.deepEqual(
        [after.occupancy_status, after.resident_type, after.resident_first_name, after.resident_last_name],
        isKept ? [to, 'other', 'Rosa', 'Resident'] : [to, 'tenant', null, null],
      )
      assert.deepEqual(
        [after.resident_email, after.resident_phone, after.resident_text_consent, after.resident_consent_hours],
        isKept
          ? ['rosa@home.example.com', '213-555-0111', false, resident.resident_consent_hours]
          : [null, null, true, null],
      )
    })
  }
}

test("a home that becomes vacant drops its resident's details", () => {
  const content = contentAfter({ ...good, ...resident, occupancy_status: 'vacant' }, null)
  assert.equal(content.resident_phone, null)
})

test("an entity's name makes a new owner an entity, and an individual has none", () => {
  const entity = contentAfter({ ...good, owner_entity_name: 'Juniper LLC', owner_entity_type: 'LLC' }, null)
  assert.deepEqual([entity.owner_type, entity.owner_entity_name], ['entity', 'Juniper LLC'])
  const person = contentAfter({ owner_type: 'individual' }, entity)
  assert.deepEqual([person.owner_entity_name, person.owner_entity_type], [null, null])
})

const zones: [form: object, before: { time_zone: string; state: string } | null, zone: string][] = [
  [{ state: 'CA' }, null, 'America/Los_Angeles'],
  [{ state: 'az' }, null, 'America/Phoenix'],
  [{ state: 'CA', time_zone: 'America/Denver' }, null, 'America/Denver'],
  [{}, { time_zone: 'America/Denver', state: 'CA' }, 'America/Denver'],
  [{ time_zone: 'America/Chicago' }, { time_zone: 'America/Denver', state: 'CA' }, 'America/Chicago'],
  [{ time_zone: '' }, { time_zone: 'America/Denver', state: 'CA' }, 'America/Los_Angeles'],
  [{ time_zone: null }, { time_zone: 'America/Denver', state: 'CA' }, 'America/Los_Angeles'],
  // Moving to another state changes the standard zone but keeps a chosen one.
  [{ state: 'NY' }, { time_zone: 'America/Los_Angeles', state: 'CA' }, 'America/New_York'],
  [{ state: 'NY' }, { time_zone: 'America/Denver', state: 'CA' }, 'America/Denver'],
  [{ state: 'CA' }, { time_zone: 'America/Denver', state: 'CA' }, 'America/Denver'],
]
for (const [form, before, zone] of zones) {
  test(`${JSON.stringify(form)} after ${JSON.stringify(before)} is ${zone}`, () =>
    assert.equal(timeZoneAfter(form, before), zone))
}

test('a preview without a home needs a state or a zone', () => {
  const missing = [{ path: 'state', message: 'Please select a state' }]
  assert.deepEqual(timeZoneIssues({}, null), missing)
  assert.deepEqual(timeZoneIssues({ state: 'ZZ' }, null), missing)
  assert.deepEqual(timeZoneIssues({ state: 'TX' }, null), [])
  assert.deepEqual(timeZoneIssues({ time_zone: 'America/Chicago' }, null), [])
  assert.deepEqual(timeZoneIssues({}, {}), [])
})

test('records as the attester only the person who enters the number or the consent', () => {
  const at = new Date('2026-11-21T09:00:00Z')
  const by = (accountId: string, saysConsent = false) => ({ accountId, at, saysConsent })
  const occupied = contentAfter({ ...good, occupancy_status: 'resident' }, null)
  assert.equal(attested(occupied, null, by('a')).resident_text_attested_by, null)
  const entered = attested(contentAfter({ resident_phone: '213-555-0111' }, occupied), occupied, by('a'))
  assert.deepEqual([entered.resident_text_attested_by, entered.resident_text_attested_at], ['a', at])
  // Someone else changes something else.
  assert.equal(attested(contentAfter({ bedrooms: 3 }, entered), entered, by('b')).resident_text_attested_by, 'a')
  assert.equal(attested(contentAfter({}, entered), entered, by('b', true)).resident_text_attested_by, 'a')
  const other = attested(contentAfter({ resident_phone: '213-555-0199' }, entered), entered, by('b'))
  assert.equal(other.resident_text_attested_by, 'b')
  const withdrawn = attested(contentAfter({ resident_text_consent: false }, entered), entered, by('b'))
  assert.deepEqual([withdrawn.resident_text_attested_by, withdrawn.resident_text_attested_at], [null, null])
  const again = attested(contentAfter({ resident_text_consent: true }, withdrawn), withdrawn, by('c', true))
  assert.equal(again.resident_text_attested_by, 'c')
  // A number older than attestations has none until someone gives it.
  const old = { ...entered, resident_text_attested_by: null, resident_text_attested_at: null }
  assert.equal(attested(contentAfter({ bedrooms: 3 }, old), old, by('a')).resident_text_attested_by, null)
  assert.equal(attested(old, old, by('a', true)).resident_text_attested_by, 'a')
})

const anyText = fc.oneof(fc.constantFrom('', ' ', null), fc.string({ maxLength: 30 }), fc.string({ unit: character }))
const anyForm = fc.record(
  {
    address_line1: anyText,
    state: fc.oneof(fc.constantFrom('CA', 'ny', 'ZZ'), anyText),
    zip_code: fc.oneof(fc.constantFrom('90012', '1'), anyText),
    agent_email: anyText,
    resident_phone: fc.oneof(fc.constant('213-555-0111'), anyText),
    bedrooms: fc.oneof(fc.constant(null), fc.double()),
    rent_amount: fc.oneof(fc.constant(null), fc.integer()),
    occupancy_status: fc.constantFrom('owner', 'resident', 'vacant'),
    owner_type: fc.constantFrom('individual', 'entity'),
    owner_entity_name: anyText,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<PropertyForm>

test('a valid form sent again changes nothing', () => {
  fc.assert(
    fc.property(anyForm, anyForm, (first, second) => {
      const before = contentAfter(good, null)
      if (propertyIssues(first, { isNew: false }).length + propertyIssues(second, { isNew: false }).length > 0) return
      const once = contentAfter(second, contentAfter(first, before))
      assert.deepEqual(contentAfter(second, once), once)
      assert.deepEqual(contentOf(once as never), once)
      assert.ok(once.address_line1 && once.city && /^[A-Z]{2}$/.test(once.state) && /^\d{5}$/.test(once.zip_code))
      if (once.occupancy_status === 'vacant') assert.equal(once.resident_phone, null)
    }),
  )
})
