// The public gallery and its search at ten thousand and at a million images, over HTTP and straight to the database, and
// the lists next to a reference program with a plain table.
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { MOST_COUNTED } from '../src/studio/gallery/domain.ts'
import * as rows from '../src/studio/gallery/repository.ts'
import {
  besideReference,
  type GetResult,
  loadName,
  type Measured,
  runCells,
  runGets,
  runHeads,
} from './support/get-load.ts'
import { onDatabase } from './support/homes.ts'
import { runLoad } from './support/load-process.ts'
import { type Product, startProduct } from './support/product.ts'
import { requireSameAnswer, startReference } from './support/reference.ts'
import { goal, note, ratesOf, ratio, table, title } from './support/report.ts'
import { interleave, isQuick, plan, spreadOf } from './support/rounds.ts'
import type { SqlTask } from './support/sql-load.ts'
import { storeImages, WORDS } from './support/stored-images.ts'

const FEW = 10_000
const MANY = isQuick ? 50_000 : 1_000_000
const CLIENTS = 8
const PAGE = 25
/** Splits the list into this many parts. Each page begins in another part. */
const PLACES = 16

type Statement = SqlTask['statements'][number]
type Question = { path: string; statement: Statement }
/** The reference does not search. */
const LISTS = ['newest', 'deep'] as const
type List = (typeof LISTS)[number]
type Kind = List | 'search'

title(
  'gallery',
  `newest, deep and searched at ${MANY.toLocaleString('en-US')} images, ${CLIENTS} clients, load by ${loadName}`,
)
await using small = await startProduct({ WORKER: 'off' })
await using large = await startProduct({ WORKER: 'off' })
const few = await fill(small, FEW)
const many = await fill(large, MANY)

using reference = await startReference(large, 'reference-reads.ts')
for (const kind of ['newest', 'deep'] as const)
  for (const path of many.pathsOf(kind)) await requireSameAnswer(large, reference, path)

const sidesOf = (kind: Kind, seconds = plan.seconds) => ({
  http: () => many.http(kind, seconds),
  fresh: () => many.fresh(kind, seconds),
  sql: () => many.sql(kind, seconds),
  few: () => few.fresh(kind, seconds),
})
const withReference = (kind: 'newest' | 'deep', seconds = plan.seconds) => ({
  ...sidesOf(kind, seconds),
  reference: () => many.fresh(kind, seconds, reference),
})
await interleave(withReference('newest', 1), 1)
await interleave(withReference('deep', 1), 1)
await interleave(sidesOf('search', 1), 1)
const { newest, deep, search } = {
  newest: await interleave(withReference('newest')),
  deep: await interleave(withReference('deep')),
  search: await interleave(sidesOf('search')),
}

const sideNames = {
  http: 'HTTP',
  fresh: 'HTTP, a new spelling each time, so nothing comes from memory',
  sql: 'the same SQL through pg',
  few: `the same SQL, at ${FEW.toLocaleString('en-US')}`,
  reference: 'the reference: node:http, one statement, a plain table',
}
const p99 = (of: GetResult[]) => spreadOf(of.map((one) => one.p99)).median
note('')
table(
  ['answers/s', ...runHeads],
  Object.entries({ newest, deep, search }).flatMap(([kind, sides]) =>
    Object.entries(sides).map(([side, of]) => [
      `${kind}, ${sideNames[side as keyof typeof sideNames]}`,
      ...runCells<GetResult>(of),
    ]),
  ),
)
for (const [kind, { http, fresh, sql, few: less }] of Object.entries({ newest, deep, search })) {
  for (const [way, of] of [
    ['HTTP', http],
    ['HTTP, nothing from memory', fresh],
  ] as const) {
    const beside = ratio(ratesOf(of), ratesOf(sql))
    note(`\n  ${kind}, ${way} compared with the same SQL: ${beside.words}`)
    goal(`${kind}, ${way} compared with the same SQL`, beside.value, { atLeast: 0.6 })
  }
  goal(`${kind}, growth from ${FEW} to ${MANY}, nothing from memory`, 1 / ratio(ratesOf(fresh), ratesOf(less)).value, {
    atMost: 1.5,
  })
}
for (const [kind, { fresh, reference: plain }] of Object.entries({ newest, deep })) {
  note('')
  besideReference(`${kind}, nothing from memory`, { ours: fresh, plain }, 0.7)
}
goal(
  'deep compared with first, HTTP, nothing from memory',
  1 / ratio(ratesOf(deep.fresh), ratesOf(newest.fresh)).value,
  {
    atMost: 1.2,
  },
)
goal('deep compared with first, SQL', 1 / ratio(ratesOf(deep.sql), ratesOf(newest.sql)).value, { atMost: 1.2 })
const searched = 'search of two words with a creator, both orders, counted: p99'
for (const [way, of] of [
  ['over HTTP', search.http],
  ['over HTTP, nothing from memory', search.fresh],
  ['by pg', search.sql],
] as const)
  goal(`${searched} ${way}`, p99(of), { atMost: 25 }, ' ms')

