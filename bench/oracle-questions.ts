// Counts the questions about documents that the embedded engine answers correctly.
//   node bench/oracle-questions.ts [--code CHECKOUT] [--misses N] [FOLDER...]
// A folder has documents/ and questions.json. The default is every folder of bench/oracle/, with one table each. `--code` runs
// another checkout's program with this judge. No one who works on the search may read held-out-2/ or its misses
// (`--misses 0`), because it predicts the result for users' files. Once such a person has read it, its documents become
// tuning documents, and someone who does not know the search writes new ones. It needs TEST_DATABASE_URL, or uses the
// embedded PostgreSQL, as the tests do.
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { TestApp } from '../test/app.ts'
import type { Asker } from '../test/chat.ts'
import { note, table, title } from './support/report.ts'

const ROOT = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((one) => one !== '--quick'),
  options: {
    code: { type: 'string', default: ROOT },
    misses: { type: 'string', default: '40' },
    all: { type: 'boolean' },
  },
  allowPositionals: true,
})

type Expected = { any?: string[]; all?: string[]; nothing?: boolean }
type Case = {
  id: string
  /** Questions that one person asks of the same few files. */
  group?: string
  language: string
  kind: string
  source: string
  files: string[]
  turns: string[]
  expect: Expected | 'nothing'
  maxPassages: number
}
type Verdict = { isRight: boolean; isOffered: boolean; why: string }

