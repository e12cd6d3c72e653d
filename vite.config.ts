import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown } from 'vite'

/** A page, or what stands around every page. */
const PAGE = /\/src\/(root\.tsx|entry\.client\.tsx|features\/([^/]+)\/pages\/([^/]+)\.tsx)(\?|$)/
/** Whoever books sees these without ever having been here: what they need comes in one file. */
const BOOKING = /^(booking|sandbox)\//
/** Pages of the public besides. */
const PUBLIC = /^(site\/(?!support$)|account\/(login|register)$)/

type Module = { id: string; importers: readonly string[] } | null

/** Which pages lead to a module, directly or not. */
function pagesOf(id: string, moduleOf: (id: string) => Module, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  const page = PAGE.exec(id)
  if (page) return found.add(page[2] ? `${page[2]}/${page[3]}` : 'root')
  if (seen.has(id)) return found
  seen.add(id)
  for (const importer of moduleOf(id)?.importers ?? [])
    for (const one of pagesOf(importer, moduleOf, seen)) found.add(one)
  return found
}

/**
 * Few requests, and none for what a page does not use: the libraries; `kit`, what stands around every page or is part of
 * booking; `booking`; `site`, what the other public pages share; `desk`, what only the pages behind the sign-in use. null:
 * it goes with its own page.
 */
function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  if (/node_modules|rolldown[\\/]runtime/.test(id)) return 'vendor'
  if (!/\/src\//.test(id) || PAGE.test(id)) return null
  const pages = [...pagesOf(id, (module) => context.getModuleInfo(module))]
  if (pages.includes('root')) return 'kit'
  if (pages.length < 2) return null
  if (/\/src\/features\/booking\//.test(id)) return 'booking'
  if (pages.some((page) => BOOKING.test(page))) return 'kit'
  if (pages.some((page) => PUBLIC.test(page))) return 'site'
  return /\/src\/(ui|platform)\//.test(id) ? 'desk' : null
}

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What is taken brings all that it needs, unless an earlier one has it.
              groups: ['vendor', 'kit', 'booking', 'site', 'desk'].map((name, index) => ({
                name: (id: string, context: Rolldown.ChunkingContext) => (chunkOf(id, context) === name ? name : null),
                priority: 9 - index,
              })),
            },
          },
        },
      },
    },
  },
})
