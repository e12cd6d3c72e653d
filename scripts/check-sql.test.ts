import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import ts from 'typescript'
import { type FreshDatabase, freshDatabase } from '../test/database.ts'
import { compare, textsOf } from './check-sql.ts'
import { describeAll } from './sql-database.ts'
import { optionsOf, readStatements } from './sql-statements.ts'

const TABLES = `
  create table thing (id uuid primary key, name text not null, size int, seen_at timestamptz, kept_at timestamptz not null,
    total int8 not null, data jsonb not null, bytes bytea not null, words text[] not null, is_new bool not null);
  create table part (id uuid primary key, thing_id uuid not null references thing, label text not null, hidden text,
    kind text not null default 'a' check (kind in ('a', 'b')));
  create index part_hidden on part (hidden) where hidden is not null;
  create view shown as select t.id, t.name, p.label from thing t left join part p on p.thing_id = t.id;
  create function count_things(p_name text) returns int language sql as 'select count(*)::int from thing where name = p_name'`

const HEAD = `import { type RawBuilder, type Kysely, sql } from 'kysely'
declare const db: Kysely<unknown>
declare const [id, name, maybe, at]: [string, string, string | null, Temporal.Instant]
declare const [size, yes]: [number, boolean]
type Thing = { id: string; name: string; size: number | null }
`

/** Ways to compose statements. All of these are correct. */
const RIGHT: [sentence: string, source: string][] = [
  [
    'each type of value, in parameters and in columns',
    `await sql<{ id: string; name: 'a' | 'b'; size: number | null; seen_at: Date | null; total: number; data: { of: string[] }
      bytes: Buffer; words: string[]; is_new: boolean }>\`
      select id, name, size, seen_at, total, data, bytes, words, is_new from thing
      where id = \${id} and name = any(\${[name]}) and size < \${size} and kept_at < \${at} and is_new = \${yes}
        and data = \${JSON.stringify({ id })}::jsonb and seen_at = \${new Date()} and bytes = \${Buffer.from('')}\`.execute(db)`,
  ],
  [
    'fragments, constants, functions and conditions',
    `const columns = sql.raw(\`t.id, \${'t'}.name\`)
    const of = (word: string | null, column = 'name') => (word ? sql\`and \${sql.ref(column)} = \${word}\` : sql\`\`)
    function more(filter?: RawBuilder<unknown>) {
      if (!filter) return sql\`true\`
      return sql\`\${filter} and size > \${size}\`
    }
    export const list = async () => sql<{ id: string; name: string }>\`
      select \${columns} from thing t where \${more(yes ? sql\`is_new\` : undefined)} \${of(maybe)} \${of(name, 't.name')}\`.execute(db)`,
  ],
  [
    'lists that code pushes and joins, and columns from the names of a type',
    `export async function find(of: { id?: string; words: string[] }) {
      const parts: RawBuilder<unknown>[] = [sql\`true\`]
      if (of.id) parts.push(sql\`id = \${of.id}\`)
      for (const word of of.words) parts.push(sql\`name like \${word}\`)
      await sql\`select from thing where \${sql.join(parts, sql\` and \`)}\`.execute(db)
    }
    export async function insert(part: { id: string; thing_id: string; label: string; hidden: string | null }) {
      const columns = Object.entries(part)
      await sql\`insert into part (\${sql.join(columns.map(([column]) => sql.ref(column)))})
        values (\${sql.join(columns.map(([, value]) => value))})\`.execute(db)
    }
    export const set = async (part: { label: string; hidden: string | null }) => {
      const values = Object.entries(part).map(([column, value]) => sql\`\${sql.ref(column)} = \${value}\`)
      await sql\`update part set \${sql.join(values)}\`.execute(db)
      for (const table of ['thing', 'part']) await sql\`delete from \${sql.table(table)} where id = \${id}\`.execute(db)
    }`,
  ],
  [
    'a query that callers pass in',
    `const idsOf = async (query: RawBuilder<{ id: string }>) => (await query.execute(db)).rows
    export const ids = () => idsOf(sql<{ id: string }>\`select id from thing \${maybe ? sql\`where name = \${maybe}\` : sql\`\`}\`)`,
  ],
  [
    'a query from a record of queries',
    `const LISTS = { thing: () => sql\`select id from thing\`, part: () => sql\`select id from part\` } satisfies Record<string, () => RawBuilder<unknown>>
    export const list = (of: keyof typeof LISTS) => sql<{ id: string }>\`select id from (\${LISTS[of]()}) l\`.execute(db)`,
  ],
  [
    'a row that a join may miss, and a part that a condition leaves out',
    `await sql<{ label: string | null }>\`select label from shown\`.execute(db)
    await sql<{ label: string }>\`select label from shown where label is not null\`.execute(db)
    await sql<{ label: string }>\`select label from shown where label = \${name}\`.execute(db)
    await sql<{ size: number }>\`select coalesce(size, 0) as size from thing\`.execute(db)
    await sql<{ hidden: string }>\`select hidden from part where hidden is not null order by hidden\`.execute(db)
    await sql<{ n: number } & (Thing | { id: null })>\`select c.n, t.id, t.name, t.size
      from (select count(*) as n from thing) c left join thing t on t.name = \${name}\`.execute(db)`,
  ],
  [
    'a list of texts, whole or narrowed by a condition',
    `await sql<{ kind: 'a' | 'b' | 'c' }>\`select kind from part\`.execute(db)
    await sql<{ kind: 'a' }>\`select kind from part where kind = 'a'\`.execute(db)`,
  ],
  [
    'a column that only some variants have',
    `await sql<{ id: string; label?: string }>\`select t.id \${yes ? sql\`, p.label\` : sql\`\`}
      from thing t join part p on p.thing_id = t.id\`.execute(db)`,
  ],
]

