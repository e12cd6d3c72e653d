import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import type { Flyer } from '../features/share/ports.ts'
import { createPdfFlyerPrinter } from './pdf-flyer.ts'
import { qrCodes } from './qr-codes.ts'

const printer = createPdfFlyerPrinter()
after(() => printer.close())

const flyer: Flyer = {
  title: 'Book a private showing',
  photo: await sharp({ create: { width: 640, height: 480, channels: 3, background: '#886644' } })
    .webp()
    .toBuffer(),
  street: '2817 Mariposa Glen Terrace, Unit 3',
  place: 'Los Angeles, CA 90026',
  price: '$3,450 a month',
  facts: ['2 beds', '1.5 baths', '1,080 sq ft'],
  scan: {
    heading: 'Scan to book a private showing',
    text: 'Choose a free day and time.',
    svg: await qrCodes.svg('https://showings.example.com/showingbooker/book/abc'),
    address: 'showings.example.com/showingbooker/book/abc',
  },
  terms: [{ heading: '$25.00 a showing', text: 'Words. '.repeat(20) }],
  contact: ['Maya Okafor', '(323) 555-0142'],
  footer: 'Footer',
  changedAt: '2026-11-20T18:00:00Z',
}

const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length
const isLetter = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1').includes('/MediaBox [0 0 612 792]')

test('it is one sheet of US Letter with a photo, without one, and with the longest words', async () => {
  const longest: Partial<Flyer> = {
    street: `12345 ${'Nuestra Señora de los Ángeles de Porciúncula '.repeat(3)}Boulevard, Penthouse 12`,
    place: 'San Buenaventura del Mar-on-the-Hill, CA 90026',
    contact: ['W'.repeat(200), `${'a'.repeat(64)}@${'b'.repeat(180)}.example.com`],
    terms: Array.from({ length: 3 }, () => ({ heading: 'Terms', text: 'Words and more words. '.repeat(12) })),
    scan: { ...flyer.scan, address: `${'sub.'.repeat(50)}example.com/${'x'.repeat(40)}` },
  }
  for (const change of [{}, { photo: null }, longest, { ...longest, photo: null }, { street: 'W'.repeat(300) }]) {
    const pdf = await printer.print({ ...flyer, ...change })
    assert.equal(Buffer.from(pdf).subarray(0, 5).toString(), '%PDF-')
    assert.equal(pagesOf(pdf), 1)
    assert.ok(isLetter(pdf))
  }
})

test('the same home gives the same bytes, a changed one others', async () => {
  const [first, again, other] = await Promise.all([
    printer.print(flyer),
    printer.print(structuredClone(flyer)),
    printer.print({ ...flyer, price: '$3,500 a month' }),
  ])
  assert.ok(Buffer.from(first).equals(Buffer.from(again)))
  assert.ok(!Buffer.from(first).equals(Buffer.from(other)))
})