/** Creates a gallery of this many images, and the requests for it. */
async function fill(product: Product, count: number) {
  const startedAt = performance.now()
  await storeImages(product.databaseUrl, count)
  note(`${count.toLocaleString('en-US')} images stored in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const asked: Record<Kind, Question[]> = {
    newest: [await newestAfter(product, null)],
    deep: await Promise.all((await placesIn(product, count)).map((place) => newestAfter(product, place))),
    search: await searches(product),
  }
  const pathsOf = (kind: Kind) => asked[kind].map(({ path }) => path)
  const get = (server: Measured, kind: Kind, seconds: number, isUnique: boolean) =>
    runGets(server, { connections: CLIENTS, seconds, paths: pathsOf(kind), isUnique })
  return {
    pathsOf,
    http: (kind: Kind, seconds: number) => get(product, kind, seconds, false),
    /** Adds a new query string each time. */
    fresh: (kind: Kind, seconds: number, server: Measured = product) => get(server, kind, seconds, true),
    sql: (kind: Kind, seconds: number) =>
      runLoad<SqlTask, GetResult>(join(import.meta.dirname, 'support/sql-load.ts'), {
        databaseUrl: product.databaseUrl,
        clients: CLIENTS,
        seconds,
        statements: asked[kind].map(({ statement }) => statement),
      }),
  }
}

type Place = { at_micros: number; id: string }

async function newestAfter({ databaseUrl }: Product, after: Place | null): Promise<Question> {
  const statement = await statementOf(databaseUrl, (db) => rows.listShown(db, null, { after, limit: PAGE + 1 }))
  return { path: `/all-images?limit=${PAGE}${after ? `&cursor=newest_${after.at_micros}_${after.id}` : ''}`, statement }
}

/** Walks from the middle to the end of the list. */
function placesIn({ databaseUrl }: Product, count: number): Promise<Place[]> {
  return onDatabase(databaseUrl, async (client) => {
    const places: Place[] = []
    for (let place = 0; place < PLACES; place++) {
      const skipped = Math.floor(count * (0.5 + (0.49 * place) / PLACES))
      const { rows: found } = await client.query(
        `select image_id as id, (extract(epoch from created_at) * 1000000)::bigint::text as at from shown_image
         order by created_at desc, image_id desc offset $1 limit 1`,
        [skipped],
      )
      places.push({ at_micros: Number(found[0].at), id: found[0].id })
    }
    return places
  })
}

/** Two words, from common to rare, with creators from one to an eighth of all; both orders. */
async function searches({ databaseUrl }: Product): Promise<Question[]> {
  const pairs = [
    [0, 3],
    [2, 3],
    [4, 8],
    [11, 12],
    [0, 60],
    [30, 400],
  ].map((pair) => pair.map((at) => WORDS[at]).join(' '))
  const questions: Question[] = []
  for (const words of pairs)
    for (const creator of ['dreamyartist64', 'dreamyartist', 'dreamy', 'cosmicmuse'])
      for (const order of ['newest', 'oldest'] as const) {
        const page = { after: null, limit: PAGE + 1, order, mostCounted: MOST_COUNTED }
        questions.push({
          path: `/search-images?query=${encodeURIComponent(words)}&creator=${creator}&sortBy=${order}&limit=${PAGE}`,
          statement: await statementOf(databaseUrl, (db) => rows.searchImages(db, { words, creator }, page)),
        })
      }
  return questions
}

/** Runs the product's own statement. */
async function statementOf(databaseUrl: string, ask: (db: Kysely<unknown>) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = []
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push({ text: query.sql, values: [...query.parameters] }),
  })
  await ask(db)
  await db.destroy()
  const [statement, ...more] = sent
  if (!statement || more.length > 0) throw new Error('expected one statement')
  return statement
}
