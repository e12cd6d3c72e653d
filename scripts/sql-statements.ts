import { dirname, relative } from 'node:path'
import ts from 'typescript'
import { createReader } from './sql-fragments.ts'
import {
  type Choose,
  isFragmentType,
  NeedsCaller,
  type Parameter,
  type Scope,
  Unclear,
  type Value,
} from './sql-values.ts'

/** One of the texts that a statement may have. `parameters` are its `$1`, `$2`, …; null: their types are not known. */
export type Variant = { text: string; parameters: (Parameter | null)[] }

/** A place that sends a statement. `row`: the declared row type, or null if it reads no rows. */
export type Statement = { node: ts.Node; place: string; row: ts.Type | null; variants: Variant[] }

export type Reading = {
  checker: ts.TypeChecker
  statements: Statement[]
  /** Code that we cannot follow, and templates that no statement uses. */
  unread: { place: string; message: string }[]
}

const MOST_VARIANTS = 200

export const placeOf = (root: string, node: ts.Node): string => {
  const file = node.getSourceFile()
  return `${relative(root, file.fileName).replaceAll('\\', '/')}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}

export function optionsOf(root: string): ts.CompilerOptions {
  const path = ts.findConfigFile(root, ts.sys.fileExists)
  if (!path) throw new Error(`${root} has no tsconfig.json`)
  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, dirname(path))
  return { ...options, types: ['node'] }
}

/**
 * Parses these files and their imports without reporting their type errors. It leaves out adapters, whose vendors have
 * half of all the types: only doors and compose.ts may import adapters (`only-doors-pick-adapters`).
 */
function programOf(root: string, files: string[]): ts.Program {
  const options = optionsOf(root)
  const host = ts.createCompilerHost(options)
  const cache = ts.createModuleResolutionCache(root, host.getCanonicalFileName, options)
  host.resolveModuleNameLiterals = (names, from, redirected, fromOptions) =>
    names.map(({ text }) =>
      /(^|\/)adapters\//.test(text) && !from.includes('/node_modules/')
        ? { resolvedModule: undefined }
        : ts.resolveModuleName(text, from, fromOptions, host, cache, redirected),
    )
  return ts.createProgram({ rootNames: files, options, host })
}

/** Finds every statement that these files send. */
export function readStatements(root: string, files: string[], program = programOf(root, files)): Reading {
  const checker = program.getTypeChecker()
  const sources = files.flatMap((file) => program.getSourceFile(file) ?? [])
  const calls = sources.flatMap((source) => all(source, ts.isCallExpression))
  const statements: Statement[] = []
  const unread: Reading['unread'] = []
  const read = new Set<ts.Node>()

  for (const call of calls) {
    const sent = sentBy(checker, call)
    if (!sent) continue
    const place = placeOf(root, call)
    try {
      const variants = routesOf(checker, calls, sent).flatMap((route) => variantsOf(checker, sent, route, read))
      statements.push({ node: call, place, row: sent.row, variants: distinct(variants) })
    } catch (error) {
      if (!(error instanceof Unclear) && !(error instanceof NeedsCaller)) throw error
      unread.push({ place, message: error.message })
    }
  }
  for (const template of sources.flatMap((source) => all(source, ts.isTaggedTemplateExpression)))
    if (isFragmentType(checker.getTypeAtLocation(template)) && !read.has(template))
      unread.push({ place: placeOf(root, template), message: 'belongs to no statement that the check has read' })
  return { checker, statements, unread }
}

function all<Kind extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is Kind): Kind[] {
  const found: Kind[] = []
  const visit = (node: ts.Node) => {
    if (is(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

/** `isRaw`: a text for the driver, with its `$n`, and `values` next to it. */
type Sent = { text: ts.Expression; isRaw: boolean; values?: ts.Expression; row: ts.Type | null }

function sentBy(checker: ts.TypeChecker, call: ts.CallExpression): Sent | null {
  if (!ts.isPropertyAccessExpression(call.expression)) return null
  const { expression: receiver, name } = call.expression
  if (name.text === 'execute') {
    const type = checker.getTypeAtLocation(receiver)
    if (!isFragmentType(type)) return null
    const builder = (type.isUnion() ? type.types[0] : type) as ts.TypeReference
    const [row] = checker.getTypeArguments(builder)
    return { text: receiver, isRaw: false, row: row && !(row.flags & ts.TypeFlags.Unknown) ? row : null }
  }
  const [text, values] = call.arguments
  if (name.text !== 'query' || !text) return null
  const owner = checker.getTypeAtLocation(receiver)
  if (!['Client', 'Pool', 'PoolClient', 'ClientBase'].includes(owner.symbol?.name ?? '')) return null
  const [row] = call.typeArguments ?? []
  return { text, isRaw: true, ...(values && { values }), row: row ? checker.getTypeFromTypeNode(row) : null }
}

/** A call and the function that it calls, the outermost first. */
type Route = { call: ts.CallExpression; callee: ts.SignatureDeclaration }[]
type Reader = ReturnType<typeof createReader>

/** The call paths to a statement whose text depends on the arguments of the functions around it. */
function routesOf(checker: ts.TypeChecker, calls: ts.CallExpression[], sent: Sent): Route[] {
  const waiting: Route[] = [[]]
  const ready: Route[] = []
  for (let route = waiting.pop(); route; route = waiting.pop()) {
    const reader = createReader(checker, () => 0)
    try {
      reader.read(sent.text, scopeOf(reader, route), sent.isRaw ? 'text' : 'sql')
      ready.push(route)
    } catch (error) {
      if (!(error instanceof NeedsCaller)) throw error
      const { callee } = error
      const callers = callersOf(checker, calls, callee)
      if (callers.length === 0 || route.some((one) => one.callee === callee)) throw error
      for (const call of callers) waiting.push([{ call, callee }, ...route])
    }
    if (ready.length + waiting.length > MOST_VARIANTS) throw new Unclear('has too many callers', sent.text)
  }
  return ready
}

function callersOf(checker: ts.TypeChecker, calls: ts.CallExpression[], callee: ts.SignatureDeclaration) {
  const named = callee.name ?? (ts.isVariableDeclaration(callee.parent) ? callee.parent.name : null)
  const name = named?.getText() ?? ''
  return calls.filter(
    ({ expression }) =>
      (ts.isPropertyAccessExpression(expression) ? expression.name : expression).getText() === name &&
      checker.getResolvedSignature(expression.parent as ts.CallExpression)?.declaration === callee,
  )
}

function scopeOf(reader: Reader, route: Route): Scope {
  const scope = new Map<ts.Symbol, Value>()
  for (const { call, callee } of route)
    for (const [at, parameter] of callee.parameters.entries()) {
      const argument = call.arguments[at] ?? parameter.initializer
      reader.bind(parameter.name, argument ? reader.read(argument, scope) : reader.nothing(parameter), scope)
    }
  return scope
}

/** Tries every condition both ways. */
function variantsOf(checker: ts.TypeChecker, sent: Sent, route: Route, read: Set<ts.Node>): Variant[] {
  const variants: Variant[] = []
  const covered = new Set<string>()
  const waiting: (Map<string, number> | 'last')[] = ['last', new Map()]
  for (let wanted = waiting.pop(); wanted; wanted = waiting.pop()) {
    const seen = new Map<string, { count: number; taken: number }>()
    const choose: Choose = (key, count) => {
      const asked = wanted === 'last' ? count - 1 : (wanted?.get(key) ?? 0)
      const taken = seen.get(key)?.taken ?? Math.min(count - 1, asked)
      seen.set(key, { count, taken })
      return taken
    }
    const reader = createReader(checker, choose)
    variants.push(writtenOut(sent, reader, scopeOf(reader, route)))
    for (const template of reader.templates) read.add(template)
    if (variants.length > MOST_VARIANTS) throw new Unclear('has too many variants', sent.text)
    const taken = new Map([...seen].map(([key, one]) => [key, one.taken]))
    for (const [key, one] of taken) covered.add(`${key}=${one}`)
    for (const [key, { count }] of seen)
      for (let other = 0; other < count; other++)
        if (!covered.has(`${key}=${other}`)) {
          covered.add(`${key}=${other}`)
          waiting.push(new Map([...taken, [key, other]]))
        }
  }
  return variants
}

function writtenOut(sent: Sent, reader: Reader, scope: Scope): Variant {
  const value = reader.read(sent.text, scope, sent.isRaw ? 'text' : 'sql')
  if (value.kind === 'text' && sent.isRaw) {
    const values = sent.values && reader.read(sent.values, scope, 'list')
    const items = values?.kind === 'list' ? values.items : []
    return { text: value.text, parameters: items.map((item) => ('node' in item && 'type' in item ? item : null)) }
  }
  if (value.kind !== 'sql')
    throw new Unclear(`is a statement that the check cannot follow: ${sent.text.getText().slice(0, 60)}`, sent.text)
  const parameters: Parameter[] = []
  const text = value.parts.map((part) => (typeof part === 'string' ? part : `$${parameters.push(part)}`)).join('')
  return { text, parameters }
}

const distinct = (variants: Variant[]) => [...new Map(variants.map((one) => [one.text, one])).values()]
