import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { lockedPdf, makeCompound, makeDoc, makeDocx, makeLongPdf, makePdf } from '../../../test/documents.ts'
import { readHere } from '../../../test/quick-reader.ts'
import type { DocumentType } from '../document/contract.ts'
import { DOCX, MAX_PAGES } from '../document/domain.ts'
import { createDocumentReader } from './document-reader.ts'

const reader = createDocumentReader()
after(() => reader.close())
/** Reads in this process, because starting one for each file takes a quarter of a second of CPU. */
const here = { ...reader, read: (bytes: Uint8Array, type: DocumentType) => readHere(Buffer.from(bytes), type) }

const progress: number[] = []
async function read(bytes: Buffer, type: DocumentType, by = reader) {
  return by.read(bytes, type, (percent) => progress.push(percent))
}
async function textOf(bytes: Buffer, type: DocumentType, by = reader) {
  const reading = await read(bytes, type, by)
  assert.equal(reading.kind, 'text', JSON.stringify(reading))
  if (reading.kind !== 'text') throw new Error('no text')
  return { ...reading, texts: reading.pages.map(({ text }) => text) }
}
async function refusal(bytes: Buffer, type: DocumentType, by = reader) {
  const reading = await read(bytes, type, by)
  assert.equal(reading.kind, 'unreadable', JSON.stringify(reading).slice(0, 300))
  return reading.kind === 'unreadable' ? reading.reason : ''
}

const said = [
  'Take 5 mg of Ramipril in the morning. Dr. Lee wants to see you again in six weeks.',
  'Æsop & <Söhne>, fünf €.',
]

test('reads a PDF page by page, and joins its lines to sentences that can be quoted exactly', async () => {
  const long =
    'The resident should measure the blood pressure twice a day, sitting down after five minutes of rest, and write both values down with the time of day for the next visit.'
  const { texts, pages } = await textOf(await makePdf([[said[0] as string], [long]]), 'application/pdf')
  assert.equal(texts.length, 2)
  assert.match(texts[0] as string, /Take 5 mg of Ramipril in the morning\. Dr\. Lee wants/)
  assert.ok((texts[1] as string).includes(long))
  const [first] = pages
  assert.deepEqual(
    first?.units.map(({ start, end }) => first.text.slice(start, end)),
    ['Take 5 mg of Ramipril in the morning.', 'Dr. Lee wants to see you again in six weeks.'],
  )
})

test('reads the same text from a DOCX, a DOC, and a TXT', async () => {
  for (const [type, bytes] of [
    [DOCX, await makeDocx(said)],
    ['application/msword', makeDoc(said)],
    ['text/plain', Buffer.from(`\ufeff${said.join('\r\n')}`)],
  ] as const) {
    const { texts } = await textOf(bytes, type)
    assert.equal(texts.length, 1, type)
    for (const text of said) assert.ok(texts[0]?.includes(text), `${type}: ${texts[0]}`)
  }
})

