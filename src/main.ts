import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { adminUsage, isAdminCommand } from './operations/operation/command-domain.ts'
import { BuildMissing, ownBuild, takeBuild } from './platform/build-folder.ts'
import {
  type DataFolder,
  DataFolderInUse,
  DataFolderUnusable,
  makeDataFolder,
  takeDataFolder,
} from './platform/data-folder.ts'
import { openDatabase } from './platform/db/connect.ts'
import { BackupError, backUpDataFolder } from './platform/db/embedded-backup.ts'
import { DatabaseUnreachable, MigrationError, migrate } from './platform/db/migrate.ts'
import { EmbeddedPostgresError, findEmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { ListenError, listen } from './platform/http-listener.ts'
import { LogUnusable } from './platform/log-file.ts'
import type { PageSource } from './platform/page-source.ts'
import { everyAnswer } from './platform/security-headers.ts'
import { stopAsked, stopOnSignal } from './platform/stop-signal.ts'
import { type Config, ConfigError, loadConfig, type Settings } from './settings/config.ts'
import { type WithSecrets, withSecrets } from './settings/secrets.ts'

const usage = `Usage: node build/current/server/main.js COMMAND

  serve     migrate, seed, serve the pages and the API, run jobs (WORKER=off: no jobs)
  work      run jobs only
  migrate   bring the database up to date
  seed      create the sample accounts and properties
  admin …   administer (admin help)`

/** Prints a plain message for an error that a person can fix. Any other error is a bug and keeps its stack. */
const plain = [
  BackupError,
  BuildMissing,
  ConfigError,
  DataFolderInUse,
  DataFolderUnusable,
  DatabaseUnreachable,
  EmbeddedPostgresError,
  ListenError,
  LogUnusable,
  MigrationError,
]

// The pages' libraries are several times faster this way. `loadConfig` reads NODE_ENV for the product itself.
const settingsFrom = () => {
  const settings = loadConfig(process.env)
  process.env.NODE_ENV ??= 'production'
  return settings
}

/** Opens what it needs into `open`, which closes it in reverse order. @returns the exit code */
type Command = (open: AsyncDisposableStack, args: string[], pages?: PageSource) => Promise<number>

const commands: Record<string, Command> = {
  async serve(open, _args, pages) {
    const stop = open.adopt(stopOnSignal(), (it) => it.release())
    const settings = settingsFrom()
    const folder = takeFolder(settings, open)
    const listener = open.adopt(await listen(settings, everyAnswer(settings)), (it) => it.close())
    // Load the code and start the database in parallel, because both take equally long.
    void Promise.allSettled([import('./compose.ts'), import('./server.ts')])
    const reached = await reachDatabase(settings, folder, open)
    stop.signal.throwIfAborted()
    const { config, services, ...made } = await openServices(settings, reached.url, open)
    const isSeedPassword = await services.seed(config.seedPassword)
    stop.signal.throwIfAborted()
    if (config.hasWorker) open.adopt(await services.startWorker(), (worker) => worker.stop())
    const { createServer } = await import('./server.ts')
    const site = await createServer(config, services, pages)
    // Open it first, because of its port, and close it first.
    open.defer(() => listener.close())
    open.defer(services.endStreams)
    // This runs first, so that load balancers send new requests elsewhere.
    open.defer(async () => {
      listener.leave()
      await delay(config.drainSeconds * 1000)
    })
    listener.answerWith(site)
    folder?.announce(config.publicUrl)
    console.log(banner(config, { ...made, isSeedPassword }))
    return runUntil(stop.asked, reached)
  },

  async work(open) {
    const stop = open.adopt(stopOnSignal(), (it) => it.release())
    const settings = settingsFrom()
    const reached = await reachOrJoinDatabase(settings, open)
    stop.signal.throwIfAborted()
    const { config, services } = await openServices(settings, reached.url, open)
    open.adopt(await services.startWorker(), (worker) => worker.stop())
    if (config.metricsPort) {
      const address = { host: config.host, port: config.metricsPort, variable: 'METRICS_PORT' }
      const listener = open.adopt(await listen(address, everyAnswer(settings)), (it) => it.close())
      const { createProbes } = await import('./server.ts')
      listener.answerWith(createProbes(config, services))
    }
    console.log('Running jobs. Press Ctrl-C to stop.')
    return runUntil(stop.asked, reached)
  },

  async migrate(open) {
    const { applied } = await reachOrJoinDatabase(settingsFrom(), open)
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    return 0
  },

  async seed(open) {
    const settings = settingsFrom()
    const { url } = await reachOrJoinDatabase(settings, open)
    const { config, services } = await openServices(settings, url, open)
    await services.seed(config.seedPassword)
    return 0
  },

  async admin(open, args) {
    // A mistyped command must not create a data folder and a database.
    if (!isAdminCommand(args)) {
      console.error(adminUsage)
      return args[0] === 'help' ? 0 : 2
    }
    const settings = settingsFrom()
    if (args[0] === 'backup') return backUp(settings, args[1] ?? '', open)
    const { url } = await reachOrJoinDatabase(settings, open)
    const { services } = await openServices(settings, url, open)
    return services.runAdmin(args)
  },
}

/**
 * Takes the data folder for this process alone. Returns null with an external database, which several processes may
 * share.
 */
function takeFolder(settings: Settings, open: AsyncDisposableStack): DataFolder | null {
  makeDataFolder(settings.dataDir)
  // Other users of this machine must not read our files in it.
  process.umask(0o077)
  return settings.databaseUrl ? null : open.adopt(takeDataFolder(settings.dataDir), (folder) => folder.release())
}

/** `ended` resolves when the embedded database ends. */
type Opened = { url: string; ended?: Promise<void> }
type Reached = Opened & { applied: string[] }

/** Opens the external database, or the embedded one in our folder. */
async function openOwn(settings: Settings, folder: DataFolder | null, open: AsyncDisposableStack): Promise<Opened> {
  if (settings.isDatabaseUnencrypted)
    console.error('DATABASE_URL does not say sslmode, so we do not encrypt the connection. See docs/operations.md.')
  if (settings.databaseUrl) return { url: settings.databaseUrl }
  return open.adopt(
    await startEmbeddedPostgres({
      folder: join(folder?.path ?? settings.dataDir, 'postgres'),
      log: (line) => console.error(line),
    }),
    (postgres) => postgres.stop(),
  )
}

/** Does the same, or joins the embedded database of a running server. */
async function openOrJoin(settings: Settings, open: AsyncDisposableStack): Promise<Opened> {
  let folder: DataFolder | null
  try {
    folder = takeFolder(settings, open)
  } catch (error) {
    const running = error instanceof DataFolderInUse ? findEmbeddedPostgres(join(settings.dataDir, 'postgres')) : null
    if (!running) throw error
    return { url: running.url }
  }
  return openOwn(settings, folder, open)
}

async function migrated(settings: Settings, { url, ended }: Opened): Promise<Reached> {
  const applied = await migrate(url, undefined, settings.databaseUrl ? undefined : 'The embedded database')
  return { url, applied, ended }
}

const reachDatabase = async (settings: Settings, folder: DataFolder | null, open: AsyncDisposableStack) =>
  migrated(settings, await openOwn(settings, folder, open))

const reachOrJoinDatabase = async (settings: Settings, open: AsyncDisposableStack) =>
  migrated(settings, await openOrJoin(settings, open))

/** Migrates nothing, so that a person can make a backup before an update. */
async function backUp(settings: Settings, target: string, open: AsyncDisposableStack): Promise<number> {
  if (settings.databaseUrl)
    throw new BackupError('The database is at DATABASE_URL. docs/operations.md says how to back it up.')
  if (!existsSync(join(settings.dataDir, 'postgres')))
    throw new BackupError(`There is no embedded database in ${settings.dataDir}.`)
  await openOrJoin(settings, open)
  const dataFolder = makeDataFolder(settings.dataDir)
  const { path, bytes, files } = await backUpDataFolder(dataFolder, target, (line) => console.error(line))
  console.log(`${path}: a database of ${Math.ceil(bytes / 1e6)} MB and ${files} files`)
  return 0
}

async function openServices(settings: Settings, url: string, open: AsyncDisposableStack) {
  if (settings.tracing) {
    // It costs memory and time at the start, so only a process with a collector loads it.
    const { startTracing } = await import('./platform/open-telemetry.ts')
    open.adopt(startTracing(settings.tracing), (tracing) => tracing.stop())
  }
  const { config, ...made } = await withSecrets(settings)
  const database = open.adopt(openDatabase(url, { max: config.databasePool }), (opened) => opened.close())
  const { compose } = await import('./compose.ts')
  const services = open.adopt(await compose(config, database), (composed) => composed.close())
  return { config, services, ...made }
}

async function runUntil(asked: Promise<void>, { ended }: Reached): Promise<number> {
  // A start leaves 30 MB of garbage, and an idle process would keep it. Node has `gc` only with --expose-gc.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const reason = await Promise.race([
    asked.then(() => 'asked'),
    (ended ?? new Promise(() => undefined)).then(() => 'database'),
  ])
  if (reason !== 'database') return 0
  console.error('The embedded database stopped unexpectedly. Its log is postgres/server.log in the data folder.')
  return 1
}

