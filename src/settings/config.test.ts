import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, loadConfig } from './config.ts'

const linesOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.lines
  }
  return []
}

test('needs no variable', () => {
  const config = loadConfig({}, false)
  assert.equal(config.publicUrl, 'http://127.0.0.1:3000')
  assert.equal(config.dataDir, resolve(import.meta.dirname, '../../.data'))
  assert.equal(config.databaseUrl, undefined)
  assert.equal(config.rateLimitScale, 1)
  assert.equal(config.hasWorker, true)
  assert.deepEqual(config.trustedProxies, [])
})

test('an empty variable counts as unset', () => {
  assert.deepEqual({ ...loadConfig({ PORT: '', SEED_PASSWORD: ' ' }, false) }, { ...loadConfig({}, false) })
})

const wrong: [name: string, ...values: string[]][] = [
  ['PORT', 'abc', '0', '65536', '80.5', '-1', '3000 '],
  ['HOST', 'two words', 'http://example.com'],
  ['DATA_DIR', `/${'x'.repeat(400)}`],
  ['DATABASE_URL', 'localhost:5432', 'mysql://localhost/x'],
  ['PUBLIC_URL', 'example.com', 'ftp://example.com', 'https://example.com/path', 'https://me:secret@example.com'],
  ['AUTH_SECRET', 'short'],
  ['SEED_PASSWORD', 'ninechars', 'x'.repeat(129)],
  ['RATE_LIMIT_SCALE', '0', '-1', 'lots', 'Infinity'],
  ['TRUSTED_PROXIES', 'proxy.example.com', '10.0.0.0/33', '::1/129', '10.0.0.1 10.0.0.2'],
  ['ALLOW_SANDBOX', 'yes'],
  ['NODE_ENV', 'staging'],
  ['METRICS_TOKEN', 'short'],
  ['METRICS_PORT', '0'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['SLOW_QUERY_MS', '-1'],
  ['MAPS_API_KEY', 'key with blanks'],
  ['MAIL_FROM', 'nobody', 'a@b.c\r\nBcc: x@y.z'],
  ['LOG_LEVEL', 'loud'],
  ['WORKER', 'maybe'],
  ['WORKER_CONCURRENCY', '0', '65'],
  ['DRAIN_SECONDS', '-1', '16'],
  ['DATABASE_POOL', '1'],
]
for (const [name, ...values] of wrong) {
  for (const value of values) {
    test(`refuses ${name}=${JSON.stringify(value.slice(0, 40))} by name, in one line`, () => {
      const lines = linesOf({ [name]: value })
      assert.equal(lines.length, 1)
      assert.match(lines.join(), new RegExp(`^${name} must be `))
      assert.doesNotMatch(lines.join(), /\n/)
    })
  }
}

test('names all wrong variables at once', () => {
  const lines = linesOf({ PORT: 'x', DATABASE_URL: 'y', RATE_LIMIT_SCALE: 'z' })
  assert.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    ['PORT', 'DATABASE_URL', 'RATE_LIMIT_SCALE'],
  )
})

test('the error does not repeat a refused value, which may be a secret', () => {
  assert.doesNotMatch(linesOf({ DATABASE_URL: 'mysql://root:sesame@db/x' }).join(), /sesame/)
  assert.doesNotMatch(linesOf({ SEED_PASSWORD: 'sesame' }).join(), /sesame/)
})

test('production refuses the test adapters by name unless they are allowed', () => {
  assert.deepEqual(linesOf({ NODE_ENV: 'production' }), [
    'With NODE_ENV=production, test adapters need ALLOW_SANDBOX=true (payments: sandbox, because STRIPE_SECRET_KEY is missing; texts: outbox, because TWILIO_ACCOUNT_SID is missing; email: outbox, because SMTP_URL is missing; letters: outbox, because LOB_API_KEY is missing).',
  ])
  assert.ok(loadConfig({ NODE_ENV: 'production', ALLOW_SANDBOX: 'true' }))
})

test('requires all parts of a return address or none', () => {
  const whole = {
    RETURN_ADDRESS_NAME: 'Acme Homes',
    RETURN_ADDRESS_LINE1: '5 Main St',
    RETURN_ADDRESS_CITY: 'Fresno',
    RETURN_ADDRESS_STATE: 'CA',
    RETURN_ADDRESS_ZIP: '93650',
  }
  assert.deepEqual(loadConfig(whole).returnAddress, {
    name: 'Acme Homes',
    address_line1: '5 Main St',
    address_line2: null,
    address_city: 'Fresno',
    address_state: 'CA',
    address_zip: '93650',
  })
  assert.match(loadConfig({}).returnAddress.name, /test mode/)
  assert.deepEqual(linesOf({ RETURN_ADDRESS_NAME: 'Acme Homes', RETURN_ADDRESS_CITY: 'Fresno' }), [
    'RETURN_ADDRESS_LINE1 is missing: set the whole return address, or none of it.',
    'RETURN_ADDRESS_STATE is missing: set the whole return address, or none of it.',
    'RETURN_ADDRESS_ZIP is missing: set the whole return address, or none of it.',
  ])
})

