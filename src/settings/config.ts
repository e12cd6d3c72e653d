import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { LANGUAGES } from '../platform/language.ts'
import { NO_SOURCES } from '../platform/security-headers.ts'
import { enginesOf, engineVariables, faultsOfEngines } from './engine-settings.ts'
import { filesOf, fileVariables, missingOfFiles } from './file-settings.ts'
import {
  isLoopback,
  missingOfDkim,
  missingOfVendors,
  modesOfStripe,
  testAdaptersInProduction,
  vendorsOf,
  vendorVariables,
} from './vendor-settings.ts'

/** The settings are wrong at start. Each line names a variable and its problem. */
export class ConfigError extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

const integer = (min: number, max: number) =>
  z.stringFormat('integer', (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
    error: `must be a whole number from ${min} to ${max}`,
  })
const oneOf = <const T extends string>(...values: [T, ...T[]]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })
const text = (pattern: RegExp, must: string) => z.string().regex(pattern, { error: `must be ${must}` })

const ACCESS_CODE = /^\S{4,100}$/

// Longer paths do not work for PostgreSQL or the lock of the data folder.
const LONGEST_DATA_DIR = 400

const variables = z.object({
  PORT: integer(1, 65_535).default('3000'),
  HOST: text(/^[A-Za-z0-9.:-]+$/, 'a host name or an address').default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .refine((folder) => Buffer.byteLength(folder) <= LONGEST_DATA_DIR, {
      error: `must be a path of at most ${LONGEST_DATA_DIR} bytes`,
    })
    .prefault(resolve(import.meta.dirname, '../../.data')),
  DATABASE_URL: z
    .string()
    .refine((url) => /^postgres(ql)?:$/.test(urlOf(url)?.protocol ?? ''), {
      error: 'must be a URL such as postgres://user:password@host:5432/database',
    })
    .optional(),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, { error: 'must be an origin such as https://showings.example.com, without a path' })
    .optional(),
  AUTH_SECRET: text(/^.{32,}$/s, 'at least 32 characters').optional(),
  SEED_PASSWORD: text(/^.{10,128}$/s, '10 to 128 characters').optional(),
  ACCESS_CODE_ORACLE: text(ACCESS_CODE, '4 to 100 characters without spaces').optional(),
  ACCESS_CODE_CREATE: text(ACCESS_CODE, '4 to 100 characters without spaces').optional(),
  LANGUAGES: z
    .string()
    .transform((names) => names.split(',').map((name) => name.trim()))
    .pipe(
      z
        .array(z.enum(LANGUAGES, { error: `must be one or more of ${LANGUAGES.join(', ')}, separated by commas` }))
        .min(1),
    )
    .prefault(LANGUAGES.join(',')),
  RATE_LIMIT_SCALE: z
    .stringFormat('scale', (value) => Number(value) > 0 && Number.isFinite(Number(value)), {
      error: 'must be a number above 0',
    })
    .default('1'),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isAddressOrRange), {
      error: 'must be addresses or ranges, separated by commas, such as 10.0.0.0/8,::1',
    })
    .prefault(''),
  ALLOW_SANDBOX: oneOf('true', 'false').default('false'),
  NODE_ENV: oneOf('development', 'test', 'production').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((url) => /^https?:$/.test(urlOf(url)?.protocol ?? ''), {
      error: 'must be a URL such as http://127.0.0.1:4318',
    })
    .optional(),
  // The exporter reads it directly.
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default('showingbooker'),
  OTEL_TRACES_SAMPLER_ARG: z
    .stringFormat('share', (value) => Number(value) >= 0 && Number(value) <= 1, {
      error: 'must be a number from 0 to 1',
    })
    .default('1'),
  METRICS_PORT: integer(1, 65_535).optional(),
  METRICS_TOKEN: text(/^\S{16,}$/, 'at least 16 characters without spaces').optional(),
  MAPS_API_KEY: text(/^[\w-]+$/, 'letters, digits, - and _').optional(),
  MAIL_REPLY_TO: text(/^[^\s@<>]+@[^\s@<>]+$/, 'a mailbox such as support@example.com').optional(),
  MAIL_FROM: text(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'a sender such as ShowingBooker <no-reply@example.com>').default(
    'ShowingBooker <no-reply@showingbooker.example>',
  ),
  RETURN_ADDRESS_NAME: z.string().optional(),
  RETURN_ADDRESS_LINE1: z.string().optional(),
  RETURN_ADDRESS_LINE2: z.string().optional(),
  RETURN_ADDRESS_CITY: z.string().optional(),
  RETURN_ADDRESS_STATE: text(/^[A-Z]{2}$/, 'the two-letter code of a state, in capitals').optional(),
  RETURN_ADDRESS_ZIP: text(/^\d{5}(-\d{4})?$/, 'a ZIP code').optional(),
  ...vendorVariables,
  ...fileVariables,
  ...engineVariables,
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
  LOG_FILE: z.string().optional(),
  WORKER: oneOf('on', 'off').default('on'),
  WORKER_CONCURRENCY: integer(1, 64).default('16'),
  // Closing takes up to 10 s more, and systemd (30 s) and Kubernetes (45 s) kill a process that takes longer.
  DRAIN_SECONDS: integer(0, 15).default('0'),
  DATABASE_POOL: integer(2, 200).default('10'),
  SLOW_QUERY_MS: integer(0, 600_000).default('500'),
})

