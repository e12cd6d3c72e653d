// Checks a folder of the Oracle's benchmark (documents/*.txt and questions.json) and counts its questions.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `all`: every text is in a quoted passage. `any`: one is enough. `nothing`: no document has the answer. */
type Expectation = { all: string[] } | { any: string[] } | { nothing: true }

export type Question = {
  id: string
  /** Questions that one person asks of the same few files. */
  group?: string
  language: 'en' | 'es'
  kind: string
  /** The document with the answer, or null if none has it. */
  source: string | null
  /** All documents of the account. */
  files: string[]
  /** The messages of the person. The answer to the last one is judged. */
  turns: string[]
  expect: Expectation
  /** We do not accept an answer that quotes more passages than this. */
  maxPassages: number
}

/** Normalizes text for comparison: a run of whitespace counts as one space. */
const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()

const stringsOf = (expect: Expectation) => ('all' in expect ? expect.all : 'any' in expect ? expect.any : [])

function problemsOf(question: Question, documents: Map<string, string>): string[] {
  const { source, files, turns, expect, maxPassages } = question
  const strings = stringsOf(expect)
  const others = files.filter((file) => file !== source)
  return [
    ...files.filter((file) => !documents.has(file)).map((file) => `${file} does not exist`),
    ...(new Set(files).size < files.length ? ['it names a file twice'] : []),
    ...(turns.length === 0 || turns.some((turn) => turn.trim() === '') ? ['a turn is empty'] : []),
    ...(Number.isInteger(maxPassages) && maxPassages > 0 ? [] : ['maxPassages is not a positive whole number']),
    ...('nothing' in expect === (source === null)
      ? []
      : ['a question must have a source if it has an answer, and none if not']),
    ...('nothing' in expect || strings.length > 0 ? [] : ['it expects nothing']),
    ...(source && !files.includes(source) ? ['the source is not among the files'] : []),
    ...strings.flatMap((string) => [
      ...(collapse(documents.get(source ?? '') ?? '').includes(string) ? [] : [`the source does not have "${string}"`]),
      ...(string === collapse(string) ? [] : [`"${string}" has extra spaces`]),
      ...(string.split(' ').length > 14 ? [`"${string}" is too long`] : []),
    ]),
    ...strings.flatMap((string) =>
      others
        .filter((file) => collapse(documents.get(file) ?? '').includes(string))
        .map((file) => `${file} also has "${string}"`),
    ),
  ]
}

/** A group has 20 questions, so one question is 5 %. Without groups each document has 8. */
function tooFewOf(questions: Question[], documents: string[]): string[] {
  const groups = new Set(questions.map(({ group }) => group).filter((group) => group !== undefined))
  if (groups.size > 0)
    return [...groups]
      .filter((group) => questions.filter((one) => one.group === group).length < 20)
      .map((group) => `${group}: has fewer than 20 questions`)
  return documents
    .filter((name) => questions.filter(({ source }) => source === name).length < 8)
    .map((name) => `${name}: has fewer than 8 questions`)
}

function countBy(questions: Question[], key: (question: Question) => string) {
  const counts = new Map<string, number>()
  for (const question of questions) counts.set(key(question), (counts.get(key(question)) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ${count}`)
}

if (import.meta.main) {
  const folder = process.argv[2] ?? 'bench/oracle/tuning'
  const documents = new Map<string, string>()
  for (const name of await readdir(join(folder, 'documents')))
    documents.set(name, await readFile(join(folder, 'documents', name), 'utf8'))
  const questions: Question[] = JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'))
  const ids = questions.map(({ id }) => id)
  const problems = [
    ...ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `${id}: two questions have this ID`),
    ...questions.flatMap((question) => problemsOf(question, documents).map((problem) => `${question.id}: ${problem}`)),
    ...tooFewOf(questions, [...documents.keys()]),
  ]
  for (const problem of problems) console.error(problem)
  console.log(`${documents.size} documents, ${questions.length} questions`)
  console.log(`language: ${countBy(questions, ({ language }) => language).join(', ')}`)
  console.log(`kind: ${countBy(questions, ({ kind }) => kind).join(', ')}`)
  console.log(`several turns: ${questions.filter(({ turns }) => turns.length > 1).length}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
