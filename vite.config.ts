import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { inlineTexts, readCatalogue } from './scripts/texts.ts'

/** Matches the module of a page, or of the frame around every page. */
const PAGE = /\/src\/(root\.tsx|entry\.client\.tsx|[a-z]+\/([^/]+)\/pages\/([^/]+)\.tsx)(\?|$)/
/** The booking page, which most people visit for the first time. */
const BOOK = 'booking/book'
/**
 * The share page, which has the same form. Its few styles are in the form's file, because a separate one would be
 * mostly headers.
 */
const SHARE = 'booking/share'
/**
 * The pages of a booking up to the payment, without the pages of finished bookings and of demos, which have their own
 * files.
 */
const BOOKING = /^(booking\/(book|share)$|sandbox\/)/
/** The page of a pay link. Modules that it shares only with the demo page are in those pages' own files. */
const PAY = 'booking/pay'
/** The other public pages. */
const PUBLIC = /^(site\/(?!support$)|account\/(login|register)$)/

type Module = { importers: readonly string[] } | null

/** Returns the pages that import a module; "root" means every page. No page imports a module that loads on demand. */
function pagesOf(id: string, moduleOf: (id: string) => Module, seen = new Set<string>()): Set<string> {
  const page = PAGE.exec(id)
  if (page) return new Set([page[2] ? `${page[2]}/${page[3]}` : 'root'])
  if (seen.has(id)) return new Set()
  seen.add(id)
  return new Set((moduleOf(id)?.importers ?? []).flatMap((importer) => [...pagesOf(importer, moduleOf, seen)]))
}

/**
 * Returns the chunk of a module, so that a page loads few files with nothing that it does not use: `vendor` has the
 * libraries of every page; `kit` has the frame of every page and what booking needs; `booking`; `site` has what the
 * other public pages share; `desk` has what the pages behind the sign-in share. null: the module is in its page's own
 * file, or loads on demand.
 */
function chunkOf(id: string, moduleOf: (id: string) => Module): string | null {
  if (PAGE.test(id)) return null
  const pages = [...pagesOf(id, moduleOf)]
  const isOfEveryPage = pages.includes('root')
  if (!id.includes('/src/')) return isOfEveryPage ? 'vendor' : null
  if (isOfEveryPage) return 'kit'
  if (id.includes('/src/showing/booking/')) {
    if (id.endsWith('.css')) return pages.includes(BOOK) || pages.includes(SHARE) ? 'booking' : null
    // A module of only one page is in that page's file.
    return pages.includes(BOOK) && pages.length > 1 ? 'booking' : null
  }
  if (pages.length < 2) return null
  if (pages.some((page) => BOOKING.test(page))) return 'kit'
  if (pages.includes(PAY)) return null
  if (pages.some((page) => PUBLIC.test(page))) return 'site'
  return /\/src\/(ui|platform)\//.test(id) ? 'desk' : null
}

/** Puts into each module of the browser only the texts that it uses. The server has all texts anyway. */
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

/**
 * Reads each class name of a style sheet as a constant, so that the bundler writes the few characters of the name where
 * it is used, and no table of names.
 */
function namesAsConstants(): Plugin[] {
  return [
    {
      name: 'names-as-constants',
      enforce: 'pre',
      apply: 'build',
      transform: {
        filter: { id: /\.tsx$/, code: '.module.css' },
        handler: (code) => code.replace(/^import (\w+) from '([^']+\.module\.css)'/gm, "import * as $1 from '$2'"),
      },
    },
    {
      // Vite leaves out the styles of a sheet whose names all became constants, unless the sheet has side effects.
      name: 'sheets-stay',
      enforce: 'post',
      apply: 'build',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ]
}

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.module.css'))
  .sort()
/** The first number that has two digits in base 36 and begins with a letter. */
const FIRST_SHEET = 360

/**
 * Returns a short class name, because every page has many: two characters for the file, and one for the place in it.
 */
function className(local: string, path: string, css: string): string {
  const sheet = relative('src', path)
  // A sheet that was added while the development server is running comes last.
  const file = sheets.includes(sheet) ? sheets.indexOf(sheet) : sheets.push(sheet) - 1
  const place = [...new Set(css.match(/\.[a-zA-Z][\w-]*/g))].indexOf(`.${local}`)
  // An animation is not a class.
  return `${(FIRST_SHEET + file).toString(36)}${place < 0 ? `-${local}` : place.toString(36)}`
}

export default defineConfig({
  plugins: [textsWhereUsed(), namesAsConstants(), reactRouter()],
  css: { modules: { generateScopedName: className } },
  build: {
    // scripts/page-languages.ts uses it to match the files of one language with those of another.
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      onLog(level, log, handle) {
        // Such as a class name that its style sheet lacks.
        if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message)
        handle(level, log)
      },
    },
    reportCompressedSize: false,
    // Do not preload files that every page already has.
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
              // A group takes a module with all of its imports, unless an earlier group has them.
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