/** A fault, and the check's report. */
const PLANTED: [sentence: string, source: string, found: RegExp][] = [
  ['a misspelled table', 'await sql`select from things`.execute(db)', /relation "things" does not exist/],
  ['a misspelled column', 'await sql`select nam from thing`.execute(db)', /column "nam" does not exist/],
  [
    'a function that does not exist',
    `await sql\`select count_thing(\${name})\`.execute(db)`,
    /count_thing.* does not exist/,
  ],
  ['text that is not SQL', 'await sql`select from thing where and true`.execute(db)', /syntax error.* near "and true"/],
  [
    'SQL that is wrong in one of two variants',
    `await sql\`select from thing where true \${yes ? sql\`\` : sql\`and sise > \${size}\`}\`.execute(db)`,
    /column "sise" does not exist/,
  ],
  [
    'wrong SQL that a caller passes in',
    `const run = (where: RawBuilder<unknown>) => sql\`select from thing where \${where}\`.execute(db)
    export const all = () => [run(sql\`is_new\`), run(sql\`is_old\`)]`,
    /column "is_old" does not exist/,
  ],
  [
    'a column of another type',
    'await sql<{ name: number }>`select name from thing`.execute(db)',
    /"name" is text, but its row type says number/,
  ],
  [
    'an instant typed as something the driver does not return',
    'await sql<{ kept_at: Temporal.Instant }>`select kept_at from thing`.execute(db)',
    /"kept_at" is timestamptz, but its row type says Instant/,
  ],
  [
    'a list with elements of another type',
    'await sql<{ words: number[] }>`select words from thing`.execute(db)',
    /"words" is _text, but its row type says number\[\]/,
  ],
  [
    'an instant in JSON',
    'await sql<{ data: { at: Date }[] }>`select data from thing`.execute(db)',
    /"data" is jsonb, but its row type says/,
  ],
  [
    'a missing column',
    'await sql<Thing>`select id, name from thing`.execute(db)',
    /returns no column "size", which its row type has/,
  ],
  [
    'a column under another name',
    'await sql<{ keptAt: Date }>`select kept_at as "kept" from thing`.execute(db)',
    /returns no column "keptAt"/,
  ],
  [
    'an extra column',
    'await sql<{ id: string }>`select id, name from thing`.execute(db)',
    /returns a column "name", which its row type does not have/,
  ],
  [
    'a column that can be null',
    'await sql<{ seen_at: Date }>`select seen_at from thing`.execute(db)',
    /"seen_at" can be null, but its row type says Date/,
  ],
  [
    'a column that an outer join may not find',
    'await sql<{ label: string }>`select label from shown`.execute(db)',
    /"label" can be null/,
  ],
  [
    'a nullable column that finds no partner',
    `await sql<{ size: number }>\`select size from thing t
      where not exists (select from part p where length(p.label) = t.size)\`.execute(db)`,
    /"size" can be null/,
  ],
  [
    'a text that a list allows but the type does not',
    `await sql<{ kind: 'a' }>\`select kind from part\`.execute(db)`,
    /"kind" can be 'b', but its row type says "a"/,
  ],
  [
    'an expression on a nullable column',
    `await sql<{ size: string }>\`select upper(size::text) as size from thing\`.execute(db)`,
    /"size" can be null/,
  ],
  [
    'null from a CASE without ELSE',
    `await sql<{ size: number }>\`select case when is_new then 1 end as size from thing\`.execute(db)`,
    /"size" can be null/,
  ],
  ['a number for a text', `await sql\`select from thing where name = \${size}\`.execute(db)`, /text gets number: size/],
  ['a text for a number', `await sql\`select from thing where size = \${name}\`.execute(db)`, /int4 gets string: name/],
  ['a text for a boolean', `await sql\`select from thing where is_new = \${name}\`.execute(db)`, /bool gets string/],
  [
    'a list for a single value',
    `await sql\`select from thing where id = \${[id]}\`.execute(db)`,
    /uuid gets string\[\]/,
  ],
  [
    'a single value for a list',
    `await sql\`select from thing where id = any(\${id}::uuid[])\`.execute(db)`,
    /_uuid gets string/,
  ],
  [
    'a list for JSON, which the driver writes as a database array',
    `await sql\`update thing set data = \${[{ id }]}\`.execute(db)`,
    /jsonb gets/,
  ],
  [
    'an object for a text',
    `await sql\`update thing set name = \${{ id }}\`.execute(db)`,
    /text gets \{ id: string; \}/,
  ],
  [
    'one wrong value among those of a type',
    `export async function set(values: { name: string; size: string }) {
      const sets = Object.entries(values).map(([column, value]) => sql\`\${sql.ref(column)} = \${value}\`)
      await sql\`update thing set \${sql.join(sets)}\`.execute(db)
    }`,
    /int4 gets string/,
  ],
  [
    'a statement that the driver gets as text',
    `import pg from 'pg'
    declare const client: pg.Client
    await client.query<{ size: string | null }>('select size from thing where id = $1', [size])`,
    /uuid gets number|"size" is int4/,
  ],
  [
    'a value of any type',
    `declare const anything: any
    await sql\`select from thing where id = \${anything}\`.execute(db)`,
    /uuid gets a value of an unknown type: anything/,
  ],
  [
    'a column of any type',
    'await sql<{ id: any }>`select id from thing`.execute(db)',
    /"id" has an unknown type in its row type/,
  ],
  [
    'a text that the check does not know',
    `await sql\`select from \${sql.raw(name)}\`.execute(db)`,
    /is a text that the check does not know: name/,
  ],
  [
    'a fragment that no statement uses',
    'export const lost = sql`select 1`',
    /belongs to no statement that the check has read/,
  ],
]

