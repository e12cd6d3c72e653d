import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { LANGUAGES } from '../src/platform/language.ts'

/** By group and key, a text in ICU MessageFormat. */
type Texts = Record<string, Record<string, string>>
/** By area and language. */
export type Catalogue = Record<string, Record<string, Texts>>

const [SOURCE] = LANGUAGES

/** Reads `messages/<area>/<language>.json`. */
export function readCatalogue(root: string): Catalogue {
  const catalogue: Catalogue = {}
  for (const file of globSync('messages/*/*.json', { cwd: root }).sort()) {
    catalogue[basename(dirname(file))] ??= {}
    const texts = JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts
    Object.assign(catalogue[basename(dirname(file))] ?? {}, { [basename(file, '.json')]: texts })
  }
  return catalogue
}

/** The kinds of a text's placeholders by name: a value, the number of a plural, the case of a choice, or a tag around words. */
type Slots = Record<string, 'value' | 'number' | 'choice' | 'tag'>

function slotsOf(elements: MessageFormatElement[], slots: Slots = {}): Slots {
  for (const element of elements) {
    if (element.type === TYPE.argument) slots[element.value] ??= 'value'
    if (element.type === TYPE.tag) slots[element.value] = 'tag'
    if (element.type === TYPE.plural) slots[element.value] = 'number'
    if (element.type === TYPE.select) slots[element.value] = 'choice'
    if (element.type === TYPE.tag) slotsOf(element.children, slots)
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) slotsOf(value, slots)
  }
  return slots
}

const read = (text: string) => parse(text, { requiresOtherClause: true })

/** Finds faults in the texts: a text that a language lacks or has alone, an unreadable text, different placeholders. */
export function faultsOf(catalogue: Catalogue): string[] {
  const faults: string[] = []
  for (const [area, languages] of Object.entries(catalogue)) {
    for (const language of LANGUAGES) {
      for (const key of keysOf(languages[SOURCE])) {
        const text = textAt(languages[language], key)
        if (text === undefined) faults.push(`messages/${area}/${language}.json lacks ${key}`)
        else
          faults.push(
            ...faultsOfText(text, textAt(languages[SOURCE], key) ?? '').map(
              (fault) => `messages/${area}/${language}.json ${key}: ${fault}`,
            ),
          )
      }
      for (const key of keysOf(languages[language]))
        if (textAt(languages[SOURCE], key) === undefined)
          faults.push(`messages/${area}/${language}.json has ${key}, but ${SOURCE}.json does not`)
    }
  }
  return faults
}

const keysOf = (texts: Texts = {}) =>
  Object.entries(texts).flatMap(([group, entries]) => Object.keys(entries).map((key) => `${group}.${key}`))

function textAt(texts: Texts | undefined, path: string): string | undefined {
  const [group = '', key = ''] = path.split('.')
  return texts?.[group]?.[key]
}

function faultsOfText(text: string, source: string): string[] {
  try {
    const [own, wanted] = [text, source].map((one) => JSON.stringify(Object.entries(slotsOf(read(one))).sort()))
    emit(read(text))
    if (/\$\d/.test(text))
      return ['it has a price: use a placeholder, and fill it from the constant that sets the price']
    return own === wanted ? [] : [`its placeholders are ${own}, but those of ${SOURCE} are ${wanted}`]
  } catch (error) {
    return [`${(error as Error).message}: ${text}`]
  }
}

const quoted = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&')

/** Writes the text as the inside of a template. */
function template(elements: MessageFormatElement[], count?: string): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return quoted(element.value)
      if (element.type === TYPE.argument) return `\${a.${element.value}}`
      if (element.type === TYPE.pound) return `\${formatNumber(${count})}`
      if (element.type === TYPE.select) {
        const cases = Object.entries(element.options).map(
          ([name, { value }]) => `${JSON.stringify(name)}: () => \`${template(value, count)}\``,
        )
        return `\${choose(a.${element.value}, { ${cases.join(', ')} })}`
      }
      if (element.type === TYPE.plural) {
        const forms = Object.entries(element.options).map(
          ([name, { value }]) => `${JSON.stringify(name)}: () => \`${template(value, `a.${element.value}`)}\``,
        )
        return `\${plural(a.${element.value}, { ${forms.join(', ')} })}`
      }
      throw new Error('texts cannot format numbers, dates, or nested tags: pass them in as text')
    })
    .join('')
}

/** Writes the text as an expression: a string, or a list of parts if it has tags. */
function emit(elements: MessageFormatElement[]): string {
  if (!elements.some(({ type }) => type === TYPE.tag)) return `\`${template(elements)}\``
  const parts = elements.map((element) => {
    if (element.type === TYPE.tag) return `a.${element.value}(\`${template(element.children)}\`)`
    if (element.type === TYPE.argument) return `a.${element.value}`
    return `\`${template([element])}\``
  })
  return `[${parts.join(', ')}]`
}

const typeOf = { value: 'Value', number: 'number', choice: 'string', tag: '(inner: string) => T' }

/** The functions of src/platform/language.ts that text functions use. */
const HELPERS = ['choose', 'formatNumber', 'language', 'plural']

/**
 * One text as a TypeScript function: `title()`, `greeting({ name })`, and with tags `terms({ link: (inner) => … })`, which
 * gives a list of parts.
 * @param languages one: for a page that is in that language alone
 */