test('knows a database that is reached without encryption: on on another machine, without sslmode', () => {
  for (const [url, isUnencrypted] of [
    ['postgres://u:p@db.internal/x', true],
    ['postgres://u:p@10.0.0.3:5432/x', true],
    ['postgres://u:p@127.0.0.1/x?host=10.0.0.3', true],
    ['postgres://u:p@db.internal/x?sslmode=verify-full', false],
    ['postgres://u:p@db.internal/x?sslmode=disable', false],
    ['postgres://u:p@db.internal/x?ssl=true', false],
    ['postgres://u:p@127.0.0.1:5000/x', false],
    ['postgres://u:p@localhost/x', false],
    ['postgres:///x?host=/var/run/postgresql', false],
  ] as const)
    assert.equal(loadConfig({ DATABASE_URL: url }).isDatabaseUnencrypted, isUnencrypted, url)
  assert.equal(loadConfig({}).isDatabaseUnencrypted, false)
  // The driver reads it too.
  assert.equal(loadConfig({ DATABASE_URL: 'postgres://u:p@db/x', PGSSLMODE: 'require' }).isDatabaseUnencrypted, false)
})

test('derives the public URL from host and port unless it is set', () => {
  const urlOf = (env: Record<string, string>) => loadConfig(env).publicUrl
  assert.equal(urlOf({ HOST: '0.0.0.0', PORT: '8080' }), 'http://127.0.0.1:8080')
  assert.equal(urlOf({ HOST: '::' }), 'http://[::1]:3000')
  assert.equal(urlOf({ HOST: 'fe80::1' }), 'http://[fe80::1]:3000')
  assert.equal(urlOf({ PUBLIC_URL: 'https://showings.example.com/' }), 'https://showings.example.com')
})

test('logs to a file if a person watches the terminal, otherwise to standard output', () => {
  assert.equal(loadConfig({ DATA_DIR: '/srv/data' }, true).logFile, '/srv/data/server.log')
  assert.equal(loadConfig({ DATA_DIR: '/srv/data' }, false).logFile, '-')
  assert.equal(loadConfig({ LOG_FILE: '/var/log/showings.log' }, true).logFile, '/var/log/showings.log')
})

test('traces nothing unless a collector is set', () => {
  assert.equal(loadConfig({}).tracing, null)
  assert.deepEqual(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }).tracing, {
    endpoint: 'http://127.0.0.1:4318',
    serviceName: 'showingbooker',
    share: 1,
  })
})

test('trusted proxies are a list of addresses and ranges', () => {
  assert.deepEqual(loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies, ['10.0.0.0/8', '::1'])
})

const bucket = {
  FILES_S3_BUCKET: 'showings',
  FILES_S3_REGION: 'us-west-2',
  FILES_S3_ACCESS_KEY_ID: 'AKIA0',
  FILES_S3_SECRET_ACCESS_KEY: 'a-secret',
}

test('stores files in the data folder, or in a bucket if all of its settings are set', () => {
  assert.equal(loadConfig({}, false).fileStore, null)
  const { endpoint, ...rest } = loadConfig(bucket, false).fileStore ?? {}
  assert.deepEqual(rest, {
    bucket: 'showings',
    region: 'us-west-2',
    accessKeyId: 'AKIA0',
    secretAccessKey: 'a-secret',
  })
  assert.equal(endpoint, null)
  for (const name of Object.keys(bucket))
    assert.deepEqual(linesOf({ ...bucket, [name]: '' }), [`${name} is missing: files in S3 need it.`])
  assert.equal(linesOf({ FILES_S3_ENDPOINT: 'https://s3.example.com' }).length, 4)
})

test('refuses to send the key of a bucket unencrypted', () => {
  for (const url of ['https://s3.example.com', 'http://127.0.0.1:9000', 'http://localhost:9000'])
    assert.equal(loadConfig({ ...bucket, FILES_S3_ENDPOINT: url }, false).fileStore?.endpoint, url)
  for (const url of [
    'http://s3.example.com',
    's3.example.com',
    'https://a:b@s3.example.com',
    'https://s3.example.com/x',
  ])
    assert.match(linesOf({ ...bucket, FILES_S3_ENDPOINT: url }).join(), /^FILES_S3_ENDPOINT must be an origin/)
})
