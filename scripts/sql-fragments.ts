import ts from 'typescript'
import { createConditions } from './sql-conditions.ts'
import { createLists } from './sql-lists.ts'
import {
  bare,
  type Choose,
  isFragmentType,
  isNothing,
  keyOf,
  NeedsCaller,
  type Part,
  type Scope,
  Unclear,
  type Value,
  type Want,
} from './sql-values.ts'

const MOST_DEPTH = 40

/** Follows the expressions that make up statements, as Kysely would combine them. */
export function createReader(checker: ts.TypeChecker, choose: Choose) {
  /** The `sql` templates that we have read. */
  const templates = new Set<ts.Node>()
  let depth = 0
  const { isSo } = createConditions({ checker, choose, read })
  const { pushed, readMethod } = createLists({
    checker,
    choose,
    read,
    call,
    spread,
    textOf,
    symbolOf,
    mayHoldSql,
    isSo,
  })

  function symbolOf(node: ts.Node): ts.Symbol | undefined {
    const found =
      node.parent && ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node)
    return found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
  }

  const isTag = (node: ts.Expression): boolean => {
    const type = checker.getTypeAtLocation(node)
    return (type.aliasSymbol ?? type.symbol)?.name === 'Sql'
  }

  const typed = (node: ts.Expression) => ({ kind: 'value' as const, type: checker.getTypeAtLocation(node), node })

  /** A value as Kysely would put it into a template. */
  function partsOf(value: Value, node: ts.Expression): Part[] {
    switch (value.kind) {
      case 'sql':
        return value.parts
      case 'function':
        throw new Unclear('puts a function into a statement', node)
      case 'value': {
        if (isFragmentType(value.type))
          throw new Unclear(`is something the check cannot follow: ${node.getText()}`, node)
        return [{ node: value.node, type: value.type }]
      }
      default:
        return [{ node, type: checker.getTypeAtLocation(node) }]
    }
  }

  function read(node: ts.Expression, scope: Scope, want: Want = 'any'): Value {
    if (++depth > MOST_DEPTH) throw new Unclear('is nested too deep', node)
    try {
      const value = readBare(bare(node), scope, want)
      return value.kind === 'value' && bare(node) !== node ? typed(node) : value
    } finally {
      depth--
    }
  }

  function readBare(node: ts.Expression, scope: Scope, want: Want): Value {
    if (ts.isTaggedTemplateExpression(node)) return isTag(node.tag) ? readTemplate(node, scope) : typed(node)
    if (ts.isStringLiteralLike(node)) return { kind: 'text', text: node.text, node }
    if (ts.isTemplateExpression(node)) return want === 'text' ? readText(node, scope) : typed(node)
    if (ts.isIdentifier(node)) return readName(node, scope, want)
    if (ts.isConditionalExpression(node)) {
      if (want === 'any' && !mayHoldSql(node)) return typed(node)
      return read(isSo(node.condition, scope) ? node.whenTrue : node.whenFalse, scope, want)
    }
    if (ts.isBinaryExpression(node)) return readBinary(node, scope, want)
    if (ts.isObjectLiteralExpression(node)) return readRecord(node, scope)
    if (ts.isArrayLiteralExpression(node))
      return { kind: 'list', items: node.elements.flatMap((one) => spread(one, scope)) }
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { kind: 'function', node, scope }
    if (ts.isPropertyAccessExpression(node)) return readProperty(node, scope, want)
    if (ts.isElementAccessExpression(node)) return readElement(node, scope)
    if (ts.isCallExpression(node)) return readCall(node, scope, want)
    return literal(node, want) ?? typed(node)
  }

  function mayHoldSql(node: ts.Expression): boolean {
    const type = checker.getTypeAtLocation(node)
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    return isFragmentType(type) || (element !== undefined && isFragmentType(element))
  }

  function spread(node: ts.Expression, scope: Scope): Value[] {
    if (!ts.isSpreadElement(node)) return [read(node, scope)]
    const value = read(node.expression, scope, 'list')
    if (value.kind !== 'list') throw new Unclear('spreads something the check cannot follow', node)
    return value.items
  }

  function readTemplate(node: ts.TaggedTemplateExpression, scope: Scope): Value {
    templates.add(node)
    const { template } = node
    if (ts.isNoSubstitutionTemplateLiteral(template)) return { kind: 'sql', parts: [template.text] }
    const spans = template.templateSpans.flatMap(({ expression, literal: { text } }) => [
      ...partsOf(read(expression, scope), expression),
      text,
    ])
    return { kind: 'sql', parts: [template.head.text, ...spans] }
  }

  function readText(node: ts.TemplateExpression, scope: Scope): Value {
    const spans = node.templateSpans.map(({ expression, literal: { text } }) => textOf(expression, scope) + text)
    return { kind: 'text', text: node.head.text + spans.join(''), node }
  }

  /** @throws Unclear */
  function textOf(node: ts.Expression, scope: Scope): string {
    const value = read(node, scope, 'text')
    if (value.kind === 'text') return value.text
    const found = value.kind === 'value' ? literal(value.node as ts.Expression, 'text', value.type) : undefined
    if (found?.kind === 'text') return found.text
    throw new Unclear(`is a text that the check does not know: ${node.getText()}`, node)
  }

  /** Uses the type alone: one of its texts. */
  function literal(node: ts.Expression, want: Want, type = checker.getTypeAtLocation(node)): Value | undefined {
    if (want !== 'text') return undefined
    const all = (type.isUnion() ? type.types : [type]).filter((one) => !(one.flags & ts.TypeFlags.Undefined))
    const texts = all.flatMap((one) => (one.isStringLiteral() || one.isNumberLiteral() ? [String(one.value)] : []))
    if (texts.length === 0 || texts.length < all.length) return undefined
    return { kind: 'text', text: texts[choose(keyOf(node), texts.length)] as string, node }
  }

  function readName(node: ts.Identifier, scope: Scope, want: Want): Value {
    const symbol = symbolOf(node)
    const bound = symbol && scope.get(symbol)
    if (bound) {
      if (bound.kind !== 'value') return bound
      const here = checker.getTypeAtLocation(node)
      // The argument says more than the parameter's own type, unless the code narrows that here.
      return checker.isTypeAssignableTo(bound.type, here) ? bound : { ...bound, type: here }
    }
    const declaration = symbol?.valueDeclaration
    if (!declaration) return typed(node)
    if (ts.isFunctionDeclaration(declaration)) return { kind: 'function', node: declaration, scope }
    if (ts.isVariableDeclaration(declaration)) return readVariable(declaration, node, scope, want)
    if (ts.isBindingElement(declaration)) return readBound(declaration, node, scope, want)
    if (ts.isParameter(declaration) && (want !== 'any' || mayHoldSql(node))) {
      const known = literal(node, want)
      if (known) return known
      throw new NeedsCaller(declaration.parent)
    }
    return typed(node)
  }

  function readVariable(declaration: ts.VariableDeclaration, node: ts.Identifier, scope: Scope, want: Want): Value {
    const { parent } = declaration.parent
    if (ts.isForOfStatement(parent)) {
      const list = read(parent.expression, scope, want === 'any' ? 'any' : 'list')
      if (list.kind === 'list' && list.items.length > 0)
        return list.items[choose(keyOf(parent.expression), list.items.length)] as Value
      return typed(node)
    }
    if (!declaration.initializer) return typed(node)
    if (!(declaration.parent.flags & ts.NodeFlags.Const)) {
      if (want === 'any' && !mayHoldSql(node)) return typed(node)
      throw new Unclear(`${node.text} may be assigned again`, node)
    }
    const isWhole = want !== 'any' || mayHoldSql(node) || isLiteral(bare(declaration.initializer))
    if (!isWhole) return typed(node)
    const value = read(declaration.initializer, scope, want)
    if (value.kind === 'list') return { kind: 'list', items: [...value.items, ...pushed(declaration, scope)] }
    return value.kind === 'value' && !isNothing(value.type)
      ? { ...value, type: checker.getTypeAtLocation(node) }
      : value
  }

  const isLiteral = (node: ts.Expression) =>
    ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isArrowFunction(node)

  /** A name out of `{ name }` or `[name]`. */
  function readBound(element: ts.BindingElement, node: ts.Identifier, scope: Scope, want: Want): Value {
    const root = rootOf(element)
    if (want === 'any' && !mayHoldSql(node)) return typed(node)
    if (ts.isParameter(root)) throw new NeedsCaller(root.parent)
    if (!root.initializer) return typed(node)
    const bound = new Map(scope)
    bind(root.name, read(root.initializer, scope), bound)
    const symbol = symbolOf(element.name)
    return (symbol && bound.get(symbol)) ?? typed(node)
  }

  const rootOf = (element: ts.BindingElement): ts.ParameterDeclaration | ts.VariableDeclaration => {
    const owner = element.parent.parent
    return ts.isBindingElement(owner) ? rootOf(owner) : owner
  }

  function readBinary(node: ts.BinaryExpression, scope: Scope, want: Want): Value {
    if (want === 'any' && !mayHoldSql(node)) return typed(node)
    const { kind } = node.operatorToken
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken) {
      const left = read(node.left, scope, want)
      if (left.kind !== 'value') return left
      return choose(keyOf(node), 2) === 0 ? left : read(node.right, scope, want)
    }
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return read(isSo(node.left, scope) ? node.right : node.left, scope, want)
    if (kind === ts.SyntaxKind.PlusToken && want === 'text')
      return { kind: 'text', text: textOf(node.left, scope) + textOf(node.right, scope), node }
    return typed(node)
  }

  function readRecord(node: ts.ObjectLiteralExpression, scope: Scope): Value {
    const entries = new Map<string, () => Value>()
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const value = read(property.expression, scope)
        if (value.kind === 'record') for (const [name, entry] of value.entries) entries.set(name, entry)
        else return typed(node)
        continue
      }
      if (!property.name || ts.isComputedPropertyName(property.name)) return typed(node)
      const name = property.name.text
      if (ts.isPropertyAssignment(property)) entries.set(name, () => read(property.initializer, scope))
      else if (ts.isShorthandPropertyAssignment(property)) entries.set(name, () => read(property.name, scope))
      else if (ts.isMethodDeclaration(property)) entries.set(name, () => ({ kind: 'function', node: property, scope }))
    }
    return { kind: 'record', entries }
  }

  function readProperty(node: ts.PropertyAccessExpression, scope: Scope, want: Want): Value {
    const owner = read(node.expression, scope)
    if (owner.kind === 'record') {
      const entry = owner.entries.get(node.name.text)?.()
      return entry && entry.kind !== 'value' ? entry : typed(node)
    }
    // A namespace import.
    const declaration = symbolOf(node.name)?.valueDeclaration
    if (declaration && ts.isFunctionDeclaration(declaration)) return { kind: 'function', node: declaration, scope }
    if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer && want !== 'any')
      return read(declaration.initializer, scope, want)
    return literal(node, want) ?? typed(node)
  }

  function readElement(node: ts.ElementAccessExpression, scope: Scope): Value {
    const owner = read(node.expression, scope)
    if (owner.kind === 'value') return typed(node)
    const key = read(node.argumentExpression, scope)
    if (owner.kind === 'record') {
      const entries = [...owner.entries]
      const named = key.kind === 'text' ? owner.entries.get(key.text) : undefined
      const entry = named ?? entries[choose(keyOf(node), entries.length)]?.[1]
      if (entry) return entry()
    }
    if (owner.kind === 'list' && ts.isNumericLiteral(node.argumentExpression))
      return owner.items[Number(node.argumentExpression.text)] ?? typed(node)
    return typed(node)
  }

  function readCall(node: ts.CallExpression, scope: Scope, want: Want): Value {
    const called = bare(node.expression)
    if (ts.isPropertyAccessExpression(called)) {
      if (isTag(called.expression)) return readMaker(called.name.text, node, scope)
      const known = readMethod(called, node, scope, want)
      if (known) return known
    }
    if (want === 'any' && !mayHoldSql(node)) return typed(node)
    const callee = read(called, scope)
    if (callee.kind !== 'function') return literal(node, want) ?? typed(node)
    return (
      call(
        callee,
        [...node.arguments].map((one) => () => read(one, scope)),
        want,
      ) ?? typed(node)
    )
  }

  /** Reads sql.raw() and similar calls. */
  function readMaker(name: string, node: ts.CallExpression, scope: Scope): Value {
    const [first, second] = node.arguments
    if (!first) throw new Unclear(`calls sql.${name} without an argument`, node)
    const quoted = (text: string) => text.split('.').map((part) => `"${part.replaceAll('"', '""')}"`)
    switch (name) {
      case 'raw':
        return { kind: 'sql', parts: [textOf(first, scope)] }
      case 'ref':
      case 'table':
        return { kind: 'sql', parts: [quoted(textOf(first, scope)).join('.')] }
      case 'val':
        return { kind: 'sql', parts: [{ node: first, type: checker.getTypeAtLocation(first) }] }
      case 'lit':
        return {
          kind: 'sql',
          parts: [checker.getTypeAtLocation(first).flags & ts.TypeFlags.NumberLike ? '1' : `'${textOf(first, scope)}'`],
        }
      case 'join': {
        const list = read(first, scope, 'list')
        if (list.kind !== 'list')
          throw new Unclear(`joins something the check cannot follow: ${first.getText()}`, first)
        const between = second ? partsOf(read(second, scope), second) : [', ']
        return {
          kind: 'sql',
          parts: list.items.flatMap((item, at) => [...(at > 0 ? between : []), ...partsOf(item, first)]),
        }
      }
      default:
        throw new Unclear(`calls sql.${name}, which the check cannot read`, node)
    }
  }

  function bind(name: ts.BindingName, value: Value, into: Map<ts.Symbol, Value>): void {
    if (ts.isIdentifier(name)) {
      const symbol = symbolOf(name)
      if (symbol) into.set(symbol, value)
      return
    }
    const taken = new Set<string>()
    for (const [at, element] of name.elements.entries()) {
      if (ts.isOmittedExpression(element)) continue
      if (value.kind === 'list' && ts.isArrayBindingPattern(name)) {
        const rest: Value = { kind: 'list', items: value.items.slice(at) }
        const item = element.dotDotDotToken ? rest : value.items[at]
        if (item) bind(element.name, item, into)
      }
      if (value.kind !== 'record') continue
      const key = element.propertyName ?? element.name
      if (element.dotDotDotToken) {
        const rest = new Map([...value.entries].filter(([one]) => !taken.has(one)))
        bind(element.name, { kind: 'record', entries: rest }, into)
      } else if (ts.isIdentifier(key)) {
        taken.add(key.text)
        const entry = value.entries.get(key.text)?.()
        if (entry) bind(element.name, entry, into)
      }
    }
  }

  /** Follows a project function. @returns null if we cannot follow it */
  function call({ node, scope }: Value & { kind: 'function' }, given: (() => Value)[], want: Want): Value | null {
    const { body } = node as ts.FunctionLikeDeclaration
    if (!body) return null
    const inner = new Map(scope)
    for (const [at, parameter] of node.parameters.entries()) {
      const value = given[at]?.() ?? (parameter.initializer && read(parameter.initializer, inner))
      if (value) bind(parameter.name, value, inner)
      else if (ts.isIdentifier(parameter.name)) bind(parameter.name, nothing(parameter), inner)
    }
    return ts.isBlock(body) ? run(body, inner, want) : read(body, inner, want)
  }

  const nothing = (node: ts.Node): Value => ({ kind: 'value', type: checker.getUndefinedType(), node })

  /** Returns the value that a block returns, or null if it continues. */
  function run(block: ts.Statement, scope: Scope, want: Want): Value | null {
    if (ts.isReturnStatement(block)) return block.expression ? read(block.expression, scope, want) : nothing(block)
    if (ts.isIfStatement(block)) {
      if (!returns(block)) return null
      const branch = isSo(block.expression, scope) ? block.thenStatement : block.elseStatement
      return branch ? run(branch, scope, want) : null
    }
    if (!ts.isBlock(block)) return null
    for (const statement of block.statements) {
      const value = run(statement, scope, want)
      if (value) return value
    }
    return null
  }

  const returns = (node: ts.Node): boolean =>
    ts.isReturnStatement(node) ||
    (!ts.isFunctionLike(node) && ts.forEachChild(node, (child) => returns(child) || undefined) === true)

  return { read, bind, nothing, templates }
}