/** Names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(variables.shape)

/** The settings from the environment, checked once. */
export type Settings = ReturnType<typeof loadConfig>

/**
 * The settings, completed with the secrets that the operator did not set. `secrets.ts` creates those at the first
 * start.
 */
export type Config = Settings & { authSecret: string; seedPassword: string; accessCodes: AccessCodes }

/** Access codes of the protected apps. */
export type AccessCodes = { oracle: string; create: string }

/**
 * Reads and checks the settings. An empty variable counts as unset.
 * @param isTerminal whether a person watches stdout, so that the log goes to a file
 * @throws ConfigError with one line for each wrong or missing variable
 */
export function loadConfig(env: Record<string, string | undefined>, isTerminal = process.stdout.isTTY === true) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = variables.safeParse(set)
  const lines = parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`)
  lines.push(...missingOfVendors(set), ...modesOfStripe(set), ...missingOfDkim(set), ...faultsOfEngines(set))
  lines.push(...missingOfFiles(set), ...missingReturnAddress(set), ...testAdaptersInProduction(set))
  if (!parsed.success || lines.length > 0) throw new ConfigError(lines)

  const v = parsed.data
  const port = Number(v.PORT)
  const publicUrl = v.PUBLIC_URL ? new URL(v.PUBLIC_URL).origin : `http://${hostInUrl(v.HOST)}:${port}`
  const vendors = vendorsOf(v, publicUrl)
  return {
    port,
    host: v.HOST,
    dataDir: v.DATA_DIR,
    databaseUrl: v.DATABASE_URL,
    isDatabaseUnencrypted: env.PGSSLMODE === undefined && isUnencrypted(v.DATABASE_URL),
    /** Origin at which people reach us, without a trailing slash. */
    publicUrl,
    /** Vendors that move money and send messages. If one is null, the embedded adapter does it. */
    vendors,
    /** Other origins that the payment provider's card form needs. */
    cardSources: vendors.payments?.sources ?? NO_SOURCES,
    /** Where files are stored, or null for the data folder. */
    fileStore: filesOf(v),
    /** Engines that draw the studio's images and answer in the chat. */
    engines: enginesOf(v),
    authSecret: v.AUTH_SECRET,
    seedPassword: v.SEED_PASSWORD,
    accessCodes: { oracle: v.ACCESS_CODE_ORACLE, create: v.ACCESS_CODE_CREATE },
    isSeedPasswordSet: v.SEED_PASSWORD !== undefined,
    /** Languages that readers may choose. */
    languages: v.LANGUAGES,
    rateLimitScale: Number(v.RATE_LIMIT_SCALE),
    /** Addresses and CIDR ranges whose X-Forwarded-For we trust. */
    trustedProxies: v.TRUSTED_PROXIES.filter((entry) => entry !== ''),
    /** The port at which `work` answers probes and /metrics, or null for none. */
    metricsPort: v.METRICS_PORT === undefined ? null : Number(v.METRICS_PORT),
    metricsToken: v.METRICS_TOKEN,
    /** The trace collector, or null without tracing. */
    tracing: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
          serviceName: v.OTEL_SERVICE_NAME,
          share: Number(v.OTEL_TRACES_SAMPLER_ARG),
        }
      : null,
    mapsApiKey: v.MAPS_API_KEY,
    mailFrom: v.MAIL_FROM,
    /**
     * Reply address for emails that are not on behalf of someone else, or null for the support address on the pages.
     */
    mailReplyTo: v.MAIL_REPLY_TO ?? null,
    /** Sender of certified letters. If none is set, letters in test mode say so. */
    returnAddress: {
      name: v.RETURN_ADDRESS_NAME ?? 'ShowingBooker (test mode)',
      address_line1: v.RETURN_ADDRESS_LINE1 ?? '1 Example Street',
      address_line2: v.RETURN_ADDRESS_LINE2 ?? null,
      address_city: v.RETURN_ADDRESS_CITY ?? 'San Francisco',
      address_state: v.RETURN_ADDRESS_STATE ?? 'CA',
      address_zip: v.RETURN_ADDRESS_ZIP ?? '94105',
    },
    logLevel: v.LOG_LEVEL,
    /** Path of the log, or '-' for stdout. */
    logFile: v.LOG_FILE ?? (isTerminal ? join(v.DATA_DIR, 'server.log') : '-'),
    /** Whether `serve` runs jobs too. */
    hasWorker: v.WORKER === 'on',
    workerConcurrency: Number(v.WORKER_CONCURRENCY),
    /** How long a stopping server keeps answering while load balancers stop sending it requests. */
    drainSeconds: Number(v.DRAIN_SECONDS),
    databasePool: Number(v.DATABASE_POOL),
    /** We log statements that take longer than this with their plan; 0 turns it off. */
    slowQueryMs: Number(v.SLOW_QUERY_MS),
  }
}

