import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { readCatalogue } from './texts.ts'

// Adds a pseudo-language: every text 40 % longer, with accents. It needs what every language needs, a file for each
// area and a line, in a copy of the project. Then a journey walks the pages in it.

const CODE = 'qps'
const LINE = `  ${CODE}: { name: 'Pseudo', locale: 'en-US' },\n`
const ACCENTED: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó', n: 'ñ' }

/** A word with accents, and with every second vowel twice: about 40 % longer. */
const longer = (word: string): string => {
  const added = Math.round([...word].filter((one) => /\p{L}/u.test(one)).length * 0.4)
  const accented = [...word].map((one) => ACCENTED[one] ?? one).join('')
  return /\p{L}{2,}/u.test(word) ? accented.replace(/(\p{L})(?!.*\p{L})/u, (last) => last.repeat(1 + added)) : accented
}

const lengthened = (elements: MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: element.value.replace(/\S+/g, longer) }
    if (element.type === TYPE.tag) return { ...element, children: lengthened(element.children) }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: lengthened(option.value) },
    ])
    return { ...element, options: Object.fromEntries(options) } as MessageFormatElement
  })

/** Returns the text in the pseudo-language. */
export const pseudoText = (text: string): string => printAST(lengthened(parse(text)))

/** @param folder a copy of the project */
function addLanguage(folder: string): void {
  const file = join(folder, 'src/platform/language.ts')
  const source = readFileSync(file, 'utf8')
  const end = source.indexOf('\n}\n', source.indexOf('const KNOWN = {')) + 1
  writeFileSync(file, source.slice(0, end) + LINE + source.slice(end))
  for (const [area, { en = {} }] of Object.entries(readCatalogue(folder))) {
    const texts = Object.entries(en).map(([group, entries]) => [
      group,
      Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, pseudoText(text)])),
    ])
    writeFileSync(
      join(folder, 'messages', area, `${CODE}.json`),
      `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`,
    )
  }
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const folder = mkdtempSync(join(tmpdir(), 'showingbooker-pseudo-'))
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const path of listed.stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  // We use hard links, because the packages are large and only their cache is written.
  spawnSync('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')])
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true })
  addLanguage(folder)
  const { status } = spawnSync(join(folder, 'bin', 'test'), ['test/e2e/languages.spec.ts'], {
    cwd: folder,
    env: { ...process.env, WALK_LANGUAGE: CODE },
    stdio: 'inherit',
  })
  console.log(`The copy is in ${folder}.`)
  process.exitCode = status ?? 1
}
