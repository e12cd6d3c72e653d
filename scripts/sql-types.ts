import ts from 'typescript'
import type { Received, Type } from './sql-database.ts'

type Verdict = 'good' | 'wrong' | 'unknown'

const TEXTS = [
  'text',
  'varchar',
  'bpchar',
  'name',
  'uuid',
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
  'interval',
  'json',
  'jsonb',
  'inet',
  'tsquery',
  'regconfig',
]
const NUMBERS = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'oid']

/** The types that each kind of value may be sent as. Other types only parse by chance, or the server refuses them. */
const SENT: Record<string, string[]> = {
  string: TEXTS,
  number: NUMBERS,
  bigint: ['int8', 'numeric'],
  boolean: ['bool'],
  Date: ['timestamptz'],
  Instant: ['timestamptz'],
  Buffer: ['bytea'],
  object: ['json', 'jsonb'],
}

/** Returns how the driver sees the values of a type, without null and undefined. */
function kindsOf(checker: ts.TypeChecker, type: ts.Type): (string | { arrayOf: ts.Type })[] {
  const open = checker.getBaseConstraintOfType(type) ?? type
  const { flags } = open
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return ['unknown']
  if (open.isUnion()) return open.types.flatMap((one) => kindsOf(checker, one))
  if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) return []
  if (flags & ts.TypeFlags.StringLike) return ['string']
  if (flags & ts.TypeFlags.NumberLike) return ['number']
  if (flags & ts.TypeFlags.BooleanLike) return ['boolean']
  if (flags & ts.TypeFlags.BigIntLike) return ['bigint']
  // A branded text: text & { brand }.
  if (open.isIntersection()) {
    const marked = open.types.flatMap((one) => kindsOf(checker, one)).filter((kind) => kind !== 'object')
    return marked.length > 0 ? marked : ['object']
  }
  if (checker.isArrayLikeType(open)) {
    const element = checker.getIndexTypeOfType(open, ts.IndexKind.Number)
    return [element ? { arrayOf: element } : 'unknown']
  }
  const name = open.symbol?.name
  if (name === 'Date' || name === 'Instant') return [name]
  return [name === 'Buffer' || name === 'Uint8Array' ? 'Buffer' : 'object']
}

/** Tells whether a value of this type can be sent as this parameter. */
export function judgeParameter(checker: ts.TypeChecker, type: ts.Type, wanted: Type): Verdict {
  const verdicts = kindsOf(checker, type).map((kind): Verdict => {
    if (kind === 'unknown') return 'unknown'
    if (typeof kind === 'object')
      return wanted.element ? judgeParameter(checker, kind.arrayOf, wanted.element) : 'wrong'
    return SENT[kind]?.includes(wanted.name) ? 'good' : 'wrong'
  })
  return verdicts.find((one) => one === 'wrong') ?? verdicts.find((one) => one === 'unknown') ?? 'good'
}

/** Tells whether a declared type covers what the driver returns. It may allow more, but not less. */
export function judgeColumn(checker: ts.TypeChecker, declared: ts.Type, received: Received): Verdict {
  const kinds = kindsOf(checker, declared)
  if (kinds.includes('unknown')) return declared.flags & ts.TypeFlags.Any ? 'unknown' : 'good'
  if (received === 'other') return 'unknown'
  // We know nothing more about a column that is null in this statement.
  if (kinds.length === 0) return 'good'
  const isGood = kinds.some((kind) => {
    if (received === 'json') return !holdsInstant(checker, declared)
    if (typeof received === 'object')
      return typeof kind === 'object' && judgeColumn(checker, kind.arrayOf, received.arrayOf) === 'good'
    return kind === received
  })
  return isGood ? 'good' : 'wrong'
}

/** JSON has neither instants nor bytes. */
function holdsInstant(checker: ts.TypeChecker, type: ts.Type, depth = 0): boolean {
  if (depth > 6) return false
  return kindsOf(checker, type).some((kind) => {
    if (typeof kind === 'object') return holdsInstant(checker, kind.arrayOf, depth + 1)
    if (kind === 'Date' || kind === 'Instant' || kind === 'Buffer') return true
    if (kind !== 'object') return false
    const parts = type.isUnion() ? type.types : [type]
    return parts.some((part) =>
      checker
        .getPropertiesOfType(part)
        .some(
          (property) =>
            property.valueDeclaration !== undefined &&
            part.flags & ts.TypeFlags.Object &&
            holdsInstant(checker, checker.getTypeOfSymbol(property), depth + 1),
        ),
    )
  })
}

/** Returns the texts that a type does not allow, or none if it allows any text. */
export function textsMissed(types: ts.Type[], texts: string[]): string[] {
  const parts = types.flatMap((type) => (type.isUnion() ? type.types : [type]))
  const literals = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
  const isOpen = parts.some(
    (part) => !part.isStringLiteral() && !(part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)),
  )
  return isOpen || literals.length === 0 ? [] : texts.filter((text) => !literals.includes(text))
}

/** Tells whether a type allows null. */
export function mayBeNull(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type]
  return parts.some((one) => one.flags & (ts.TypeFlags.Null | ts.TypeFlags.Any | ts.TypeFlags.Unknown))
}

/** The columns that a row type declares. `isOpen`: there may be others. */
export type RowColumns = { columns: Map<string, { types: ts.Type[]; isOptional: boolean }>; isOpen: boolean }

/** In a union of row types a column may have any of its types, and it is optional if one of them lacks it. */
export function columnsOf(checker: ts.TypeChecker, row: ts.Type): RowColumns {
  const columns: RowColumns['columns'] = new Map()
  const rows = row.isUnion() ? row.types : [row]
  for (const one of rows)
    for (const property of checker.getPropertiesOfType(one)) {
      const known = columns.get(property.name) ?? { types: [], isOptional: false }
      const isOptional = known.isOptional || (property.flags & ts.SymbolFlags.Optional) !== 0
      columns.set(property.name, { types: [...known.types, checker.getTypeOfSymbol(property)], isOptional })
    }
  for (const column of columns.values()) column.isOptional ||= column.types.length < rows.length
  return { columns, isOpen: rows.some((one) => checker.getIndexTypeOfType(one, ts.IndexKind.String) !== undefined) }
}
