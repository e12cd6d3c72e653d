// Builds the browser's files in one language. scripts/build.ts sets BUILD_FOLDER and TEXT_LANGUAGE.
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuilder } from 'vite'

/** Vite's manifest entry of each file, by its source. */
type Files = Record<string, { file: string; imports?: string[] }>
type Part = { module: string; imports?: string[] }
/** React Router's manifest entry of each page: the paths of its files from the site's root. */
type Manifest = { entry: Part; routes: Record<string, Part>; url: string; version: string }

const PREFIX = 'window.__reactRouterManifest='

/** Returns the same pages with the files of another build. @throws Error if that build has other pages */
export function translateManifest(manifest: Manifest, own: Files, other: Files): Manifest {
  const sources = new Map(Object.entries(own).map(([source, { file }]) => [`/${file}`, source]))
  const translate = <P extends Part>(part: P): P => {
    const source = sources.get(part.module) ?? ''
    const file = other[source]
    if (!file) throw new Error(`${part.module} is in only one language`)
    const needed = new Set<string>()
    const visit = (names: string[] = []) => {
      for (const name of names) {
        if (needed.has(name)) continue
        needed.add(name)
        visit(other[name]?.imports)
      }
    }
    visit(file.imports)
    return { ...part, module: `/${file.file}`, imports: [...needed].map((name) => `/${other[name]?.file}`) }
  }
  const routes = Object.fromEntries(Object.entries(manifest.routes).map(([id, route]) => [id, translate(route)]))
  return { ...manifest, entry: translate(manifest.entry), routes }
}

const readFiles = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'client/.vite/manifest.json'), 'utf8')) as Files

/** Adds the files of a language to a build of all pages, with the manifest that names them. */
export function addLanguage(build: string, folder: string, language: string): void {
  // The first language has the shortest name.
  const [file = ''] = globSync('client/assets/manifest-*.js', { cwd: build }).sort((a, b) => a.length - b.length)
  const source = readFileSync(join(build, file), 'utf8')
  const manifest = JSON.parse(source.slice(PREFIX.length).replace(/;\s*$/, '')) as Manifest
  const translated = translateManifest(manifest, readFiles(build), readFiles(folder))
  // If a browser finds another version, it reloads the page.
  const version = `${manifest.version}-${language}`
  const url = manifest.url.replace(/\.js$/, `-${language}.js`)
  const own = { ...translated, version, url }
  cpSync(join(folder, 'client/assets'), join(build, 'client/assets'), { recursive: true, force: false })
  writeFileSync(join(build, 'client', url), `${PREFIX}${JSON.stringify(own)};`)
  writeFileSync(join(build, `server/manifest-${language}.json`), JSON.stringify(own))
}

if (import.meta.main) {
  const builder = await createBuilder({ logLevel: 'error' })
  const { client } = builder.environments
  if (!client) throw new Error('the pages have no files for a browser')
  await builder.build(client)
}