type Made = Pick<WithSecrets, 'hasNewSeedPassword' | 'codesFrom'> & {
  /** Whether the password opens the sample accounts. */
  isSeedPassword: boolean
}

function banner(config: Config, made: Made): string {
  const url = config.publicUrl
  return `
ShowingBooker is ready: ${url}

  Book a showing   ${url}/showingbooker/book/sample-property    a vacant home
                   ${url}/showingbooker/book/sample-occupied    a resident lives there
  Sign in          agent@example.com or admin@example.com
  Password         ${passwordLine(config, made)}
${codes(config, made.codesFrom)}
${channels(config)}
  Log              ${config.logFile === '-' ? 'below, one JSON object per line' : config.logFile}
  Stop             Ctrl-C
`
}

/** Returns the line with the password of the sample accounts, or where to find it. */
export function passwordLine(
  { seedPassword, isSeedPasswordSet, dataDir }: Pick<Config, 'seedPassword' | 'isSeedPasswordSet' | 'dataDir'>,
  { hasNewSeedPassword, isSeedPassword }: Omit<Made, 'codesFrom'>,
): string {
  const kept = join(dataDir, 'secrets.json')
  if (isSeedPasswordSet) return 'the one in SEED_PASSWORD'
  if (!isSeedPassword) return 'the one these accounts already had; set SEED_PASSWORD to change it'
  if (hasNewSeedPassword) return `${seedPassword}   (new and printed only once; stored in ${kept})`
  return `the one from the first start (stored in ${kept})`
}

