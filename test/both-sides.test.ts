import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SESSION_DAYS_MAX } from '../src/account/account/domain.ts'
import { MAX_TRAVEL_MINUTES } from '../src/account/account/own-time-domain.ts'
import { cleanReceipt, newReceiptNumber } from '../src/account/account-deletion/domain.ts'
import { usernameIssues } from '../src/account/profile/domain.ts'
import { CODE_LENGTH } from '../src/notice/compliance/bundle-domain.ts'
import { remindersOf } from '../src/notice/message/reminder-domain.ts'
import { MAX_TITLE } from '../src/oracle/conversation/domain.ts'
import { MAX_FILE_BYTES } from '../src/oracle/document/domain.ts'
import { readPhone } from '../src/platform/phone.ts'
import { CROCKFORD } from '../src/platform/reference-code.ts'
import { BlockingBookings } from '../src/property/availability/contract.ts'
import { MAX_REASON } from '../src/property/block-out/domain.ts'
import { PRODUCT_PROPERTY } from '../src/property/property/domain.ts'
import { MAX_CAPTION, MAX_PHOTOS, TEXTS } from '../src/property/property/field-domain.ts'
import { MAX_BUFFER_MINUTES } from '../src/property/schedule/form-domain.ts'
import { MAX_SHOWN_BY } from '../src/showing/booking/domain.ts'
import { APPEAL_MAX, DETAILS_MAX, TERM_MAX } from '../src/studio/moderation/domain.ts'
import { MAX_COUNT, MAX_NEGATIVE_PROMPT, MAX_PROMPT, MAX_SEED } from '../src/studio/studio/limits-domain.ts'

// Some rules exist both in the code and in the database, because a constraint closes a race or a function saves a call.
// scripts/check-sql.ts compares a column's allowed texts with the row types.
const schema = readFileSync('db/schema.sql', 'utf8')
const functionText = (path: string) => readFileSync(`db/functions/${path}.sql`, 'utf8')
const constraint = (name: string) => new RegExp(`constraint ${name} (.*?),?\\n`).exec(schema)?.[1] ?? assert.fail(name)

/** The pattern of a check `column ~ '…'`. */
const patternOf = (name: string) => new RegExp(/ ~ '([^']+)'/.exec(constraint(name))?.[1] ?? assert.fail(name))
const numbersIn = (text: string) => Array.from(text.matchAll(/(?<![\w.])\d+(?![\w.])/g), Number)

const most: [name: string, most: number][] = [
  ['conversation_title_check', MAX_TITLE],
  ['document_size_bytes_check', MAX_FILE_BYTES],
  ['generation_prompt_check', MAX_PROMPT],
  ['generation_negative_prompt_check', MAX_NEGATIVE_PROMPT],
  ['generation_count_check', MAX_COUNT],
  ['image_number_check', MAX_COUNT - 1],
  ['image_report_details_check', DETAILS_MAX],
  ['image_appeal_text_check', APPEAL_MAX],
  ['prompt_term_term_check', TERM_MAX],
  ['property_buffer_minutes_check', MAX_BUFFER_MINUTES],
  ['property_description_length', TEXTS.description],
  ['property_photo_at_most_20', MAX_PHOTOS - 1],
  ['property_photo_caption_said', MAX_CAPTION],
  ['block_out_reason_check', MAX_REASON],
  ['booking_shown_by_check', MAX_SHOWN_BY],
  ['agent_profile_travel_minutes_check', MAX_TRAVEL_MINUTES],
  ['booking_travel_minutes_check', MAX_TRAVEL_MINUTES],
]
for (const [name, value] of most)
  test(`${name} has the same limit as the code, ${value}`, () =>
    assert.equal(Math.max(...numbersIn(constraint(name))), value))

test('a seed is a 32-bit number on both sides', () =>
  assert.match(constraint('generation_seed_check'), new RegExp(`<= '${MAX_SEED}'`)))

test('the statuses that block a time equal those of the double-booking constraint', () => {
  const { status } = BlockingBookings.shape.bookings.element.shape
  const textsIn = (sql: string) => Array.from(sql.matchAll(/'(\w+)'/g), ([, one]) => one)
  assert.deepEqual(textsIn(constraint('booking_no_overlap')), status.options)
  assert.deepEqual(textsIn(constraint('booking_agent_alone')), status.options)
  const repository = readFileSync('src/property/availability/repository.ts', 'utf8')
  assert.deepEqual(textsIn(/b\.status in \(('held'[^)]*)\)/.exec(repository)?.[1] ?? ''), status.options)
  const notified = functionText('showing/record_booking_event').match(/in \('held', [^)]*'confirmed'[^)]*\)/g)
  assert.ok(notified)
  for (const one of notified) assert.deepEqual(textsIn(one), status.options)
})

