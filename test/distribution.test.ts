import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { freshDatabase } from './database.ts'

/** A unique or exclusion constraint, or a foreign key, in the database. */
type Rule = {
  table: string
  name: string
  /** Columns that the rule compares by equality. */
  columns: string[]
  /** The table that a foreign key points to, with a column for each of `columns`. */
  target: { table: string; columns: string[] } | null
}

type Line = {
  kind: 'by' | 'reference' | 'local'
  /** The column by which a table is distributed. */
  column: string | null
  isNew: boolean
  holds: string[]
  changes: string[]
}

const ROW =
  /^\| `(?<table>\w+)` \| (?:by `(?<column>\w+)`(?<isNew> \(new\))?|(?<kind>reference|local)) \| (?<holds>[^|]+) \| (?<changes>[^|]+) \|$/
const CHANGE = /^`(\w+)` (?:key|token|place|drop)$/

/** Reads the table in docs/scale.md. @throws Error if it has an unreadable row or lists a table twice */
function readPage(page: string): Map<string, Line> {
  const [, rest = ''] = page.split('| Table | Placed | Holds | Must change |\n|---|---|---|---|\n')
  const lines = new Map<string, Line>()
  for (const row of rest.slice(0, rest.indexOf('\n\n')).split('\n')) {
    const { table = '', column, isNew, kind, holds = '', changes = '' } = ROW.exec(row)?.groups ?? {}
    if (!table || lines.has(table)) throw new Error(`docs/scale.md has an unreadable or repeated row: ${row}`)
    const names = (cell: string) => (cell === '–' ? [] : cell.split(', '))
    lines.set(table, {
      kind: kind === 'reference' || kind === 'local' ? kind : 'by',
      column: column ?? null,
      isNew: isNew !== undefined,
      holds: names(holds).map((name) => name.replaceAll('`', '')),
      changes: names(changes).map((name) => CHANGE.exec(name)?.[1] ?? `unreadable: ${name}`),
    })
  }
  return lines
}

/** Checks whether Citus would accept a constraint if its table were distributed as the page says. */
function isKept({ table, columns, target }: Rule, lines: Map<string, Line>): boolean {
  const own = lines.get(table)
  const other = target && lines.get(target.table)
  if (own?.kind !== 'by') return other?.kind !== 'by'
  const at = columns.indexOf(own.column ?? '')
  if (!target) return at >= 0
  return other?.kind === 'reference' || (at >= 0 && other?.kind === 'by' && target.columns[at] === other.column)
}

/** @returns a sentence for each place where the page and the database differ */
function differences(page: string, tables: Map<string, string[]>, rules: Rule[]): string[] {
  const lines = readPage(page)
  const wrong = [...lines.keys()].filter((table) => !tables.has(table)).map((table) => `There is no table ${table}.`)
  for (const [table, columns] of tables) {
    const line = lines.get(table)
    if (!line) {
      wrong.push(`${table} is not classified.`)
      continue
    }
    if (line.column && columns.includes(line.column) === line.isNew)
      wrong.push(
        `${table}: "(new)" is for a column that is not there yet, and ${line.column} ${line.isNew ? 'is' : 'is not'}.`,
      )
    const own = rules.filter((rule) => rule.table === table)
    const expected = {
      holds: own.filter((rule) => isKept(rule, lines)),
      changes: own.filter((rule) => !isKept(rule, lines)),
    }
    for (const cell of ['holds', 'changes'] as const) {
      const names = new Set(expected[cell].map(({ name }) => name))
      const said = new Set(line[cell])
      for (const name of names.difference(said))
        wrong.push(`${table}: ${name} belongs in the column "${TITLES[cell]}".`)
      for (const name of said.difference(names))
        wrong.push(`${table}: ${name} is wrong in the column "${TITLES[cell]}".`)
    }
  }
  return wrong
}
const TITLES = { holds: 'Holds', changes: 'Must change' }