const root = dirname(import.meta.dirname)
let database: FreshDatabase
let found: Map<string, string[]>
before(async () => {
  database = await freshDatabase({ max: 1 })
  await database.pool.query(TABLES)
  found = await judge([...RIGHT, ...PLANTED].map(([, source]) => source))
})
after(() => database.close())

/** Runs the check on each source as if it were a project file. */
async function judge(sources: string[]): Promise<Map<string, string[]>> {
  const texts = new Map(
    sources.map((source, at) => [join(root, `src/planted-${at}.ts`), `${HEAD}${source}\nexport {}\n`]),
  )
  const files = [...texts.keys()]
  const options = optionsOf(root)
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.getSourceFile = (path, language, ...rest) => {
    const text = texts.get(path)
    return text === undefined ? getSourceFile(path, language, ...rest) : ts.createSourceFile(path, text, language)
  }
  const program = ts.createProgram({ rootNames: files, options, host })
  const faults = files.flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)))
  assert.deepEqual(
    faults.map(({ messageText }) => messageText),
    [],
  )
  const reading = readStatements(root, files, program)
  const described = await describeAll(database.url, textsOf(reading))
  const problems = [...reading.unread, ...compare(reading, described).problems]
  const said = ({ place, message }: (typeof problems)[number]) => [place.replace(/:\d+$/, ''), message] as const
  return new Map(
    files.map((file, at) => [
      sources[at] ?? '',
      problems.map(said).flatMap(([path, message]) => (join(root, path) === file ? [message] : [])),
    ]),
  )
}

for (const [sentence, source] of RIGHT) test(`accepts: ${sentence}`, () => assert.deepEqual(found.get(source), []))

for (const [sentence, source, message] of PLANTED)
  test(`finds: ${sentence}`, () => assert.match(found.get(source)?.join('\n') ?? '', message))
