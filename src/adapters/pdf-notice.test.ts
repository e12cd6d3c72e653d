import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import type { NoticeToEnter } from '../features/notification/ports.ts'
import { createPdfNoticePrinter } from './pdf-notice.ts'

const notice: NoticeToEnter = {
  title: 'Notice to Enter the Home',
  preparedAt: '2026-11-20T18:00:00Z',
  sender: [],
  addressee: ['Zoë Álvarez-Łukasik', '2817 Alder Street, Unit 3', 'Los Angeles, CA 90026'],
  facts: [
    { label: 'Date', value: 'Friday, November 27, 2026' },
    { label: 'Who enters', value: 'Siobhán Ō., José Ñ., Đặng Ư.' },
  ],
  paragraphs: [{ heading: 'Heading', text: 'Text. '.repeat(60) }],
  givenBy: ['Dana Whitfield', 'Listing agent'],
  deliveryOptions: ['Handed to a resident', 'Left at the door'],
  agentTask: 'Not for paper',
  footer: 'Footer',
}
const printer = createPdfNoticePrinter()
const pages = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length

/** The characters that the document's fonts map to: what a reader can copy out of it. */
function characters(pdf: Uint8Array): Set<string> {
  const found = new Set<string>()
  const source = Buffer.from(pdf)
  for (let at = source.indexOf('stream\n'); at >= 0; at = source.indexOf('stream\n', at + 1)) {
    const end = source.indexOf('endstream', at)
    let text = ''
    try {
      text = inflateSync(source.subarray(at + 7, end)).toString('latin1')
    } catch (error) {
      // Not every stream is compressed; those are no character maps.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
    }
    if (!text.includes('begincmap')) continue
    for (const [, hex = ''] of text.matchAll(/<([0-9a-f]{4,8})>/gi)) {
      found.add(String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))))
    }
  }
  return found
}

test('the same notice gives the same bytes, another notice others', async () => {
  const [first, again, other] = await Promise.all([
    printer.print(notice),
    createPdfNoticePrinter().print(structuredClone(notice)),
    printer.print({ ...notice, facts: [{ label: 'Date', value: 'Saturday, November 28, 2026' }] }),
  ])
  assert.ok(Buffer.from(first).equals(Buffer.from(again)))
  assert.ok(!Buffer.from(first).equals(Buffer.from(other)))
  assert.equal(Buffer.from(first).subarray(0, 5).toString(), '%PDF-')
})

test('accents and the letters of Latin names are printed', async () => {
  const found = characters(await printer.print(notice))
  for (const letter of 'ZoëÁŁōÑĐặƯŌ'.replace('ō', '')) assert.ok(found.has(letter), letter)
})

test('a letter names whom it is from', async () => {
  const found = characters(await printer.print({ ...notice, sender: ['Ỹ & Œ', '1 Example Street'] }))
  assert.ok(found.has('Ỹ') && found.has('Œ'))
  assert.ok(!characters(await printer.print(notice)).has('Œ'))
})

test('it is one letter-size sheet, dated when the notice was prepared', async () => {
  const pdf = await printer.print(notice)
  assert.equal(pages(pdf), 1)
  for (const words of ['/MediaBox [0 0 612 792]', '(D:20261120180000Z)']) {
    assert.ok(Buffer.from(pdf).includes(words), words)
  }
})

test('many words make small letters before they make a second sheet', async () => {
  const long = { ...notice, paragraphs: [{ heading: 'Heading', text: 'A longer sentence than usual. '.repeat(110) }] }
  assert.equal(pages(await printer.print(long)), 1)
  const endless = { ...notice, paragraphs: [{ heading: null, text: 'A longer sentence than usual. '.repeat(600) }] }
  assert.ok((pages(await printer.print(endless)) ?? 0) > 1)
})
