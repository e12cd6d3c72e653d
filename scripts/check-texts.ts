import { resolve } from 'node:path'
import ts from 'typescript'
import { LANGUAGES } from '../src/platform/language.ts'
import { readTree } from './check-structure.ts'
import { faultsOf, readCatalogue } from './texts.ts'

/** Attributes that a person sees or hears. */
const SPOKEN = new Set(
  `alt title label placeholder hint legend intro detail empty caption summary done closeLabel confirmLabel heading
  aria-label aria-description aria-roledescription aria-valuetext`.split(/\s+/),
)
/** Object members that a person sees: in facts, tables, pages, toasts, and emails. */
const SHOWN = new Set('title heading label text intro preview message error'.split(' '))
/** The same for the API description, which is in English only. */
const REFUSALS = new Set(['error'])
/** Calls that create an error for a person, with the index of the text. */
const FAULTS: Record<string, number> = { DomainError: 2, notFound: 0, ApiError: -1 }

/** Tells whether a text is prose. Names, codes, and addresses are not. */
function isWords(text: string): boolean {
  const said = text.trim()
  const isCode = /^[\w-]+[/:=]|^\(|^[Mm]-?\d|^ext\. |^[a-z]+(_[a-z]+)+$|^ShowingBooker$/.test(said)
  return !isCode && /\p{L}{2,}\P{L}+\p{L}|^\p{Lu}\p{Ll}+[.!?…]?$/u.test(said)
}

export type Literal = { line: number; text: string }

/** Finds texts for people in the code instead of in messages/. */
export function literalsOf(path: string, source: string, shown = SHOWN): Literal[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found: Literal[] = []
  const say = (node: ts.Node, text: string) =>
    isWords(text) &&
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: text.trim() })
  /** Returns the texts of an expression that may be a conditional or a template. */
  const sayWords = (node: ts.Node | undefined): void => {
    if (!node) return
    if (ts.isStringLiteralLike(node)) say(node, node.text)
    else if (ts.isTemplateExpression(node))
      say(node, [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('x'))
    else if (ts.isConditionalExpression(node)) for (const one of [node.whenTrue, node.whenFalse]) sayWords(one)
    else if (ts.isBinaryExpression(node)) for (const one of [node.left, node.right]) sayWords(one)
    else if (ts.isParenthesizedExpression(node)) sayWords(node.expression)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && /\p{L}{2,}/u.test(node.text) && node.text.trim() !== 'ShowingBooker')
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: node.text.trim() })
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) sayWords(node.expression)
    if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText())) {
      const value = node.initializer
      sayWords(value && ts.isJsxExpression(value) ? value.expression : value)
    }
    if (ts.isPropertyAssignment(node) && shown.has(node.name.getText())) sayWords(node.initializer)
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const place = FAULTS[node.expression.getText()]
      if (place !== undefined && place >= 0) sayWords(node.arguments?.[place])
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const problems = faultsOf(readCatalogue(root))
  for (const { path, text } of await readTree(root)) {
    const isDescription = /\/api\.ts$|contract\.ts$/.test(path)
    if (
      // These are in English only: settings, which operators read; an engine's stored description of itself; and
      // the API description with its page.
      !/^src\/(?!settings\/|(studio|oracle)\/adapters\/).*\.tsx?$/.test(path) ||
      /\.test\.tsx?$|api-(schema|description|document)\.ts$|api-docs\.tsx$/.test(path)
    )
      continue
    for (const { line, text: words } of literalsOf(path, text, isDescription ? REFUSALS : SHOWN))
      problems.push(`${path}:${line}: people read "${words}", so put it in messages/`)
  }
  for (const problem of problems) console.error(problem)
  const count = Object.values(readCatalogue(root))
    .flatMap(({ en = {} }) => Object.values(en))
    .reduce((sum, group) => sum + Object.keys(group).length, 0)
  console.log(`${count} texts in ${LANGUAGES.length} languages, ${problems.length} faults`)
  if (problems.length > 0) process.exitCode = 1
}