function compileText(
  name: string,
  textIn: (language: string) => string | undefined,
  languages: readonly string[] = LANGUAGES,
): string {
  const inLanguage = (language: string) => read(textIn(language) ?? textIn(SOURCE) ?? '')
  const slots = slotsOf(inLanguage(SOURCE))
  const isRich = Object.values(slots).includes('tag')
  const members = Object.entries(slots).map(
    ([name, kind]) => `${name}: ${kind === 'value' && isRich ? 'Value | T' : typeOf[kind]}`,
  )
  const parameters = members.length > 0 ? `a: { ${members.join('; ')} }` : ''
  const head = `function ${name}${isRich ? '<T>' : ''}(${parameters}): ${isRich ? '(Value | T)[]' : 'string'}`
  const others = languages.slice(1).map((language) => `language() === '${language}' ? ${emit(inLanguage(language))} : `)
  return `${head} { return ${others.join('')}${emit(inLanguage(languages[0] ?? SOURCE))} }\n`
}

/** Writes the import of what these functions use, or nothing. */
function helpersOf(body: string, from: string, named = (name: string) => name): string {
  const used = HELPERS.filter((name) => body.includes(`${name}(`)).map(named)
  if (/\bValue\b/.test(body)) used.push('type Value')
  return used.length > 0 ? `import { ${used.join(', ')} } from '${from}'\n` : ''
}

/** Writes the functions of one group of texts as TypeScript. */
export function compileGroup(catalogue: Catalogue, area: string, group: string): string {
  const texts = catalogue[area] ?? {}
  const body = Object.keys(texts[SOURCE]?.[group] ?? {})
    .map((key) => `export ${compileText(key, (language) => texts[language]?.[group]?.[key])}`)
    .join('')
  const from = area === 'platform' ? '../language.ts' : '../../platform/language.ts'
  return `// Built from messages/${area} by scripts/texts.ts.\n${helpersOf(body, from)}${body}`
}

const IMPORT = /^import \* as (\w+) from '([^']*\/text\/([a-z-]+)\.ts)'\n/gm

/**
 * Puts the texts that a module of the pages uses into it, so that a page carries what it shows and nothing else. In one
 * language, a text without placeholders is a string where it is called.
 * @param file the module's path from the project's root
 */
export function inlineTexts(
  code: string,
  file: string,
  catalogue: Catalogue,
  languages: readonly string[] = LANGUAGES,
): string {
  let body = ''
  let source = code
  for (const [line, alias = '', path = '', group = ''] of code.matchAll(IMPORT)) {
    const area = basename(dirname(dirname(join(dirname(file), path))))
    const textOf = (key: string) => (language: string) => catalogue[area]?.[language]?.[group]?.[key]
    const [only] = languages.length === 1 ? languages : []
    source = source.replace(line, '').replace(new RegExp(`(?<![\\w$.])${alias}\\.(\\w+)\\(\\)`, 'g'), (call, key) => {
      const text = only && plainText(textOf(key)(only))
      return text === undefined ? call : JSON.stringify(text)
    })
    const uses = new RegExp(`(?<![\\w$.])${alias}\\.(\\w+)`, 'g')
    const keys = new Set([...source.matchAll(uses)].map(([, key = '']) => key))
    source = source.replace(uses, `${alias}$$$1`)
    for (const key of keys) body += compileText(`${alias}$${key}`, textOf(key), languages)
  }
  // The module may have names like those of the helpers.
  const from = relative(dirname(file), 'src/platform/language.ts')
  const imports = helpersOf(body, from.startsWith('.') ? from : `./${from}`, (name) => `${name} as ${name}$`)
  return imports + source + body.replaceAll(HELPER_CALL, '$1$$(')
}

const HELPER_CALL = new RegExp(`\\b(${HELPERS.join('|')})\\(`, 'g')

/** The text if it has no placeholders. */
function plainText(text: string | undefined): string | undefined {
  const elements = text === undefined ? [] : read(text)
  return elements.length === 1 && elements[0]?.type === TYPE.literal ? elements[0].value : undefined
}

const STAMP = 'node_modules/.cache/texts'
const BUILDERS = ['scripts/texts.ts', 'src/platform/language.ts']

/** Hashes the sources and the built files, so that a lost or changed file is noticed. */
function sumOf(root: string): string {
  const hash = createHash('sha256')
  const files = [...globSync(['messages/*/*.json', 'src/*/text/*.ts'], { cwd: root }).sort(), ...BUILDERS]
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Builds `src/<area>/text/<group>.ts` from the texts where they differ. @throws Error that lists the faults */
export function buildTexts(root: string): void {
  const stamp = join(root, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sumOf(root)) return
  const catalogue = readCatalogue(root)
  const faults = faultsOf(catalogue)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const kept = new Set<string>()
  for (const [area, languages] of Object.entries(catalogue)) {
    for (const [group, entries] of Object.entries(languages[SOURCE] ?? {})) {
      if (Object.keys(entries).length === 0) continue
      const file = join(root, 'src', area, 'text', `${group}.ts`)
      mkdirSync(dirname(file), { recursive: true })
      const source = compileGroup(catalogue, area, group)
      if (!existsSync(file) || readFileSync(file, 'utf8') !== source) writeFileSync(file, source)
      kept.add(file)
    }
  }
  for (const file of globSync('src/*/text/*.ts', { cwd: root }))
    if (!kept.has(join(root, file))) rmSync(join(root, file))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, sumOf(root))
}

if (import.meta.main) {
  try {
    buildTexts(resolve(import.meta.dirname, '..'))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