test("turns a photo into a small JPEG without the camera's metadata", async () => {
  const photo = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#369' } })
    .withExif({ IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  const reading = await read(photo, 'image/jpeg')
  assert.equal(reading.kind, 'picture')
  const { width, height, format, exif } = await sharp(reading.kind === 'picture' ? reading.jpeg : undefined).metadata()
  assert.deepEqual({ width, height, format, exif }, { width: 2048, height: 683, format: 'jpeg', exif: undefined })
})

test('a scan has pages without text', async () => {
  const { pages } = await textOf(
    makeLongPdf(2, () => ''),
    'application/pdf',
    here,
  )
  assert.deepEqual(pages, [
    { text: '', units: [] },
    { text: '', units: [] },
  ])
})

test('reads a PDF of 5,000 pages, and refuses one more page with the reason', {
  skip: !process.env.PROOFS,
}, async () => {
  progress.length = 0
  const bytes = makeLongPdf(MAX_PAGES + 1, (page) => `(Page ${page} says the word number${page}.) Tj`)
  assert.ok(bytes.length < 10 * 2 ** 20, `${bytes.length}`)
  const { texts, note } = await textOf(bytes, 'application/pdf')
  assert.equal(texts.length, MAX_PAGES)
  assert.match(texts[4_999] as string, /number5000/)
  assert.match(note ?? '', /first 5,000 pages/)
  assert.ok(progress.length > 100 && (progress.at(-1) ?? 0) >= 89, `${progress.length}`)
})

test('says that a PDF or a DOC has a password', async () => {
  assert.match(await refusal(await lockedPdf(), 'application/pdf'), /password/)
  assert.match(await refusal(makeDoc(said, { flags: 0x0300 }), 'application/msword', here), /password/)
})

test('reports a truncated, empty, or random file as damaged', async () => {
  const files: [DocumentType, Buffer][] = [
    ['application/pdf', await makePdf([said])],
    [DOCX, await makeDocx(said)],
    ['application/msword', makeDoc(said)],
    [
      'image/png',
      await sharp({ create: { width: 800, height: 800, channels: 3, background: '#369' } })
        .png()
        .toBuffer(),
    ],
  ]
  for (const [type, bytes] of files) {
    const reading = await read(bytes.subarray(0, 300), type, here)
    assert.ok(
      reading.kind === 'unreadable' || (reading.kind === 'text' && reading.pages.every(({ text }) => !text)),
      `${type}: ${JSON.stringify(reading)}`,
    )
    assert.match(await refusal(Buffer.from('\u0007 noise '.repeat(99)), type, here), /damaged/)
  }
})

test('refuses a file that unpacks to far more than a document: one huge part, many parts, or a claim of a gigabyte', async () => {
  const zeros = Buffer.alloc(26 * 2 ** 20)
  assert.match(await refusal(await makeDocx(said, [{ path: 'word/big.xml', bytes: zeros }]), DOCX, here), /unpacks/)
  const large = zeros.subarray(0, 24 * 2 ** 20)
  const some = Array.from({ length: 5 }, (_, at) => ({ path: `word/${at}.xml`, bytes: large }))
  assert.match(await refusal(await makeDocx(said, some), DOCX, here), /unpacks/)
  const many = Array.from({ length: 4_100 }, (_, at) => ({ path: `word/${at}.xml`, bytes: Buffer.from('x') }))
  assert.match(await refusal(await makeDocx(said, many), DOCX, here), /unpacks/)
  const claim = await makeDocx(said)
  // Size of the first part in the central directory.
  claim.writeUInt32LE(2 ** 30, claim.indexOf(Buffer.from('504b0102', 'hex')) + 24)
  assert.match(await refusal(claim, DOCX, here), /unpacks/)
})

test('refuses XML that would keep a parser busy before mammoth sees it: too deep, too many elements, not well formed', async () => {
  const body = (xml: string) => makeDocx(said, [], xml)
  const nested = '<w:p>'.repeat(200_000)
  assert.match(await refusal(await body(`${nested}${'</w:p>'.repeat(200_000)}`), DOCX), /layers/)
  assert.match(await refusal(await body(nested), DOCX), /layers/)
  assert.match(await refusal(await body('<w:p/>'.repeat(600_000)), DOCX), /unpacks/)
  for (const broken of ['<!--', '<![CDATA[', '<', '</w:p><w:p>'])
    assert.match(await refusal(await body(broken.repeat(300_000)), DOCX), /damaged/)
  // Tables nested deeper than in any real document.
  const tables = [
    '<w:tbl><w:tr><w:tc>',
    '<w:p><w:r><w:t>Deep down.</w:t></w:r></w:p>',
    '</w:tc></w:tr></w:tbl>',
  ] as const
  const { texts } = await textOf(await body(tables[0].repeat(100) + tables[1] + tables[2].repeat(100)), DOCX)
  assert.match(texts.join(), /Deep down/)
})

test('gives up on a compound file with an endless sector chain, for memory or time', async () => {
  const impatient = createDocumentReader({ deadlineMs: 5_000 })
  const word = Buffer.alloc(4096)
  word.writeUInt16LE(0xa5ec, 0)
  const endless = makeCompound([{ name: 'WordDocument', bytes: word }], (table) => {
    table[2] = 3
    table[3] = 2
  })
  assert.match(await refusal(endless, 'application/msword', impatient), /memory|too long/)
  await impatient.close()
})

async function withProgram(source: string, limits: object, check: (by: typeof reader) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'reader-'))
  const program = join(folder, 'program.mjs')
  await writeFile(program, source)
  const by = createDocumentReader({ ...limits, program, readable: [`${folder}/*`] })
  await check(by).finally(() => by.close())
  await rm(folder, { recursive: true })
}

