import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { migrate, migrationsFolder } from '../src/platform/db/migrate.ts'
import { readPhone } from '../src/platform/phone.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

// These tests store rows as they were before the phone migration, which converts them.
let database: FreshDatabase
let folder: string
const OWNER = randomUUIDv7()

const spellings = [
  '2135550188',
  '(213) 555-0188',
  '213.555.0188 x5',
  '+1 213 555 0188 ext. 5',
  '1-213-555-0188 #12',
  '213-555-0188 extension 7',
  '+44 20 7946 0958',
  '12135550188',
  '0000000000',
  '(213) 555-0188 Ext 7',
]
const unreadable = ['21355501885', 'call 213 555 0188', '2135550188 / 3105550199', '555-0188 x123']

before(async () => {
  database = await freshDatabase({ isEmpty: true })
  folder = await mkdtemp(join(tmpdir(), 'phones-'))
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const copy = (names: string[]) =>
    Promise.all(names.map((name) => copyFile(join(migrationsFolder, name), join(folder, name))))
  const own = files.findIndex((name) => name.endsWith('_phones.sql'))
  await copy(files.slice(0, own))
  await migrate(database.url, { migrations: folder })
  await store()
  await copy(files.slice(own))
  await migrate(database.url, { migrations: folder })
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const run = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query(text, values)).rows

async function store() {
  await run(`insert into account (id, name, email) values ($1, 'An Agent', 'agent@example.com')`, [OWNER])
  await run(`insert into agent_profile (account_id, agent_name, agent_phone) values ($1, 'Lena', '213.555.0100 x9')`, [
    OWNER,
  ])
  for (const [at, phone] of [...spellings, ...unreadable].entries()) {
    const propertyId = randomUUIDv7()
    await run(
      `insert into property (id, owner_id, created_by, slug, address_line1, city, state, zip_code, time_zone, agent_phone,
         owner_phone, resident_phone)
       values ($1, $2, $2, $3, '742 Juniper Street', 'Los Angeles', 'CA', '90012', 'America/Los_Angeles', $4, null, $4)`,
      [propertyId, OWNER, `slug-${at}`, phone],
    )
    await run(
      `insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
         hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents, manage_token,
         notice_token, created_at, updated_at)
       select $1, $2, 'held', at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes'), '2026-11-27', '10:00',
         'America/Los_Angeles', at, 'buyer', 'Maria Gomez', 'maria@example.com', $3, '', 2500, $4,
         $5, at, at
       from (select '2026-11-27T18:00Z'::timestamptz as at) start`,
      [randomUUIDv7(), propertyId, phone, `m${String(at).padStart(2, '0')}`, `n${at}`],
    )
  }
  await run(`insert into text_opt_out values ('2135550188', true, 'stop', null, now()), ('2079460958', true, 'stop', null, now()),
    ('3105550199', false, 'start', null, now()), ('12345', true, 'stop', null, now())`)
}

test('converts stored phones as the server reads them, and keeps those that SQL cannot read as typed', async () => {
  const bookings = await run<Record<'text' | 'e164' | 'extension' | 'key', string>>(`
    select buyer_phone as text, buyer_phone_e164 as e164, buyer_phone_extension as extension, phone_key as key from booking order by manage_token`)
  const properties = await run(
    `
    select agent_phone as text, agent_phone_e164 as e164, agent_phone_extension as extension from property
    where owner_id = $1 and resident_phone is not distinct from agent_phone
      and resident_phone_e164 is not distinct from agent_phone_e164 and owner_phone is null and owner_phone_e164 is null
    order by slug`,
    [OWNER],
  )
  for (const [at, typed] of spellings.entries()) {
    const { key, ...row } = bookings[at] ?? { key: '' }
    assert.deepEqual(row, readPhone(typed), typed)
    assert.equal(key, readPhone(typed).e164)
  }
  const kept = bookings.slice(spellings.length)
  assert.deepEqual(
    kept.map(({ text, e164, key }) => [text, e164, key]),
    unreadable.map((typed) => [typed, null, typed]),
  )
  assert.equal(properties.length, spellings.length + unreadable.length)
  assert.deepEqual(
    new Set(properties.map((row) => JSON.stringify(row))),
    new Set(bookings.map(({ text, e164, extension }) => JSON.stringify({ text, e164, extension }))),
  )
  assert.deepEqual(await run('select agent_phone, agent_phone_e164, agent_phone_extension from agent_profile'), [
    { agent_phone: '(213) 555-0100 ext. 9', agent_phone_e164: '+12135550100', agent_phone_extension: '9' },
  ])
})

test('a number that replied STOP gets no texts, even a foreign number with the same last ten digits', async () => {
  const rows = await run<{ phone: string; is_out: boolean }>('select phone, is_out from text_opt_out order by phone')
  assert.deepEqual(
    rows.map(({ phone, is_out }) => `${phone} ${is_out}`),
    ['+12079460958 true', '+12135550188 true', '+13105550199 false', '+442079460958 true'],
  )
})

test('the list still finds a showing by its phone after the migration', async () => {
  const found = await run("select from booking where search_text like '%+12135550188%'")
  assert.equal(found.length, 8)
})

test('no function of the database has a rule for the digits of a phone', async () => {
  const rows = await run(`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* 'phone' and prosrc ~ '\\\\D|\\[\\^0-9'`)
  assert.deepEqual(rows, [])
})
