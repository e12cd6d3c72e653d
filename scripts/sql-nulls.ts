import type pg from 'pg'

/** The parts of an EXPLAIN node that we read. */
export type Plan = {
  'Node Type': string
  'Parent Relationship'?: string
  'Join Type'?: string
  Schema?: string
  'Relation Name'?: string
  Alias?: string
  Output?: string[]
  Plans?: Plan[]
  [condition: string]: unknown
}

/** undefined: unknown. */
type Null = boolean | undefined

/** What we know about a column of a result. `texts` are the only texts it can have. */
export type Known = { canBeNull: Null; texts: string[] | null }

/** `conditionOf`: of each index of a part of its table, which part. `textsOf`: of columns that a check gives a list of texts. */
type Catalog = {
  isRequired: Map<string, boolean>
  conditionOf: Map<string, string>
  textsOf: Map<string, string[]>
}

/** The table or subplan behind an alias of a plan. */
type Place = { relation: string | null; mayBeMissing: boolean }

const CONDITIONS = ['Filter', 'Index Cond', 'Recheck Cond', 'Hash Cond', 'Merge Cond', 'Join Filter']
/** For these nodes, EXPLAIN describes the columns of the first part only. */
const SEVERAL = ['Append', 'Merge Append', 'SetOp', 'Recursive Union']
const REFERENCE = /^([a-z_][a-z0-9_$]*|"(?:[^"]|"")+")\.([a-z_][a-z0-9_$]*|"(?:[^"]|"")+")$/

/**
 * Reads from a plan what we know of each result column. It can be null if its table allows null or an outer join may find
 * no row, and no condition excludes it.
 */
export async function planReader(client: pg.PoolClient): Promise<(plan: Plan | null) => Known[]> {
  const { rows } = await client.query<{ relation: string; column: string; required: boolean }>(
    `select n.nspname || '.' || c.relname as relation, a.attname as column, a.attnotnull as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attnum > 0 and c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const predicates = await client.query<{ index: string; predicate: string }>(
    `select c.relname as index, pg_get_expr(i.indpred, i.indrelid) as predicate
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indpred is not null`,
  )
  const checks = await client.query<{ column: string; condition: string }>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as column, pg_get_constraintdef(k.oid) as condition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1`,
  )
  const textsOf = new Map(
    checks.rows.flatMap(({ column, condition }): [string, string[]][] => {
      const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(condition)?.[1]
      return list ? [[column, [...list.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)]] : []
    }),
  )
  const conditionOf = new Map(predicates.rows.map(({ index, predicate }) => [index, predicate]))
  const isRequired = new Map(rows.map(({ relation, column, required }) => [`${relation}.${column}`, required]))
  return (plan) => (plan ? readPlan(plan, { isRequired, conditionOf, textsOf }) : [])
}

function readPlan(plan: Plan, { isRequired, conditionOf, textsOf }: Catalog): Known[] {
  const places = new Map<string, Place>()
  const excluded = new Set<string>()
  const asked: string[] = []
  let isMixed = false
  const visit = (node: Plan, mayBeMissing: boolean) => {
    if (SEVERAL.includes(node['Node Type'])) isMixed = true
    if (node.Alias && !places.has(node.Alias)) {
      const relation = node['Relation Name'] ? `${node.Schema}.${node['Relation Name']}` : null
      places.set(node.Alias, { relation, mayBeMissing })
    }
    const join = node['Join Type'] ?? ''
    asked.push(...CONDITIONS.flatMap((name) => (typeof node[name] === 'string' ? [node[name]] : [])))
    // A join condition says nothing about unmatched rows, and one of several indexes may belong to an OR.
    const isSure = ['', 'Inner', 'Semi'].includes(join) && node['Node Type'] !== 'Bitmap Index Scan'
    const conditions = isSure ? CONDITIONS : ['Filter']
    if (!mayBeMissing)
      for (const name of conditions)
        if (typeof node[name] === 'string') nonNulls(node[name]).map((one) => excluded.add(one))
    // We need not check rows again that an index leaves out.
    const left = conditionOf.get(String(node['Index Name']))
    if (left) asked.push(`${node.Alias}: ${left}`)
    if (left && !mayBeMissing) for (const one of nonNulls(left)) excluded.add(`${node.Alias}.${one}`)
    for (const child of node.Plans ?? []) {
      const side = child['Parent Relationship']
      const isMissing =
        join === 'Full' || (join === 'Left' && side === 'Inner') || (join === 'Right' && side === 'Outer')
      if (side !== 'InitPlan' && side !== 'SubPlan') visit(child, mayBeMissing || isMissing)
    }
  }
  visit(plan, false)
  const [only] = places
  const nullOfColumn = (reference: string): Null => {
    // In a plan with one table, EXPLAIN writes columns without the table's name.
    const [, alias = '', column = ''] = REFERENCE.exec(reference) ?? []
    const place = alias ? places.get(plain(alias)) : places.size === 1 ? only?.[1] : undefined
    if (!place) return undefined
    if (excluded.has(reference) || (!alias && excluded.has(`${only?.[0]}.${reference}`))) return false
    if (place.mayBeMissing) return true
    const required = place.relation && isRequired.get(`${place.relation}.${plain(column || reference)}`)
    return typeof required === 'boolean' ? !required : undefined
  }
  /** The texts, unless a condition excludes some of them. */
  const textsOfColumn = (reference: string): string[] | null => {
    if (!REFERENCE.test(reference) && !NAME.test(reference)) return null
    const [, alias = '', column = reference] = REFERENCE.exec(reference) ?? []
    const relation = alias ? places.get(plain(alias))?.relation : places.size === 1 ? only?.[1].relation : null
    const isAsked = asked.some((condition) => new RegExp(`\\b${column}\\b`).test(condition))
    return relation && !isAsked ? (textsOf.get(`${relation}.${plain(column)}`) ?? null) : null
  }
  if (isMixed) return []
  return (plan.Output ?? []).map((expression) => {
    const texts = textsOfColumn(unwrapped(expression))
    return { canBeNull: nullOf(expression, nullOfColumn), texts }
  })
}

/** Functions that return null only if an argument is null. */
const STRICT =
  /^(to_char|lower|upper|btrim|ltrim|rtrim|left|right|substr|substring|split_part|char_length|length|octet_length|lpad|date_trunc|EXTRACT|round|floor|ceil|abs|encode|to_json|to_jsonb|timezone|jsonb_typeof|date_part)\(/
const NEVER_NULL =
  /^(count|EXISTS|ARRAY|concat|concat_ws|json_build_object|jsonb_build_object|json_build_array|jsonb_build_array|row_number|now|CURRENT_TIMESTAMP|gen_random_uuid|uuidv7)\b/
const NAME = /^([a-z_][a-z0-9_$]*|"(?:[^"]|"")+")$/

/** Tells whether an expression, as EXPLAIN writes it, can be null. */
function nullOf(expression: string, nullOfColumn: (reference: string) => Null): Null {
  const text = unwrapped(expression.trim())
  const of = (parts: string[]): Null => {
    const nulls = parts.map((part) => nullOf(part, nullOfColumn))
    return nulls.includes(true) ? true : nulls.includes(undefined) ? undefined : false
  }
  if (/^NULL(::|$)/.test(text)) return true
  if (/^('(?:[^']|'')*'|-?[0-9.]+)(::[a-z0-9 [\]"]+)?$/.test(text) || text === 'true' || text === 'false') return false
  if (REFERENCE.test(text) || NAME.test(text)) return nullOfColumn(text)
  const cast = /^(.*\)|\S+)::[a-z][a-z0-9_ "]*(\[\])?$/.exec(text)?.[1]
  if (cast && (split(cast, ' ').length === 1 || unwrapped(cast) !== cast)) return nullOf(cast, nullOfColumn)
  if (/ IS (NOT )?(NULL|TRUE|FALSE|DISTINCT FROM .*)$/.test(text) && split(text, ' IS ').length === 2) return false
  const called = /^([A-Za-z_]+)\((.*)\)$/.exec(text)
  const isOneCall =
    called && split(`(${called[2]})`, ' ').length === 1 && unwrapped(`(${called[2]})`) === unwrapped(called[2] ?? '')
  if (isOneCall) {
    const parts = split(called[2] ?? '', ', ')
    if (called[1] === 'NULLIF') return true
    if (called[1] === 'COALESCE') {
      const nulls = parts.map((part) => nullOf(part, nullOfColumn))
      return nulls.includes(false) ? false : nulls.includes(undefined) ? undefined : true
    }
    if (STRICT.test(text)) return of(parts.map((part) => part.replace(/^\w+ FROM /, '')))
  }
  if (NEVER_NULL.test(text) && split(text, ' ').length <= (text.includes(' FILTER ') ? 3 : 1)) return false
  if (/^CASE .* END$/.test(text)) return nullOfCase(text, of)
  const operands = split(text, / (?:\|\||[-+*/%=<>]|<=|>=|<>|AND|OR|~~|~) /)
  return operands.length > 1 ? of(operands) : undefined
}

/** Checks each result of a CASE. */
function nullOfCase(text: string, of: (parts: string[]) => Null): Null {
  const words = split(text.slice(5, -4), / (?=WHEN|THEN|ELSE)|^(?=WHEN)/)
  // We do not parse nested ones.
  if (text.slice(5).includes('CASE ')) return undefined
  const given = words.flatMap((word) => /^(?:THEN|ELSE) (.*)$/.exec(word)?.[1] ?? [])
  const isWhole = words.some((word) => word.startsWith('ELSE '))
  return isWhole ? of(given) : true
}

/** The parts of a text between separators that are in no parentheses and no quotes. */
function split(text: string, separator: string | RegExp): string[] {
  const parts: string[] = []
  let [depth, start, isQuoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (char === '(' || char === '[') depth++
    if (char === ')' || char === ']') depth--
    if (depth > 0 || (char !== ' ' && char !== ',')) continue
    const rest = text.slice(at)
    const found =
      typeof separator === 'string'
        ? rest.startsWith(separator)
          ? separator
          : ''
        : (new RegExp(`^(?:${separator.source})`).exec(rest)?.[0] ?? '')
    if (found) {
      parts.push(text.slice(start, at))
      start = at + found.length
      at = start - 1
    }
  }
  return [...parts, text.slice(start)]
}

const plain = (name: string) => name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')

/** Returns the columns that are not null when a condition holds: the compared ones and those with `is not null`. */
function nonNulls(condition: string): string[] {
  return conjuncts(condition).flatMap((one) => {
    if (split(one, ' OR ').length > 1) return []
    const asked = /^(\S+) IS NOT NULL$/.exec(one)?.[1]
    if (asked) return [asked]
    const [, left = '', right = ''] = /^(.+?) (?:=|<>|<|>|<=|>=|~~|~~\*) (.+)$/.exec(one) ?? []
    return [left, right].map(withoutCast).filter((side) => REFERENCE.test(side))
  })
}

const withoutCast = (text: string) => text.replace(/^\((\S+)\)::[a-z ]+$/, '$1')

/** The parts of `((a) AND (b))`. */
function conjuncts(condition: string): string[] {
  const inner = unwrapped(condition)
  const parts = split(inner, ' AND ')
  return parts.length === 1 ? [inner] : parts.flatMap(conjuncts)
}

/** Removes the parentheses around the whole text. */
function unwrapped(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  let depth = 0
  for (let at = 0; at < text.length - 1; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    if (depth === 0) return text
  }
  return unwrapped(text.slice(1, -1))
}