/** A busy machine gives a process only a share of the processor. */
const WAITS = existsSync('/usr/bin/prlimit') ? 4 : 1

test('kills a reading that hangs at the deadline, and reads the next file', async (t) => {
  const source = `
    for await (const chunk of process.stdin) if (chunk.includes('x')) {
      console.log('{"kind":"progress","percent":1}')
      while (true);
    }
    console.log('{"kind":"end","note":null}')`
  // A second of CPU time kills it. The clock does so only where nothing counts CPU time.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const onHang = () => t.mock.timers.tick(WAITS === 1 ? 1_000 : 0)
  await withProgram(source, { deadlineMs: 1_000, atOnce: 1 }, async (by) => {
    const [first, second] = await Promise.all([
      by.read(Buffer.from('x'), 'text/plain', onHang),
      read(Buffer.from('y'), 'text/plain', by),
    ])
    assert.deepEqual(first, { kind: 'unreadable', reason: 'This file took too long to read.' })
    assert.deepEqual(second, { kind: 'text', pages: [], note: null })
  })
})

test('reads a file on a busy machine, because its limit is CPU time', {
  skip: WAITS === 1,
}, async () => {
  const source = `setTimeout(() => console.log('{"kind":"end","note":null}'), 3_100)`
  await withProgram(source, { deadlineMs: 3_000 }, async (by) => {
    const reading = await read(Buffer.from('x'), 'text/plain', by)
    assert.equal(reading.kind, 'text', JSON.stringify(reading))
  })
})

test('allows 15 seconds of CPU time for a small file, more for a large one, up to the deadline, and four times that in all', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const patient = { atOnce: 2 }
  await withProgram('setInterval(() => undefined, 1e9)', patient, async (by) => {
    const over: string[] = []
    const small = refusal(Buffer.from('x'), 'text/plain', by).then(() => over.push('small'))
    const large = refusal(Buffer.alloc(4 * 2 ** 20), 'text/plain', by).then(() => over.push('large'))
    t.mock.timers.tick(15_001 * WAITS)
    await small
    assert.deepEqual(over, ['small'])
    t.mock.timers.tick(40_000 * WAITS)
    assert.deepEqual(over, ['small'])
    t.mock.timers.tick(5_000 * WAITS)
    await large
  })
})

test('ends a reader that uses memory outside its heap, never stops writing, or crashes', async () => {
  const eats = 'const all = []; setInterval(() => all.push(Buffer.alloc(3e7, 1)), 1)'
  await withProgram(eats, { memoryMb: 300, deadlineMs: 20_000 }, async (by) => {
    assert.match(await refusal(Buffer.from('x'), 'text/plain', by), /memory/)
  })
  const talks = 'const more = () => process.stdout.write("x".repeat(1e6) + "\\n", more); more()'
  await withProgram(talks, { outputBytes: 1e6, deadlineMs: 20_000 }, async (by) => {
    assert.match(await refusal(Buffer.from('x'), 'text/plain', by), /memory|damaged/)
  })
  await withProgram('process.abort()', {}, async (by) => {
    assert.ok(await refusal(Buffer.from('x'), 'text/plain', by))
  })
})

test('the reading process has no secrets, and cannot write, start a process, or use the network', async () => {
  const source = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { spawnSync } from 'node:child_process'
    import { connect } from 'node:net'
    const tried = (act) => { try { act(); return 'done' } catch (error) { return error.code } }
    const said = [
      Object.keys(process.env).filter((name) => !['PATH', 'UV_THREADPOOL_SIZE', 'VIPS_CONCURRENCY'].includes(name)).join(),
      tried(() => readFileSync('/etc/passwd')), tried(() => writeFileSync('/tmp/of-the-reader', 'x')), tried(() => spawnSync('true')),
    ]
    const reached = await new Promise((answer) => { try { connect(5432, '127.0.0.1').on('connect', () => answer('connected')).on('error', ({ code }) => answer(code)) } catch ({ code }) { answer(code) } })
    console.log(JSON.stringify({ kind: 'unreadable', reason: [...said, reached].join(' ') }))`
  await withProgram(source, {}, async (by) => {
    const denied = 'ERR_ACCESS_DENIED'
    assert.equal(await refusal(Buffer.from('x'), 'text/plain', by), ` ${denied} ${denied} ${denied} ${denied}`)
  })
})