/** Names of the protected apps. */
function codes({ accessCodes, dataDir }: Config, from: Made['codesFrom']): string {
  const kept = join(dataDir, 'access-codes.json')
  const lines = [
    ['create', 'Studio code', 'ACCESS_CODE_CREATE'],
    ['oracle', 'Oracle code', 'ACCESS_CODE_ORACLE'],
  ] as const
  return lines
    .map(([app, name, variable]) => {
      const made = `${accessCodes[app]}   opens /${app} (printed only once; stored in ${kept})`
      const text = { made, set: `the one in ${variable}`, kept: `the one from the first start (stored in ${kept})` }
      return `  ${name.padEnd(17)}${text[from[app]]}`
    })
    .join('\n')
}

const ENGINES = { local: 'drawn by this server', a1111: 'AUTOMATIC1111', openai: 'OpenAI-compatible server' }

/** Names the real vendors of payments and messages. A test key charges no real card and prints no letter. */
function channels({ vendors, engines, publicUrl }: Pick<Config, 'vendors' | 'engines' | 'publicUrl'>): string {
  const { payments, twilio, smtp, lob } = vendors
  const kept = 'test mode: stored on this machine'
  const lines = [
    ['Payments', paymentsLine(payments)],
    ['Texts', twilio ? 'Twilio' : kept],
    ['Email', smtp ? `SMTP, ${new URL(smtp.url).hostname}` : kept],
    ['Letters', lob ? `Lob${lob.apiKey.startsWith('test_') ? ', test key: no letter is printed' : ''}` : kept],
    ['Images', ENGINES[engines.images.name]],
  ]
  if (!twilio || !smtp || !lob) lines.push(['', `An admin can read these messages at ${publicUrl}/dev/outbox`])
  return lines.map(([name = '', what]) => `  ${name.padEnd(17)}${what}`).join('\n')
}

function paymentsLine(payments: Config['vendors']['payments']): string {
  if (!payments) return 'test mode: no card is charged; pay with 4242 4242 4242 4242'
  return `${payments.label}${payments.isTest ? ', test keys: no card is charged' : ''}`
}

/**
 * @param pages the pages for `serve`; the built ones by default
 * @returns the exit code
 */
export async function main(args: string[], pages?: PageSource): Promise<number> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(usage)
    return 2
  }
  try {
    // Parts of the bundle are loaded when they are first needed.
    if (ownBuild) takeBuild()
    await using open = new AsyncDisposableStack()
    return await command(open, rest, pages)
  } catch (error) {
    if (error === stopAsked) return 0
    if (!plain.some((kind) => error instanceof kind)) throw error
    console.error((error as Error).message)
    return 1
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
