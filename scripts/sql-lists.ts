import ts from 'typescript'
import { type Follower, keyOf, type Scope, type Value, type Want } from './sql-values.ts'

/** Follows lists that code fills and maps. */
export function createLists(follower: Follower & { isSo(condition: ts.Expression, scope: Scope): boolean }) {
  const { checker, choose, read, call, spread, textOf, symbolOf, mayHoldSql, isSo } = follower

  /** Finds what `list.push()` adds in the list's function, each under the conditions around it. */
  function pushed(declaration: ts.VariableDeclaration, scope: Scope): Value[] {
    const symbol = symbolOf(declaration.name)
    const home = ts.findAncestor(declaration, (one) => ts.isBlock(one) || ts.isSourceFile(one))
    const added: Value[] = []
    const visit = (node: ts.Node, here: Scope): void => {
      if (ts.isIfStatement(node)) {
        if (!adds(node)) return
        const branch = isSo(node.expression, here) ? node.thenStatement : node.elseStatement
        if (branch) visit(branch, here)
        return
      }
      if (ts.isForOfStatement(node)) {
        // An empty list gives nothing, and any other list gives one of its items.
        if (!adds(node) || choose(`${keyOf(node.expression)}:empty`, 2) === 1) return
        visit(node.statement, here)
        return
      }
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
        if (node.expression.name.text === 'push' && symbolOf(node.expression.expression) === symbol) {
          added.push(...node.arguments.flatMap((one) => spread(one, here)))
          return
        }
      ts.forEachChild(node, (child) => visit(child, here))
    }
    const adds = (node: ts.Node): boolean =>
      (ts.isPropertyAccessExpression(node) && node.name.text === 'push' && symbolOf(node.expression) === symbol) ||
      ts.forEachChild(node, (child) => adds(child) || undefined) === true
    if (home) visit(home, scope)
    return added
  }

  /** Reads Object.entries() and similar calls, and the methods of lists. */
  function readMethod(
    called: ts.PropertyAccessExpression,
    node: ts.CallExpression,
    scope: Scope,
    want: Want,
  ): Value | null {
    const [first] = node.arguments
    if (called.expression.getText() === 'Object' && first) return readKeys(called.name.text, first, scope)
    if (!['map', 'flatMap', 'filter', 'join', 'toSorted', 'concat'].includes(called.name.text)) return null
    if (want === 'any' && !mayHoldSql(node)) return null
    const list = read(called.expression, scope, 'list')
    if (list.kind !== 'list') return null
    if (called.name.text === 'join') {
      const texts = list.items.map((item) => (item.kind === 'text' ? item.text : null))
      const isKnown = texts.every((text) => text !== null) && first
      return isKnown ? { kind: 'text', text: texts.join(textOf(first, scope)), node } : null
    }
    if (called.name.text === 'toSorted' || called.name.text === 'filter') return list
    const each = first && read(first, scope)
    if (each?.kind !== 'function') return null
    const results = list.items.map((item) => call(each, [() => item], mayHoldSql(node) ? 'any' : 'text'))
    const items = results.flatMap((item) =>
      item?.kind === 'list' && called.name.text === 'flatMap' ? item.items : item ? [item] : [],
    )
    return { kind: 'list', items }
  }

  function readKeys(name: string, of: ts.Expression, scope: Scope): Value | null {
    if (!['entries', 'keys', 'values'].includes(name)) return null
    const value = read(of, scope)
    const pairs =
      value.kind === 'record'
        ? [...value.entries].map(([key, entry]): [string, Value] => [key, entry()])
        : checker
            .getTypeAtLocation(of)
            .getProperties()
            .map((property): [string, Value] => [
              property.name,
              { kind: 'value', type: checker.getTypeOfSymbolAtLocation(property, of), node: of },
            ])
    const items = pairs.map(([key, entry]): Value => {
      const text: Value = { kind: 'text', text: key, node: of }
      return name === 'keys' ? text : name === 'values' ? entry : { kind: 'list', items: [text, entry] }
    })
    return { kind: 'list', items }
  }

  return { pushed, readMethod }
}
