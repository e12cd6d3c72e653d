import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { indexOf } from '../../src/oracle/document/index-domain.ts'
import { overviewOf } from '../../src/oracle/document/overview-domain.ts'
import * as rows from '../../src/oracle/document/repository.ts'
import { newOutline, unitsOf } from '../../src/oracle/document/section-domain.ts'
import { createRetrievalService } from '../../src/oracle/retrieval/service.ts'
import type { Database } from '../../src/platform/db/connect.ts'
import { freshDatabase } from '../../test/database.ts'
import { goal, note, table } from './report.ts'
import { isQuick } from './rounds.ts'

const FILES = 100
const PAGES = isQuick ? 10 : 100
const WORDS = 20_000
const SENTENCES_A_PAGE = 25
const QUESTIONS = isQuick ? 50 : 300

/** A seeded generator: the same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const random = numbers(7)
const SYLLABLES = ['ba', 'co', 'di', 'fe', 'gu', 'ha', 'jo', 'ki', 'le', 'mu', 'na', 'po', 'ra', 'si', 'to', 'vu']
const word = (n: number) => {
  let text = ''
  for (let rest = n + 17; rest > 0; rest = Math.floor(rest / 16)) text += SYLLABLES[rest % 16]
  return text
}
/** Picks words as a language does: the n-th word comes 1/n as often as the first. */
const drawn = () => word(Math.min(WORDS - 1, Math.floor(WORDS ** random()) - 1))
const sentence = () => {
  const words = Array.from({ length: 8 + Math.floor(random() * 16) }, drawn).join(' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
const page = () => {
  const text = Array.from({ length: SENTENCES_A_PAGE }, sentence).join(' ')
  return { text, units: unitsOf(text, newOutline()) }
}

/** Search over the files of one conversation, 10,000 pages in all, by questions of two to eight words, frequent and rare. */
export async function measureSearch(): Promise<void> {
  const { db, close } = await freshDatabase({ max: 2 })
  try {
    const [accountId, conversationId] = [randomUUIDv7(), randomUUIDv7()]
    const startedAt = performance.now()
    await fill(db, accountId, conversationId)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    note(
      `\nSearch: ${FILES} files of ${PAGES} pages, ${FILES * PAGES * SENTENCES_A_PAGE} sentences, indexed in ${seconds} s`,
    )
    await sql`vacuum analyze`.execute(db)
    const retrieval = createRetrievalService({ db, clock: { now: () => Temporal.Now.instant() } })
    const scope = { conversationId, isOnly: false }
    const times: number[] = []
    let found = 0
    for (let asked = -20; asked < QUESTIONS; asked++) {
      const question = Array.from({ length: 2 + Math.floor(random() * 7) }, drawn).join(' ')
      const from = performance.now()
      found += (await retrieval.search(accountId, scope, { question, limit: 6 })).passages.length
      if (asked >= 0) times.push(performance.now() - from)
    }
    if (found < QUESTIONS) throw new Error('The search finds nothing.')
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
    table(
      ['ms per search', 'median', 'p95', 'max'],
      [[`${QUESTIONS} questions`, ...[0.5, 0.95, 1].map((share) => at(share).toFixed(1))]],
    )
    goal('search, p95', at(0.95), { atMost: 30 }, ' ms')
  } finally {
    await close()
  }
}

async function fill(db: Database, accountId: string, conversationId: string) {
  const now = Temporal.Now.instant()
  await sql`insert into account (id, name, email) values (${accountId}, 'Reader', 'reader@example.com')`.execute(db)
  await sql`
    insert into conversation (id, account_id, title, created_at, updated_at)
    values (${conversationId}, ${accountId}, 'Many pages', ${now}, ${now})`.execute(db)
  for (let file = 0; file < FILES; file++) {
    const id = randomUUIDv7()
    await rows.insertUpload(
      db,
      {
        id,
        accountId,
        conversationId,
        name: `${file}.pdf`,
        type: 'application/pdf',
        sizeBytes: 1,
        sha256: '0'.repeat(64),
        now,
      },
      { files: FILES, bytes: FILES },
    )
    const pages = Array.from({ length: PAGES }, page)
    const pieces = pages.flatMap(({ text, units }, at) =>
      units.map((unit) => ({ ...unit, text: text.slice(unit.start, unit.end), page: at + 1 })),
    )
    const index = await indexOf(pieces, async () => undefined)
    const overview = overviewOf(pieces.slice(0, 100), 'file.pdf', now.toZonedDateTimeISO('UTC').toPlainDate())
    await rows.writeText(db, id, { pages, note: null, index, overview, now })
  }
}
