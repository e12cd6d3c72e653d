import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import type { NoticeToEnter } from '../notice/entry-notice/ports.ts'
import type { PdfPages, PdfTable } from '../platform/pdf-document.ts'
import type { Flyer } from '../property/share/ports.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { qrCodes } from './qr-codes.ts'

const renderer = createPdfRenderer()
after(() => renderer.close())

/** Reads the file's sheet sizes in points, its words in reading order, its date, and whether it is tagged. */
async function read(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { info } = await document.getMetadata()
  const mark = await document.getMarkInfo()
  const sizes: number[][] = []
  let text = ''
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    sizes.push(page.view)
    const { items } = await page.getTextContent()
    text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('')
  }
  const { CreationDate: date, Title: title } = info as { CreationDate?: string; Title?: string }
  return { pages: document.numPages, sizes, text: text.normalize('NFC'), date, title, isTagged: mark?.Marked === true }
}

const isAccessible = (pdf: Uint8Array) => Buffer.from(pdf).includes('pdfuaid:part')
const same = (one: Uint8Array, other: Uint8Array) => Buffer.from(one).equals(Buffer.from(other))

/** A name in each script that people in this country use for theirs. */
const NAMES = {
  Latin: 'José Núñez-Žižka',
  Cyrillic: 'Анна Каренина',
  Greek: 'Ελένη Παπαδοπούλου',
  Chinese: '王小明 歐陽娜娜',
  Japanese: '山田太郎 さくら',
  Korean: '김민수',
  Arabic: 'محمد علي',
  Hebrew: 'דוד בן גוריון',
  Devanagari: 'प्रिया शर्मा',
  Armenian: 'Արամ Խաչատրյան',
  Thai: 'สมชาย ใจดี',
  emoji: 'Sam 🏡🔑',
}

const notice: NoticeToEnter = {
  kind: 'notice',
  title: 'Notice to Enter the Home',
  preparedAt: '2026-11-20T18:00:00Z',
  sender: [],
  addressee: ['Zoë Álvarez-Łukasik', '2817 Alder Street, Unit 3', 'Los Angeles, CA 90026'],
  facts: [
    { label: 'Date', value: 'Friday, November 27, 2026' },
    { label: 'Who enters', value: 'Siobhán Ō., José Ñ., Đặng Ư.' },
  ],
  paragraphs: [{ heading: 'Heading', text: 'Text. '.repeat(60) }],
  translations: [],
  givenBy: ['Dana Whitfield', 'Listing agent'],
  deliveryOptions: ['Handed to a resident', 'Left at the door'],
  agentTask: 'Not for paper',
  footer: 'Footer',
}

