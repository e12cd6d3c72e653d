import ts from 'typescript'

/** A value that the driver sends next to the text, as `$n`. */
export type Parameter = { node: ts.Node; type: ts.Type }
export type Part = string | Parameter

/** The value of an expression, as far as we know it without running it. */
export type Value =
  | { kind: 'sql'; parts: Part[] }
  | { kind: 'text'; text: string; node: ts.Expression }
  | { kind: 'list'; items: Value[] }
  | { kind: 'record'; entries: Map<string, () => Value> }
  | { kind: 'function'; node: ts.SignatureDeclaration; scope: Scope }
  | { kind: 'value'; type: ts.Type; node: ts.Node }

/** The values of the names in the functions that we follow. */
export type Scope = ReadonlyMap<ts.Symbol, Value>

/** Takes one of several branches. Equal keys take the same one. */
export type Choose = (key: string, count: number) => number

/** The part of an expression that we need. We follow it no further. */
export type Want = 'any' | 'sql' | 'text' | 'list'

/** The text of a statement depends on something that we cannot follow. */
export class Unclear extends Error {
  readonly node: ts.Node
  constructor(message: string, node: ts.Node) {
    super(message)
    this.node = node
  }
}

/** The text of a statement depends on an argument of this function. */
export class NeedsCaller extends Error {
  readonly callee: ts.SignatureDeclaration
  constructor(callee: ts.SignatureDeclaration) {
    super('depends on what its callers pass in')
    this.callee = callee
  }
}

export const isFragmentType = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.some(isFragmentType) : type.symbol?.name === 'RawBuilder'

export const bare = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node)
    ? bare(node.expression)
    : node

export const isNothing = (type: ts.Type) => (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0

/** Conditions and choices with the same words in the same function count as one. */
export const keyOf = (node: ts.Node): string => {
  const home = ts.findAncestor(node, ts.isFunctionLike)
  return `${node.getSourceFile().fileName}:${home?.pos ?? 0}:${node.getText()}`
}

/** What the parts of the expression follower need from each other. */
export type Follower = {
  checker: ts.TypeChecker
  choose: Choose
  read(node: ts.Expression, scope: Scope, want?: Want): Value
  call(callee: Value & { kind: 'function' }, given: (() => Value)[], want: Want): Value | null
  spread(node: ts.Expression, scope: Scope): Value[]
  textOf(node: ts.Expression, scope: Scope): string
  symbolOf(node: ts.Node): ts.Symbol | undefined
  mayHoldSql(node: ts.Expression): boolean
}
