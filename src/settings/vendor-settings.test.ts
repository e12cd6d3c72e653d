import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentPolicy, everyAnswer } from '../platform/security-headers.ts'
import { ConfigError, loadConfig } from './config.ts'
import { isLoopback } from './vendor-settings.ts'

const linesOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env, false)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.lines
  }
  return []
}

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+12135550100',
  PUBLIC_URL: 'https://showings.example.com',
}
const smtp = { SMTP_URL: 'smtps://me:sesame@mail.example.com', MAIL_FROM: 'ShowingBooker <hello@showings.example.com>' }
const lob = {
  LOB_API_KEY: 'test_1',
  LOB_WEBHOOK_SECRET: 'secret',
  RETURN_ADDRESS_NAME: 'Acme Homes',
  RETURN_ADDRESS_LINE1: '5 Main St',
  RETURN_ADDRESS_CITY: 'Fresno',
  RETURN_ADDRESS_STATE: 'CA',
  RETURN_ADDRESS_ZIP: '93650',
}

test('without variables every vendor is the embedded one', () => {
  assert.deepEqual(loadConfig({}, false).vendors, { payments: null, twilio: null, smtp: null, lob: null })
})

test('turns on each vendor whose variables are set', () => {
  for (const [name, env] of Object.entries({ payments: stripe, twilio, smtp, lob })) {
    const on = Object.entries(loadConfig(env, false).vendors).filter(([, settings]) => settings !== null)
    assert.deepEqual(
      on.map(([vendor]) => vendor),
      [name],
    )
  }
})

for (const [vendor, env] of Object.entries({ Stripe: stripe, Twilio: twilio, SMTP: smtp, Lob: lob }))
  for (const left of Object.keys(env).filter((name) => !/^(PUBLIC_URL|MAIL_FROM|RETURN_)/.test(name)))
    test(`names what ${vendor} is missing if only ${left} is set`, () => {
      const lines = linesOf({ [left]: env[left as keyof typeof env] })
      const missing = Object.keys(env).filter((name) => name !== left && !/^RETURN_ADDRESS_[^N]/.test(name))
      assert.deepEqual(
        lines,
        missing.map((name) => `${name} is missing: ${vendor} needs it.`),
      )
    })

test('reports a URL or switch of a vendor that is not set', () => {
  assert.equal(linesOf({ STRIPE_API_BASE: 'https://stripe.example.com' }).length, 3)
  assert.equal(linesOf({ LOB_RETURN_RECEIPT: 'true' }).length, 3)
})

test('variables that are useful without a vendor require none', () => {
  assert.deepEqual(linesOf({ PUBLIC_URL: 'https://a.example', MAIL_FROM: 'a@b.example' }), [])
})

const wrong: [name: string, ...values: string[]][] = [
  ['STRIPE_SECRET_KEY', 'pk_test_1', 'sesame'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', 'sesame'],
  ['STRIPE_API_BASE', 'api.stripe.com', 'http://stripe.example.com', 'https://a.example/v1', 'https://a:b@c.example'],
  ['TWILIO_ACCOUNT_SID', 'AC123', 'sesame'],
  ['TWILIO_FROM', '2135550100', 'MG1', 'Us'],
  ['TWILIO_API_BASE', 'http://192.0.2.1'],
  [
    'SMTP_URL',
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com/path',
    'smtp://me:50%off@mail.example.com',
  ],
  ['LOB_API_KEY', 'sesame'],
  ['LOB_API_BASE', 'https://api.lob.com/v1'],
  ['LOB_RETURN_RECEIPT', 'yes'],
]
for (const [name, ...values] of wrong)
  for (const value of values)
    test(`refuses ${name}=${value} by name without repeating the value`, () => {
      const lines = linesOf({ [name]: value }).filter((line) => !line.includes('is missing'))
      assert.equal(lines.length, 1)
      assert.match(lines.join(), new RegExp(`^${name} must be `))
      assert.doesNotMatch(lines.join(), /sesame/)
    })

test('refuses a test key together with a live key', () => {
  const line = 'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be test keys or both be live keys.'
  assert.deepEqual(linesOf({ ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }), [line])
  assert.deepEqual(linesOf({ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }), [line])
  assert.deepEqual(linesOf({ ...stripe, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }), [])
})

test('requires percent signs in a password to be escaped', () => {
  const SMTP_URL = 'smtps://me:50%25off@mail.example.com'
  assert.equal(loadConfig({ ...smtp, SMTP_URL }, false).vendors.smtp?.url, SMTP_URL)
})

test('an API on this machine needs no TLS', () => {
  assert.equal(
    loadConfig({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:12111' }, false).vendors.payments?.apiBase,
    'http://127.0.0.1:12111',
  )
})

test('production starts when every vendor is real, and names those that are not', () => {
  const all = { NODE_ENV: 'production', ...stripe, ...twilio, ...smtp, ...lob }
  assert.ok(loadConfig(all, false))
  assert.deepEqual(linesOf({ NODE_ENV: 'production', ...stripe, ...twilio, ...lob }), [
    'With NODE_ENV=production, test adapters need ALLOW_SANDBOX=true (email: outbox, because SMTP_URL is missing).',
  ])
})

test('recognizes the names of this machine', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]']) assert.equal(isLoopback(host), true, host)
  for (const host of ['127.example.com', '10.0.0.1', 'localhost.example.com', '::2'])
    assert.equal(isLoopback(host), false, host)
})

test("allows Stripe's sources only if Stripe takes the cards", () => {
  const policyOf = (env: Record<string, string>) => documentPolicy(["'nonce-abc'"], loadConfig(env, false).cardSources)
  assert.match(policyOf(stripe), /script-src 'self' 'nonce-abc' https:\/\/js\.stripe\.com/)
  assert.match(policyOf(stripe), /connect-src [^;]* https:\/\/api\.stripe\.com/)
  assert.match(policyOf(stripe), /frame-src [^;]* https:\/\/hooks\.stripe\.com/)
  assert.doesNotMatch(policyOf({}), /stripe/)
  const wallets = (env: Record<string, string>) => everyAnswer(loadConfig(env, false))['Permissions-Policy'] ?? ''
  assert.match(wallets(stripe), /payment=\(self "https:\/\/js\.stripe\.com"/)
  assert.match(wallets({}), /payment=\(self\)$/)
})