/** Ignores spaces, case, and the kinds of quotes and dashes. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[‐-―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
/** Matches a claim about what the files contain. The answer can only speak of the search. */
const CLAIM =
  /\b(?:documents?|files?) (?:do|does|did)(?: not|n't) (?:say|mention|contain|have)|\b(?:documentos|archivos) no (?:dicen|mencionan|contienen)/i
/** Words before passages that do not answer the question. */
const CLOSEST = /\bclosest\b|m[aá]s cercan|m[aá]s parecid/i

function judge({ expect, maxPassages }: Case, response: string, quotes: string[]): Verdict {
  const sure = CLOSEST.test(response) ? [] : quotes
  if (expect === 'nothing' || expect.nothing) {
    if (CLAIM.test(response)) return { isRight: false, isOffered: false, why: 'speaks for the documents' }
    return { isRight: sure.length === 0, isOffered: false, why: `quotes ${sure.length} passages as the answer` }
  }
  const text = plain(quotes.join('\n'))
  const missing = (expect.all ?? []).filter((one) => !text.includes(plain(one)))
  const hasAny = !expect.any || expect.any.some((one) => text.includes(plain(one)))
  const isThere = missing.length === 0 && hasAny && quotes.length <= maxPassages
  const why =
    quotes.length > maxPassages
      ? `${quotes.length} passages`
      : missing.length > 0
        ? `missing: ${missing.join(' | ')}`
        : hasAny
          ? 'only offered as closest'
          : `none of: ${expect.any?.join(' | ')}`
  return { isRight: isThere && sure.length > 0, isOffered: isThere, why }
}

/** Says why an answer is wrong without quoting it, because no one should read these questions. */
function causeOf(
  { maxPassages }: Case,
  { why, isOffered }: Verdict,
  said: { response: string; citations: { quote: string }[] },
): string {
  if (/as the answer$|^speaks/.test(why)) return 'answers something that is not there'
  if (said.citations.length === 0) return 'finds nothing'
  if (said.citations.length > maxPassages) return 'quotes too much'
  const isSure = !CLOSEST.test(said.response)
  return isSure
    ? /^missing/.test(why)
      ? 'leaves out a part'
      : 'quotes something else'
    : isOffered
      ? 'only offers it'
      : 'offers something else'
}

const read = async (folder: string): Promise<Case[]> =>
  JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'))

/** Copies a file as another upload of the same bytes would. */
async function copy(app: TestApp, id: string, accountId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select gen_random_uuid()::text as id`.execute(app.db)
  const to = rows[0]?.id ?? ''
  for (const name of ['document', 'document_page', 'document_sentence', 'document_term']) {
    const key = name === 'document' ? 'id' : 'document_id'
    const { rows: found } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(app.db)
    const columns = found.map((one) => one.name)
    const given: Record<string, string | null> = {
      [key]: to,
      account_id: accountId,
      conversation_id: null,
      message_id: null,
    }
    const picked = columns.map((one) => (one in given ? sql`${given[one] ?? null}` : sql.ref(one)))
    await sql`
      insert into ${sql.table(name)} (${sql.join(columns.map((one) => sql.ref(one)))})
      select ${sql.join(picked)} from ${sql.table(name)} where ${sql.ref(key)} = ${id}`.execute(app.db)
  }
  return to
}

async function measure(app: TestApp, library: Asker, reader: Asker, folder: string) {
  const known = new Map<string, string>()
  for (const name of await readdir(join(folder, 'documents')))
    known.set(name, (await library.upload(await readFile(join(folder, 'documents', name)), name)).id)
  await app.runJobs()
  const counts = new Map<string, { right: number; offered: number; all: number }>()
  const count = (name: string, { isRight, isOffered }: Verdict) => {
    const one = counts.get(name) ?? { right: 0, offered: 0, all: 0 }
    counts.set(name, {
      right: one.right + Number(isRight),
      offered: one.offered + Number(isRight || isOffered),
      all: one.all + 1,
    })
  }
  const misses: string[] = []
  const causes = new Map<string, number>()
  let passages = 0
  const cases = await read(folder)
  for (const one of cases) {
    const files = []
    for (const name of one.files) files.push({ id: await copy(app, known.get(name) ?? '', reader.accountId) })
    let body = { response: '', citations: [] as { quote: string }[], conversationId: undefined as string | undefined }
    for (const [turn, message] of one.turns.entries()) {
      const more = turn === 0 ? { files } : { conversationId: body.conversationId }
      const answer = await reader.ask(message, more)
      if (answer.status !== 200) throw new Error(`${one.id}: ${answer.text}`)
      body = answer.body
    }
    const verdict = judge(
      one,
      body.response,
      body.citations.map(({ quote }) => quote),
    )
    const names = [`kind ${one.kind}`, `language ${one.language}`, ...(one.group ? [`group ${one.group}`] : []), 'all']
    for (const name of names) count(name, verdict)
    if (!verdict.isRight) causes.set(causeOf(one, verdict, body), (causes.get(causeOf(one, verdict, body)) ?? 0) + 1)
    passages += body.citations.length
    if (!verdict.isRight || values.all)
      misses.push(
        `${one.id} (${one.kind}): ${one.turns.join(' / ')}\n    ${verdict.why}\n    ${body.response.trim().replaceAll('\n', '\n    ')}`,
      )
    await sql`delete from document where account_id = ${reader.accountId}`.execute(app.db)
  }
  note(`\n${folder}: ${cases.length} questions, ${(passages / cases.length).toFixed(1)} passages per answer`)
  note(
    [...causes]
      .sort(([, a], [, b]) => b - a)
      .map(([cause, times]) => `${cause}: ${times}`)
      .join(' · '),
  )
  const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`
  table(
    ['', 'right', 'of', 'share', 'with what is only offered'],
    [...counts]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, { right, offered, all }]) => [name, right, all, percent(right, all), percent(offered, all)]),
  )
  if (misses.length > 0)
    note(
      `\nMisses\n${misses
        .slice(0, Number(values.misses))
        .map((miss) => `- ${miss}`)
        .join('\n')}`,
    )
}

title('oracle-questions', 'questions about documents, answered without a model')
const program = (path: string) => import(pathToFileURL(join(resolve(values.code), path)).href)
const { testApp } = (await program('test/app.ts')) as typeof import('../test/app.ts')
const { asker } = (await program('test/chat.ts')) as typeof import('../test/chat.ts')
const app = await testApp({ rateLimitScale: 100_000 })
try {
  const all = join(ROOT, 'bench/oracle')
  const folders =
    positionals.length > 0 ? positionals.map((one) => resolve(one)) : (await readdir(all)).map((one) => join(all, one))
  const [library, reader] = [await asker(app), await asker(app)]
  for (const folder of folders) await measure(app, library, reader, folder)
} finally {
  await app.close()
}
