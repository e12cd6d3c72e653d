import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { inlineTexts, readCatalogue } from './scripts/texts.ts'

/** A page, or what stands around every page. */
const PAGE = /\/src\/(root\.tsx|entry\.client\.tsx|[a-z]+\/([^/]+)\/pages\/([^/]+)\.tsx)(\?|$)/
/** Where a stranger books, never having been here before. */
const BOOK = 'booking/book'
/** What leads there, with the same form. Its few styles come with those of the form: a file of its own is mostly headers. */
const SHARE = 'booking/share'
/** What leads there; but not what follows, the page of a booking that is made, nor that of demos: each has its own. */
const BOOKING = /^(booking\/(book|share)$|sandbox\/)/
/** Where a link to pay leads. What it shares with a demo's page alone comes with these two. */
const PAY = 'booking/pay'
/** The other pages of the public. */
const PUBLIC = /^(site\/(?!support$)|account\/(login|register)$)/

type Module = { importers: readonly string[] } | null

/** Which pages bring a module with them: "root" is every page. What is loaded on demand is brought by none. */
function pagesOf(id: string, moduleOf: (id: string) => Module, seen = new Set<string>()): Set<string> {
  const page = PAGE.exec(id)
  if (page) return new Set([page[2] ? `${page[2]}/${page[3]}` : 'root'])
  if (seen.has(id)) return new Set()
  seen.add(id)
  return new Set((moduleOf(id)?.importers ?? []).flatMap((importer) => [...pagesOf(importer, moduleOf, seen)]))
}

/**
 * Few requests, and in them nothing that the page does not use: `vendor`, the libraries of every page; `kit`, what stands
 * around every page or serves booking; `booking`; `site`, what the other public pages share; `desk`, the kit of the pages
 * behind the sign-in. null: it goes with its own page, or comes on demand.
 */
function chunkOf(id: string, moduleOf: (id: string) => Module): string | null {
  if (PAGE.test(id)) return null
  const pages = [...pagesOf(id, moduleOf)]
  const isOfEveryPage = pages.includes('root')
  if (!id.includes('/src/')) return isOfEveryPage ? 'vendor' : null
  if (isOfEveryPage) return 'kit'
  if (id.includes('/src/showing/booking/')) {
    if (id.endsWith('.css')) return pages.includes(BOOK) || pages.includes(SHARE) ? 'booking' : null
    // What one page alone shows goes with it.
    return pages.includes(BOOK) && pages.length > 1 ? 'booking' : null
  }
  if (pages.length < 2) return null
  if (pages.some((page) => BOOKING.test(page))) return 'kit'
  if (pages.includes(PAY)) return null
  if (pages.some((page) => PUBLIC.test(page))) return 'site'
  return /\/src\/(ui|platform)\//.test(id) ? 'desk' : null
}

/** Of the browser's files: each module carries the texts that it uses. The server has all of them anyway. */
function textsWhereUsed(): Plugin {
  const catalogue = readCatalogue(import.meta.dirname)
  const languages = process.env.TEXT_LANGUAGE ? [process.env.TEXT_LANGUAGE] : undefined
  return {
    name: 'texts-where-used',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { code: '/text/' },
      handler: (code, id) => inlineTexts(code, relative(import.meta.dirname, id), catalogue, languages),
    },
  }
}

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.module.css'))
  .sort()
/** The first number that has two digits in base 36 and begins with a letter. */
const FIRST_SHEET = 360

/** Short, because every page carries many: two characters for the file, and one for the place in it. */
function className(local: string, path: string, css: string): string {
  const sheet = relative('src', path)
  // One that was added while the server for development runs comes last.
  const file = sheets.includes(sheet) ? sheets.indexOf(sheet) : sheets.push(sheet) - 1
  const place = [...new Set(css.match(/\.[a-zA-Z][\w-]*/g))].indexOf(`.${local}`)
  // An animation is not a class.
  return `${(FIRST_SHEET + file).toString(36)}${place < 0 ? `-${local}` : place.toString(36)}`
}

export default defineConfig({
  plugins: [textsWhereUsed(), reactRouter()],
  css: { modules: { generateScopedName: className } },
  build: {
    // scripts/page-languages.ts finds the files of one language by those of another.
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What every page has already is not preloaded again.
    modulePreload: {
      resolveDependencies: (_page, files) => files.filter((file) => !/\/(vendor|kit|rolldown-runtime)-/.test(file)),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What is taken brings all that it needs, unless an earlier one has it.
              groups: ['vendor', 'kit', 'booking', 'site', 'desk'].map((name, index) => ({
                name: (id: string, context: Rolldown.ChunkingContext) =>
                  chunkOf(id, (module) => context.getModuleInfo(module)) === name ? name : null,
                priority: 9 - index,
              })),
            },
          },
        },
      },
    },
  },
})