const pages: PdfPages = {
  kind: 'pages',
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

const table: PdfTable = {
  kind: 'table',
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

const flyer: Flyer = {
  kind: 'flyer',
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

const KINDS = [
  {
    kind: 'notice',
    print: (name: string) => renderer.render({ ...notice, addressee: [name], givenBy: [name, 'Agent'] }),
  },
  {
    kind: 'document of pages',
    print: (name: string) =>
      renderer.render({ ...pages, parts: [{ kind: 'facts', facts: [{ label: 'Buyer', value: name }] }] }),
  },
  { kind: 'table', print: (name: string) => renderer.render({ ...table, rows: [['When', `${name}\nMore`]] }) },
  { kind: 'flyer', print: (name: string) => renderer.render({ ...flyer, contact: [name] }) },
]

for (const { kind, print } of KINDS) {
  test(`a ${kind} has every letter of a name in each of 12 scripts, and is accessible`, async () => {
    for (const [script, name] of Object.entries(NAMES)) {
      const pdf = await print(name)
      const { text, isTagged } = await read(pdf)
      // We do not write PDF/UA-1 if a letter has no glyph.
      assert.ok(isAccessible(pdf) && isTagged, script)
      const found = new Set(text)
      for (const letter of name) assert.ok(found.has(letter) || /\s/.test(letter), `${script}: ${letter}`)
    }
  })

  test(`still prints a ${kind} with a letter that no font has`, async () => {
    const pdf = await print('𓀀 Smith')
    const { text, isTagged } = await read(pdf)
    assert.ok(isTagged && !isAccessible(pdf))
    assert.match(text, /Smith/)
  })

  test(`a ${kind} has the same bytes exactly if it has the same content`, async () => {
    const [first, again, different] = await Promise.all([print('Ann'), print('Ann'), print('Bea')])
    assert.ok(same(first, again))
    assert.ok(!same(first, different))
  })
}

test('another process prints the same bytes', async () => {
  const other = createPdfRenderer()
  const [first, again] = [await renderer.render(notice), await other.render(structuredClone(notice))]
  await other.close()
  assert.ok(same(first, again))
})

test('a notice is one letter-size sheet, dated when it was prepared, and names who sends it', async () => {
  const { pages, sizes, date, title, text } = await read(await renderer.render(notice))
  assert.deepEqual([pages, sizes[0], title], [1, [0, 0, 612, 792], notice.title])
  assert.match(date ?? '', /^D:20261120180000Z/)
  assert.ok(!text.includes('Not for paper') && !text.includes('From:'))
  for (const letter of 'ZoëÁŁÑĐặƯŌ') assert.ok(text.includes(letter.normalize('NFC')), letter)
  const sent = await read(await renderer.render({ ...notice, sender: ['Ỹ & Œ', '1 Example Street'] }))
  assert.match(sent.text, /From: Ỹ & Œ, 1 Example Street/)
})

test('prints the translation of a notice on the back of its sheet', async () => {
  const paragraphs = [{ heading: 'Sus derechos', text: 'Palabras. '.repeat(60) }]
  const facts = [{ label: 'Fecha', value: 'viernes' }]
  const spanish = {
    language: 'es-US',
    title: 'Aviso de entrada',
    governs: 'Rige el inglés.',
    inPdf: '',
    facts,
    paragraphs,
    footer: 'Preparado por nosotros',
  }
  const { pages, text } = await read(await renderer.render({ ...notice, translations: [spanish] }))
  assert.deepEqual(text.match(/Footer|Preparado por nosotros/g), ['Footer', 'Preparado por nosotros'])
  assert.equal(pages, 2)
  for (const words of ['Aviso de entrada', 'Rige el inglés.', 'Sus derechos']) assert.ok(text.includes(words), words)
})

test('shrinks the letters of a long text before it adds a second sheet', async () => {
  const paragraphs = (count: number) => [{ heading: null, text: 'A longer sentence than usual. '.repeat(count) }]
  const long = await read(await renderer.render({ ...notice, paragraphs: paragraphs(110) }))
  const endless = await read(await renderer.render({ ...notice, paragraphs: paragraphs(600) }))
  assert.equal(long.pages, 1)
  assert.ok(endless.pages > 1)
})

test('a flyer is one sheet with a photo, without one, and with the longest words', async () => {
  const longest: Partial<Flyer> = {
    street: `12345 ${'Nuestra Señora de los Ángeles de Porciúncula '.repeat(3)}Boulevard, Penthouse 12`,
    place: 'San Buenaventura del Mar-on-the-Hill, CA 90026',
    contact: ['W'.repeat(200), `${'a'.repeat(64)}@${'b'.repeat(180)}.example.com`],
    terms: Array.from({ length: 3 }, () => ({ heading: 'Terms', text: 'Words and more words. '.repeat(12) })),
    scan: { ...flyer.scan, address: `${'sub.'.repeat(50)}example.com/${'x'.repeat(40)}` },
  }
  for (const change of [{}, { photo: null }, longest, { ...longest, photo: null }, { street: 'W'.repeat(300) }]) {
    const { pages, sizes } = await read(await renderer.render({ ...flyer, ...change }))
    assert.deepEqual([pages, sizes[0]], [1, [0, 0, 612, 792]])
  }
})

test('prints a picture, and a service record with one fits on a sheet', async () => {
  const jpeg = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#a05030' } })
    .jpeg()
    .toBuffer()
  const picture = { kind: 'picture', jpeg, width: 900, height: 1200, caption: 'Photo' } as const
  const pdf = await renderer.render({ ...pages, parts: [...pages.parts, picture] })
  assert.match(Buffer.from(pdf).toString('latin1'), /\/Subtype\s*\/Image/)
  assert.ok(isAccessible(pdf))
  assert.equal((await read(pdf)).pages, 1)
})

test('a table continues over as many sheets as it needs, and an empty one says so', async () => {
  const table = (count: number) => ({
    kind: 'table' as const,
    columns: [
      { label: 'Entry', share: 1 },
      { label: 'Hash', share: 2 },
    ],
    rows: Array.from({ length: count }, (_, n) => [`${n}\nNote`, 'f'.repeat(64)]),
    empty: 'None.',
  })
  const [none, many] = await Promise.all([0, 200].map((count) => renderer.render({ ...pages, parts: [table(count)] })))
  assert.ok(none && many && (await read(none)).text.includes('None.') && (await read(many)).pages > 5)
})

test('a row that is taller than a sheet continues on the next ones, and nothing is lost', async () => {
  const notes = Array.from({ length: 200 }, (_, n) => `Note ${n}`).join('\n')
  const print = (text: string) => renderer.render({ ...table, rows: [...table.rows, ['then', text], ['last', '']] })
  assert.equal((await read(await print('Note'))).pages, 1)
  const tall = await read(await print(notes))
  assert.ok(tall.pages >= 4)
  for (const words of ['Note 0', 'Note 100', 'Note 199', 'last']) assert.ok(tall.text.includes(words), words)
})

test('rows continue over as many sheets as they need, even with an endless word or a long text', async () => {
  const row = [`1:30 PM PST\n${'x'.repeat(320)}`, 'Long text '.repeat(50)]
  const pagesOf = async (count: number) =>
    (await read(await renderer.render({ ...table, rows: Array.from({ length: count }, () => row) }))).pages
  const [few, many] = [await pagesOf(3), await pagesOf(60)]
  assert.ok(many > 10 * few, `${few} ${many}`)
})

test('the text layer has every letter of a long word that breaks', async () => {
  // Each digit appears before and after a break.
  const ids = Array.from('0123456789', (digit) => `01a20540-5f79-7877-${digit}${digit}c7-bb82fa870a56`)
  const { text } = await read(await renderer.render({ ...table, rows: [['1:30 PM PST', ids.join('\n')]] }))
  const found = text.replace(/\s/g, '')
  for (const id of ids) assert.ok(found.includes(id), `${id} in ${found}`)
})

test('a flyer has only the short URL that people can type', async () => {
  const slug = 'qK7vT2mZx9LbR4cW8nYd3HsJ6pGf1AeUmwrlra19'
  const long = { ...flyer.scan, address: `showings.example.com/showingbooker/book/${slug}` }
  assert.match((await read(await renderer.render(flyer))).text, /showingbooker\/book\/abc/)
  assert.doesNotMatch((await read(await renderer.render({ ...flyer, scan: long }))).text, /showingbooker\/book/)
})
