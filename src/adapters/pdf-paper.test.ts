import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import type { Paper } from '../features/proof/ports.ts'
import { createPdfPaperPrinter } from './pdf-paper.ts'

const printer = createPdfPaperPrinter()
after(() => printer.close())

const paper: Paper = {
  title: 'Proof of Service',
  intro: ['Notice to enter a home'],
  preparedAt: '2026-11-21T18:00:00Z',
  parts: [
    { kind: 'heading', text: 'Declaration' },
    { kind: 'text', text: 'I, Zoë Álvarez-Łukasik, served it.' },
    { kind: 'facts', facts: [{ label: 'SHA-256', value: 'a'.repeat(64) }] },
    { kind: 'signatures', labels: ['Signature', 'Date'] },
  ],
  footer: 'Footer',
}
const text = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')
const pagesOf = (pdf: Uint8Array) => text(pdf).match(/\/Type \/Page\b/g)?.length ?? 0

test('the same paper gives the same bytes, another paper others', async () => {
  const other = createPdfPaperPrinter()
  const [first, again, less] = await Promise.all([
    printer.print(paper),
    other.print(structuredClone(paper)),
    printer.print({ ...paper, parts: paper.parts.slice(1) }),
  ])
  await other.close()
  assert.ok(Buffer.from(first).equals(Buffer.from(again)))
  assert.ok(!Buffer.from(first).equals(Buffer.from(less)))
  assert.deepEqual([text(first).slice(0, 5), pagesOf(first)], ['%PDF-', 1])
})

test('a picture is in the paper, and a proof with one fits on a sheet', async () => {
  const jpeg = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#a05030' } })
    .jpeg()
    .toBuffer()
  const picture = { kind: 'picture', jpeg, width: 900, height: 1200, caption: 'Photo' } as const
  const pdf = await printer.print({ ...paper, parts: [...paper.parts, picture] })
  assert.match(text(pdf), /\/Subtype \/Image/)
  assert.equal(pagesOf(pdf), 1)
})

test('a table goes on over as many sheets as it needs, and an empty one has its words', async () => {
  const table = (count: number) => ({
    kind: 'table' as const,
    columns: [
      { label: 'Entry', share: 1 },
      { label: 'Hash', share: 2 },
    ],
    rows: Array.from({ length: count }, (_, n) => [`${n}\nNote`, 'f'.repeat(64)]),
    empty: 'None.',
  })
  const [none, many] = await Promise.all([0, 200].map((count) => printer.print({ ...paper, parts: [table(count)] })))
  assert.ok(none && many && pagesOf(none) === 1 && pagesOf(many) > 5)
})