async function readSchema() {
  const database = await freshDatabase()
  try {
    const { rows: tables } = await sql<{ name: string; columns: string[] }>`
      select c.relname as name, array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.execute(database.db)
    const { rows: rules } = await sql<Rule>`
      select t.relname as "table", i.relname as name, null as target, array(
        select a.attname::text from unnest(x.indkey::int2[]) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
          left join pg_constraint c on c.conindid = i.oid and c.contype = 'x'
        where k.place <= x.indnkeyatts
          and (c.conexclop is null or (select oprname from pg_operator where oid = c.conexclop[k.place]) = '=')) as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      where t.relnamespace = 'public'::regnamespace and (x.indisunique or x.indisexclusion)
      union all
      select c.conrelid::regclass::text, c.conname, json_build_object('table', c.confrelid::regclass::text,
          'columns', array(select a.attname::text from unnest(c.confkey) with ordinality k (number, place)
            join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number order by k.place)),
        array(select a.attname::text from unnest(c.conkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.place)
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(database.db)
    return { tables: new Map(tables.map(({ name, columns }) => [name, columns])), rules }
  } finally {
    await database.close()
  }
}

const page = readFileSync('docs/scale.md', 'utf8')

test('docs/scale.md classifies every table, unique and exclusion constraint, and foreign key by its owner', async () => {
  const { tables, rules } = await readSchema()
  assert.deepEqual(differences(page, tables, rules), [])
  const [, said] = /Of (\d+) constraints/.exec(page) ?? []
  assert.equal(Number(said), rules.length)
})

test('the test names each table, constraint, or column that the page leaves out', () => {
  const small = `| Table | Placed | Holds | Must change |
|---|---|---|---|
| \`home\` | by \`owner_id\` | \`home_owned\` | \`home_pkey\` key |
| \`visit\` | by \`owner_id\` (new) | – | \`visit_home\` key |
| \`word\` | reference | \`word_pkey\` | – |

More.`
  const tables = () =>
    new Map([
      ['home', ['id', 'owner_id']],
      ['visit', ['home_id']],
      ['word', ['id']],
    ])
  const rules = (): Rule[] => [
    { table: 'home', name: 'home_pkey', columns: ['id'], target: null },
    { table: 'home', name: 'home_owned', columns: ['owner_id', 'id'], target: null },
    { table: 'visit', name: 'visit_home', columns: ['home_id'], target: { table: 'home', columns: ['id'] } },
    { table: 'word', name: 'word_pkey', columns: ['id'], target: null },
  ]
  assert.deepEqual(differences(small, tables(), rules()), [])

  assert.deepEqual(differences(small, tables().set('note', ['id']), rules()), ['note is not classified.'])
  assert.deepEqual(differences(small, tables().set('visit', ['home_id', 'owner_id']), rules()), [
    'visit: "(new)" is for a column that is not there yet, and owner_id is.',
  ])
  const slug: Rule = { table: 'home', name: 'home_slug', columns: ['slug'], target: null }
  assert.deepEqual(differences(small, tables(), [...rules(), slug]), [
    'home: home_slug belongs in the column "Must change".',
  ])
  const swapped: Rule = {
    table: 'home',
    name: 'home_next',
    columns: ['next_id', 'owner_id'],
    target: { table: 'home', columns: ['owner_id', 'id'] },
  }
  assert.deepEqual(differences(small, tables(), [...rules(), swapped]), [
    'home: home_next belongs in the column "Must change".',
  ])
  const toWord: Rule = {
    table: 'home',
    name: 'home_word',
    columns: ['word_id'],
    target: { table: 'word', columns: ['id'] },
  }
  assert.deepEqual(differences(small, tables(), [...rules(), toWord]), [
    'home: home_word belongs in the column "Holds".',
  ])
  const fromWord: Rule = { table: 'word', name: 'word_of', columns: ['by'], target: { table: 'home', columns: ['id'] } }
  assert.deepEqual(differences(small, tables(), [...rules(), fromWord]), [
    'word: word_of belongs in the column "Must change".',
  ])
  assert.deepEqual(differences(small.replace('`visit_home` key', '`visit_home` somehow'), tables(), rules()), [
    'visit: visit_home belongs in the column "Must change".',
    'visit: unreadable: `visit_home` somehow is wrong in the column "Must change".',
  ])
  assert.throws(() => differences(small.replace('reference', 'anywhere'), tables(), rules()), /unreadable.*`word`/)
})
