import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { BUILDS, findBuild, hasOtherBuilds, swapIn, sweepBuilds } from '../src/platform/build-folder.ts'
import { LANGUAGES, type Language } from '../src/platform/language.ts'
import { addLanguage } from './page-languages.ts'
import { buildTexts } from './texts.ts'

const root = resolve(import.meta.dirname, '..')

/** `message` is for a person. The terminal already shows what went wrong. */
export class BuildError extends Error {}

/**
 * Builds the pages and the server if their sources have changed since the last build, into a new folder, and swaps it
 * in.
 * @throws BuildError
 */
export async function buildPages(): Promise<void> {
  buildTexts(root)
  const sources = hashSources()
  mkdirSync(BUILDS, { recursive: true })
  if (isBuilt(sources) && !hasOtherBuilds()) return
  // One build runs at a time, and a process that waited finds it done. The lock ends with the process, even in a crash.
  using lock = new DatabaseSync(join(BUILDS, 'lock'), { timeout: 300_000 })
  lock.exec('pragma journal_mode = memory; begin exclusive')
  if (!isBuilt(sources)) {
    console.error('Building the pages and the server.')
    const build = mkdtempSync(join(BUILDS, `${sources.slice(0, 12)}-`))
    // The server may run as another user than the build.
    chmodSync(build, 0o755)
    const [first, ...others] = LANGUAGES
    await Promise.all([
      runBuild(['node_modules/.bin/react-router', 'build'], build, first),
      ...others.map((language) => runBuild(['scripts/page-languages.ts'], join(build, language), language)),
    ])
    for (const language of others) {
      addLanguage(build, join(build, language), language)
      rmSync(join(build, language), { recursive: true })
    }
    for (const half of ['client', 'server']) rmSync(join(build, half, '.vite'), { recursive: true, force: true })
    // A start that finds everything built need not load the bundler.
    const { bundleServer } = await import('./bundle-server.ts')
    await Promise.all([compressAssets(join(build, 'client')), bundleServer(build)])
    writeFileSync(join(build, STAMP), sources)
    swapIn(build)
  }
  sweepBuilds()
}

/** The file in a build with the hash of its sources. */
const STAMP = 'stamp'

function isBuilt(sources: string): boolean {
  const stamp = join(findBuild() ?? '', STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
}

/** Hashes content, not dates, so a fresh checkout of the same state counts as built. */
function hashSources(): string {
  const patterns = [
    'src/**/*',
    'packages/**/*',
    'messages/**/*',
    'public/**/*',
    'vite.config.ts',
    'react-router.config.ts',
    'tsconfig.json',
    'package-lock.json',
    'scripts/{build,bundle-server,page-languages,texts}.ts',
  ]
  const files = globSync(patterns, { cwd: root }).sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const path = join(root, file)
    if (/\.test\.tsx?$|\/api-schema\.ts$/.test(file) || !statSync(path).isFile()) continue
    hash.update(`${file}\0`).update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** Runs in its own process, so that its memory is free afterwards. */
function runBuild(command: string[], folder: string, language: Language): Promise<void> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: folder, TEXT_LANGUAGE: language },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const stopChild = () => child.kill('SIGKILL')
  process.once('exit', stopChild)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => {
      process.off('exit', stopChild)
      if (code === 0) return done()
      console.error(output.trim())
      fail(new BuildError('We could not build the pages. The lines above say why.'))
    })
  })
}

/** Writes `.br` and `.gz` next to each file that they make smaller, so that the server only has to send them. */
async function compressAssets(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,json,txt,html,webmanifest}', { cwd: folder }).map((file) =>
    join(folder, file),
  )
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      if (bytes.length < 512) return
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        promisify(gzip)(bytes, { level: 9 }),
      ])
      if (br.length < bytes.length) writeFileSync(`${file}.br`, br)
      if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz)
    }),
  )
}

if (import.meta.main) {
  // A signal ends a process without an 'exit' event, and the builds that it started would keep running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  try {
    await buildPages()
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = 1
  }
}
