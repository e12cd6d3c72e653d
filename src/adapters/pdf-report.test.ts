import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TableReport } from '../features/showing/ports.ts'
import { createPdfReportPrinter } from './pdf-report.ts'

const report: TableReport = {
  title: 'Showing compliance report',
  preparedAt: '2026-11-20T18:00:00Z',
  facts: [{ label: 'Listed', value: 'All 1' }],
  columns: [
    { label: 'When', share: 2 },
    { label: 'Buyer', share: 1 },
  ],
  rows: [['1:30 PM PST\nFriday, November 27, 2026', 'Zoë Álvarez-Łukasik\nzoe@example.com']],
  empty: 'No completed showings',
  notes: ['A note.'],
  footer: 'Footer',
}
const printer = createPdfReportPrinter()
after(() => printer.close())
const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0

test('the same report gives the same bytes, another report others', async () => {
  const other = createPdfReportPrinter()
  const [first, again, empty] = await Promise.all([
    printer.print(report),
    other.print(structuredClone(report)),
    printer.print({ ...report, rows: [] }),
  ])
  await other.close()
  assert.ok(Buffer.from(first).equals(Buffer.from(again)))
  assert.ok(!Buffer.from(first).equals(Buffer.from(empty)))
  for (const pdf of [first, empty]) {
    assert.equal(Buffer.from(pdf).subarray(0, 5).toString(), '%PDF-')
    assert.equal(pagesOf(pdf), 1)
  }
})

test('a row that is taller than a sheet goes on over the next ones, and nothing of it is lost', async () => {
  const notes = Array.from({ length: 200 }, (_, n) => `Note ${n}`).join('\n')
  const [short, tall] = await Promise.all(
    ['Note', notes].map((text) => printer.print({ ...report, rows: [...report.rows, ['then', text], ['last', '']] })),
  )
  assert.deepEqual([short && pagesOf(short), tall && pagesOf(tall) >= 4], [1, true])
})

test('rows go on over as many sheets as they need, also where a word is endless and a text long', async () => {
  const row = [`1:30 PM PST\n${'x'.repeat(320)}`, 'Long text '.repeat(50)]
  const [few, many] = await Promise.all(
    [3, 60].map((count) => printer.print({ ...report, rows: Array.from({ length: count }, () => row) })),
  )
  assert.ok(many && few && pagesOf(many) > 10 * pagesOf(few), `${few && pagesOf(few)} ${many && pagesOf(many)}`)
})
