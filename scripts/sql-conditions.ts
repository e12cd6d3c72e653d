import ts from 'typescript'
import { bare, type Follower, isNothing, keyOf, type Scope } from './sql-values.ts'

/** Decides a condition: its known value, or the chosen one. */
export function createConditions({ checker, choose, read }: Pick<Follower, 'checker' | 'choose' | 'read'>) {
  function isSo(condition: ts.Expression, scope: Scope): boolean {
    return truth(condition, scope) ?? choose(keyOf(condition), 2) === 0
  }

  /** Tells whether a condition holds, if that is known. */
  function truth(condition: ts.Expression, scope: Scope): boolean | undefined {
    const node = bare(condition)
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      const inner = truth(node.operand, scope)
      // Make the same choice as for the condition without its "not".
      return !(inner ?? isSo(node.operand, scope))
    }
    if (ts.isBinaryExpression(node)) {
      const equal = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]
      if (!equal.includes(node.operatorToken.kind)) return undefined
      const [left, right] = [known(node.left, scope), known(node.right, scope)]
      if (left === undefined || right === undefined) return undefined
      return (left === right) === (node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken)
    }
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return undefined
    const value = read(node, scope)
    if (value.kind === 'text') return value.text !== ''
    if (value.kind !== 'value') return true
    const { type } = value
    if (isNothing(type)) return false
    const said = checker.typeToString(type)
    if (said === 'true' || said === 'false') return said === 'true'
    return type.flags & ts.TypeFlags.Object ? true : undefined
  }

  /** Returns null if the value is missing, and undefined if we do not know it. */
  function known(node: ts.Expression, scope: Scope): string | null | undefined {
    if (node.kind === ts.SyntaxKind.NullKeyword || node.getText() === 'undefined') return null
    const value = read(node, scope)
    if (value.kind === 'text') return value.text
    if (value.kind === 'value' && value.type.isStringLiteral()) return value.type.value
    return value.kind === 'value' ? undefined : ''
  }

  return { isSo }
}
