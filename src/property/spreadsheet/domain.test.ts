import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvText, readCsv } from '../../platform/csv.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { isState } from '../property/domain.ts'
import type { ImportContact } from './contract.ts'
import { COLUMNS, headerNames, readSheet } from './domain.ts'
import { STATE_CODES } from './place-domain.ts'

const names = new Map(LANGUAGES.flatMap((language) => inLanguage(language, headerNames)))
const contact = {
  agent_first_name: 'Ada',
  agent_last_name: 'Agent',
  agent_email: 'ada@example.com',
  agent_phone: '(213) 555-0144',
}
const read = (csv: string) => readSheet(readCsv(csv).lines, names, contact)
const HEAD = 'Street address,City,State,ZIP code'

test('recognizes headers in each language, by field name, and by common synonyms', () => {
  for (const language of LANGUAGES)
    inLanguage(language, () => {
      const { ignoredColumns, rows } = read(csvText([COLUMNS.map(({ name }) => name()), ['1 Elm Street']]))
      assert.deepEqual(ignoredColumns, [], language)
      assert.equal(rows[0]?.form.address_line1, '1 Elm Street')
    })
  const { ignoredColumns, rows } = read('ADDRESS;Apt;Código postal;zip_code_2;Beds;Rent\n1 Elm;4;90012;x;2.5;"$3,200"')
  assert.deepEqual(ignoredColumns, ['zip_code_2'])
  const { address_line1, unit_number, zip_code, bedrooms, rent_amount } = rows[0]?.form ?? {}
  assert.deepEqual([address_line1, unit_number, zip_code, bedrooms, rent_amount], ['1 Elm', '4', '90012', 2.5, 3200])
})

test('reads a number as people write it, and refuses anything else', () => {
  const table: [string, number][] = [
    ['2', 2],
    ['2.5', 2.5],
    ['2,5', 2.5],
    ['1,25', 1.25],
    ['3200', 3200],
    ['3,200', 3200],
    ['$3,200.50', 3200.5],
    ['$ 1,234,567', 1234567],
    ['$', Number.NaN],
    [',', Number.NaN],
    ['0x10', Number.NaN],
    ['1,2,3', Number.NaN],
    ['12,3456', Number.NaN],
  ]
  for (const [written, value] of table) {
    const [row] = read(`${`${HEAD};Rent`.replaceAll(',', ';')}\n1 Elm;Reno;NV;89501;${written}`).rows
    assert.equal(row?.form.rent_amount, value, written)
  }
})

test('reads a state by its name, and a ZIP+4 by its first five digits', () => {
  for (const [state, zip, code, five] of [
    ['California', '91101-1234', 'CA', '91101'],
    [' north  carolina ', '275011234', 'NC', '27501'],
    ['District of Columbia', '20001 1234', 'DC', '20001'],
    ['nv', '89501', 'nv', '89501'],
  ] as const) {
    const [row] = read(`${HEAD}\n1 Elm Street,Reno,${state},${zip}`).rows
    assert.deepEqual([row?.form.state, row?.form.zip_code, row?.issues], [code, five, []])
  }
  const [row] = read(`${HEAD}\n1 Elm Street,Reno,Kalifornia,91101-12`).rows
  assert.deepEqual(
    row?.issues.map(({ path }) => path),
    ['state', 'zip_code'],
  )
})

test('gives a ZIP code the zero back that Excel drops, but only where every ZIP code begins with it', () => {
  for (const [state, zip, read5, isValid] of [
    ['MA', '2134', '02134', true],
    ['nj', '7030', '07030', true],
    ['Vermont', '5401', '05401', true],
    ['CA', '2134', '2134', false],
    ['MA', '0213', '0213', false],
    ['MA', '213', '213', false],
    ['', '2134', '2134', false],
  ] as const) {
    const [row] = read(`${HEAD}\n1 Elm Street,Town,${state},${zip}`).rows
    const isFaulty = row?.issues.some(({ path }) => path === 'zip_code')
    assert.deepEqual([row?.form.zip_code, !isFaulty], [read5, isValid], `${state} ${zip}`)
  }
})

test('every state of a property has a name', () => {
  const names = Object.entries(STATE_CODES)
  assert.equal(names.length, 51)
  assert.deepEqual(
    names.filter(([name, code]) => !isState(code) || name !== name.toLowerCase()),
    [],
  )
  assert.equal(new Set(Object.values(STATE_CODES)).size, 51)
})

test('a row that only declines the public profile names no agent', () => {
  const [row] = read(`${HEAD},Use my public profile\n1 Elm Street,Reno,NV,89501,no`).rows
  assert.equal(row?.hasAgent, false)
  assert.equal(row?.form.agent_email, contact.agent_email)
  assert.deepEqual(row?.issues, [])
})

