import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ArchiveRow, archiveOf, PARTS, sizeText } from './domain.ts'
import { readmeText } from './messages.ts'

const now = Temporal.Instant.from('2026-11-21T09:00:00Z')
const row = (change: Partial<ArchiveRow> = {}): ArchiveRow => ({
  id: 'a',
  account_id: 'b',
  status: 'being_made',
  asked_at: new Date('2026-11-21T08:59:00Z'),
  parts_done: 3,
  file_name: null,
  size_bytes: null,
  sha256: null,
  made_at: null,
  expires_at: null,
  ...change,
})
const ready = (expiresAt: string) =>
  row({
    status: 'ready',
    file_name: 'a-b.zip',
    size_bytes: 7,
    sha256: 'c',
    made_at: new Date('2026-11-21T08:59:30Z'),
    expires_at: new Date(expiresAt),
  })

test('a file has an address while it is ready and has not expired, even if it was not swept yet', () => {
  assert.deepEqual(
    [row(), ready('2026-11-21T09:00:01Z'), ready('2026-11-21T09:00:00Z')].map((one) => {
      const { status, url } = archiveOf(one, now)
      return [status, url]
    }),
    [
      ['being_made', null],
      ['ready', '/api/account/archive/a/file'],
      ['expired', null],
    ],
  )
  assert.deepEqual(archiveOf(row(), now).progress, { done: 3, of: PARTS.length })
  assert.equal('file_name' in archiveOf(ready('2026-11-22T09:00:00Z'), now), false)
})

test('formats sizes for people', () => {
  assert.deepEqual([0, 999, 1000, 3_449_999, 999_999_999, 12_300_000_000, 5e15].map(sizeText), [
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '3.4 MB',
    '1000.0 MB',
    '12.3 GB',
    '5000000.0 GB',
  ])
})

test('the readme lists every file, its size, and files that no longer exist', () => {
  const contents = [
    { path: 'bookings.json', count: 12 },
    { path: 'photos/', count: 2 },
  ]
  const of = { email: 'lena@agents.example.com', madeAt: '2026-11-21 09:00', contents, missing: [] }
  const text = readmeText(of)
  assert.match(text, /bookings\.json {2}\(12\)\n {4}Your properties' showings/)
  assert.match(text, /photos\/ {2}\(2\)/)
  assert.match(text, /lena@agents\.example\.com\. File created on 2026-11-21 09:00 \(UTC\)/)
  assert.doesNotMatch(text, /no longer exist|undefined/)
  assert.match(readmeText({ ...of, missing: ['photos/gone.webp'] }), /no longer exist:\n\n- photos\/gone\.webp/)
})