test('every table accepts every phone that we read as E.164', () => {
  const names = Array.from(schema.matchAll(/constraint (\w+phone_e164_check)/g), ([, name = '']) => name)
  assert.ok(names.length >= 7, names.join())
  for (const name of names) {
    for (const typed of ['(213) 555-0188', '+44 20 7946 0958', '+49 30 901820', '213.555.0188 ext. 7'])
      assert.match(readPhone(typed).e164 ?? '', patternOf(name), typed)
    assert.equal(patternOf(name).source, patternOf(names[0] ?? '').source)
  }
})

test('codes have the same alphabet on both sides', () => {
  const bytes = Uint8Array.from({ length: 12 }, (_, at) => at * 21)
  assert.match(newReceiptNumber(bytes), patternOf('erasure_receipt_number_check'))
  assert.equal(cleanReceipt(newReceiptNumber(bytes)), newReceiptNumber(bytes))
  const packet = patternOf('packet_code_check')
  const purchase = patternOf('purchase_number_check')
  for (let code = 0x20; code < 0x7f; code++) {
    const letter = String.fromCharCode(code)
    assert.equal(packet.test(letter.repeat(CODE_LENGTH)), CROCKFORD.includes(letter), letter)
    assert.equal(purchase.test(`SC-${letter.repeat(8)}`), CROCKFORD.includes(letter), letter)
  }
})

test('the database accepts exactly the usernames that the code accepts', () => {
  const pattern = patternOf('profile_username_check')
  for (const name of ['abc', 'ab', 'a'.repeat(32), 'a'.repeat(33), 'Dreamy_Muse-7', 'é'.repeat(4), 'a b c', ''])
    assert.equal(pattern.test(name), usernameIssues(name, 'username').length === 0, name)
})

test('the product demo is the same property on both sides', () => {
  for (const name of ['booking_only_demos_block_nothing', 'property_demo_home_stays'])
    assert.ok(constraint(name).includes(`'${PRODUCT_PROPERTY.id}'`), name)
  assert.ok(functionText('property/is_product_property').includes(`'${PRODUCT_PROPERTY.id}'`))
})

test('the database limits a session to the same number of days as the code', () =>
  assert.match(functionText('account/cap_session'), new RegExp(`interval '${SESSION_DAYS_MAX} days'`)))

test('checks a booking before its first reminder, at every hour and across both clock changes', () => {
  const hours = Number(/interval '(\d+) hours'/.exec(functionText('notice/set_remind_at'))?.[1])
  const timeZone = 'America/Los_Angeles'
  const agreedAt = Temporal.Instant.from('2026-01-01T00:00:00Z')
  for (const day of ['2026-03-08', '2026-03-09', '2026-06-10', '2026-11-01', '2026-11-02'])
    for (let hour = 0; hour < 24; hour++) {
      const startsAt = Temporal.PlainDate.from(day)
        .toZonedDateTime({ timeZone, plainTime: { hour, minute: 30 } })
        .toInstant()
      const [first] = remindersOf({ startsAt, agreedAt, timeZone })
      assert.ok(first && first.at.until(startsAt).total('hours') < hours, `${day} ${hour}:30`)
    }
})

test('one email, phone, or address has the same limit for holds at a property and for demos', () => {
  const mostOf = (name: string) => functionText(`showing/${name}`).match(/(?<=hold_expires_at > p_now\) )>= \d+/g)
  assert.equal(mostOf('hold_slot')?.length, 3)
  assert.deepEqual(mostOf('hold_demo'), mostOf('hold_slot'))
})

test('a job has the same number of attempts, no matter who enqueues it', () => {
  const attempts = new Map<string, Set<string>>()
  for (const file of globSync(['db/functions/**/*.sql', 'src/**/repository.ts', 'src/**/*-repository.ts'])) {
    const text = readFileSync(file, 'utf8')
    for (const [, task = '', most = ''] of text.matchAll(
      /add_job\('([\w.-]+)'(?:(?!add_job)[\s\S]){0,300}?max_attempts :?=>? (\d+)/g,
    ))
      attempts.set(task, (attempts.get(task) ?? new Set()).add(most))
  }
  assert.ok(attempts.size >= 5, [...attempts.keys()].join())
  for (const [task, each] of attempts) assert.equal(each.size, 1, `${task}: ${[...each].join(' and ')}`)
})
