import { setTimeout as pause } from 'node:timers/promises'
import { makeDoc, makeDocx, makeLongPdf } from '../../test/documents.ts'
import type { Product } from './product.ts'
import { note, spreadCells, table } from './report.ts'
import { isQuick, spreadOf } from './rounds.ts'

const ROUNDS = isQuick ? 2 : 7
const PAGES = isQuick ? 20 : 200
const LINE = 'Take five milligrams in the morning with a glass of water and rest for an hour.'
const lines = (count: number) => Array.from({ length: count }, (_, at) => `${LINE} This is line ${at + 1}.`)

/** Measures a whole upload until its sentences can be searched: the queue, the reading process, and the index. */
export async function measureReading(product: Product, headers: Record<string, string>): Promise<void> {
  const files: [string, string, Buffer][] = [
    [
      `PDF, ${PAGES} pages`,
      'a.pdf',
      makeLongPdf(PAGES, (page) =>
        lines(40)
          .map((line) => `(${line} ${page}) Tj T*`)
          .join(' '),
      ),
    ],
    [
      'PDF, 2 pages',
      'b.pdf',
      makeLongPdf(2, () =>
        lines(40)
          .map((line) => `(${line}) Tj T*`)
          .join(' '),
      ),
    ],
    ['DOCX, 2,000 paragraphs', 'a.docx', await makeDocx(lines(2_000))],
    ['DOC, 200 paragraphs', 'a.doc', makeDoc(lines(200))],
    ['TXT, 1 MB', 'a.txt', Buffer.from(lines(10_000).join('\n'))],
  ]
  note('\nReading: from the upload until a search finds it')
  const results: (string | number)[][] = []
  for (const [words, name, bytes] of files) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await timeOf(product, headers, { name, bytes }))
    results.push([words, ...spreadCells(spreadOf(times))])
  }
  table(['ms', 'min', 'median', 'max'], results)
}

async function timeOf(
  { url }: Product,
  headers: Record<string, string>,
  { name, bytes }: { name: string; bytes: Buffer },
) {
  const form = new FormData()
  form.append('file', new File([bytes as BlobPart], name))
  const from = performance.now()
  const uploaded = await fetch(`${url}/oracle/upload`, { method: 'POST', headers, body: form })
  const { file } = (await uploaded.json()) as { file: { id: string } }
  for (;;) {
    const answer = await fetch(`${url}/oracle/files/${file.id}`, { headers })
    const { status, reason } = (await answer.json()) as { status: string; reason: string | null }
    if (status === 'ready') break
    if (status !== 'reading') throw new Error(`${name}: ${reason}`)
    await pause(10)
  }
  const took = performance.now() - from
  await fetch(`${url}/oracle/files/${file.id}`, { method: 'DELETE', headers })
  return took
}

/** Creates an account with access to the Oracle. @returns the headers of its calls */
export async function openOracle({ url }: Product, code: string): Promise<Record<string, string>> {
  const json = { 'content-type': 'application/json', origin: url }
  const account = { email: `bench-${Date.now()}@example.com`, password: 'a password for the benchmark', name: 'Bench' }
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(account),
  })
  const session = cookiesOf(signedUp)
  const opened = await fetch(`${url}/api/access/oracle`, {
    method: 'POST',
    headers: { ...json, cookie: session },
    body: JSON.stringify({ code }),
  })
  return { origin: url, cookie: `${session}; ${cookiesOf(opened)}` }
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