test('each error is shown at its row and field', () => {
  const { rows } = read(`${HEAD},Bedrooms,Who lives there,Use my public profile
1 Elm Street,Reno,NV,89501,2,vacant,
,Reno,Nevadia,895,two,nobody,perhaps`)
  assert.deepEqual(
    rows.map(({ line, issues }) => [line, issues.map(({ path }) => path)]),
    [
      [2, []],
      [3, ['occupancy_status', 'use_public_profile', 'address_line1', 'state', 'zip_code', 'bedrooms']],
    ],
  )
})

test('a column that only says whether a property is occupied decides who lives there', () => {
  const { ignoredColumns, rows } = read(`${HEAD},Occupied?,Tenant phone
1 Elm Street,Reno,NV,89501,Yes,7755550123
2 Elm Street,Reno,NV,89501,No,
3 Elm Street,Reno,NV,89501,Occupied,
4 Elm Street,Reno,NV,89501,perhaps,
5 Elm Street,Reno,NV,89501,Tenant,7755550123
6 Elm Street,Reno,NV,89501,Tenant-occupied,7755550123`)
  assert.deepEqual(ignoredColumns, [])
  assert.deepEqual(
    rows.map(({ form, issues }) => [form.occupancy_status, issues.map(({ path }) => path)]),
    [
      ['resident', []],
      ['vacant', []],
      ['resident', ['resident_phone']],
      ['vacant', ['occupancy_status']],
      ['resident', []],
      ['resident', []],
    ],
  )
})

test('a row that says both vacant and who lives there is an error, because a resident must get notice', () => {
  const { rows } = read(`${HEAD},Occupied,Tenant phone,Tenant email,Tenant last name,Agreed to text messages
1 Elm Street,Reno,NV,89501,no,7755550123,,,
2 Elm Street,Reno,NV,89501,vacant,,rosa@example.com,,
3 Elm Street,Reno,NV,89501,No,,,Alvarez,
4 Elm Street,Reno,NV,89501,no,,,,yes`)
  const message = 'The row says that no one lives there, but it has a resident. Please correct the row.'
  const faulty = [{ path: 'occupancy_status', message }]
  assert.deepEqual(
    rows.map(({ issues }) => issues),
    [faulty, faulty, faulty, []],
  )
})

test('a row without an agent gets the contact, a row with one keeps it, and no one attests a consent that a row lacks', () => {
  const { rows } = read(`${HEAD},Agent's first name,Agent's last name,Agent's email,Agent's phone,Resident's phone
1 Elm Street,Reno,NV,89501,,,,,
2 Elm Street,Reno,NV,89501,Bo,Lee,bo@example.com,2135550199,7755550123`)
  const [own, other] = rows.map(({ form, issues }) => ({ ...form, issues }))
  assert.equal(own?.agent_email, 'ada@example.com')
  assert.equal(own?.occupancy_status, 'vacant')
  assert.equal(other?.agent_email, 'bo@example.com')
  assert.equal(other?.occupancy_status, 'resident')
  assert.equal(other?.resident_text_consent, false)
  assert.deepEqual([own?.issues, other?.issues], [[], []])
  assert.deepEqual(
    rows.map(({ hasAgent }) => hasAgent),
    [false, true],
  )
})

test("a row with the public profile gets the contact's phone number, unless that was copied from a property", () => {
  const csv = `${HEAD},Use my public profile\n1 Elm Street,Reno,NV,89501,yes`
  const { lines } = readCsv(csv)
  const rowWith = (one: ImportContact) => readSheet(lines, names, one).rows[0]
  assert.equal(rowWith(contact)?.form.agent_phone, contact.agent_phone)
  const copied = rowWith({ ...contact, copied_from: '9 Pine, Pasadena, CA 91101' })
  assert.deepEqual(
    copied?.issues.map(({ path }) => path),
    ['agent_phone'],
  )
})

test('refuses a file that is not a list of properties', () => {
  const rows = Array.from({ length: 501 }, (_, n) => `${n} Elm Street,Reno,NV,89501`).join('\n')
  for (const [csv, message] of [
    ['', /header and at least one row/],
    [HEAD, /header and at least one row/],
    ['City,State\nReno,NV', /No column is named/],
    ['Address,Street address\n1,2', /Two columns match “Street address”/],
    [`${HEAD}\n${rows}`, /more than 500 rows/],
  ] as const)
    assert.throws(() => read(csv), { kind: 'invalid', message }, csv.slice(0, 40))
})