function missingReturnAddress(set: Record<string, unknown>): string[] {
  const names = ['NAME', 'LINE1', 'CITY', 'STATE', 'ZIP'].map((part) => `RETURN_ADDRESS_${part}`)
  const missing = names.filter((name) => !(name in set))
  if (missing.length === names.length && !('RETURN_ADDRESS_LINE2' in set)) return []
  return missing.map((name) => `${name} is missing: set the whole return address, or none of it.`)
}

/** Returns whether a database's URL crosses a network and says neither `sslmode` nor `ssl`, so that we do not encrypt. */
function isUnencrypted(databaseUrl: string | undefined): boolean {
  const url = databaseUrl === undefined ? null : urlOf(databaseUrl)
  if (!url) return false
  const host = url.searchParams.get('host') ?? url.hostname
  return !(
    host === '' ||
    host.startsWith('/') ||
    isLoopback(host) ||
    url.searchParams.has('sslmode') ||
    url.searchParams.has('ssl')
  )
}

function urlOf(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null
}

function isOrigin(value: string): boolean {
  const url = urlOf(value)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
}

function isAddressOrRange(entry: string): boolean {
  if (entry === '') return true
  const [address = '', bits, ...more] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Returns the host at which a browser on this machine reaches a server that listens on `host`. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIP(host) === 6 ? `[${host}]` : host
}
