import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import type { Sources } from '../platform/security-headers.ts'

const text = (pattern: RegExp, must: string) => z.string().regex(pattern, { error: `must be ${must}` })
const apiBase = (vendor: string) =>
  z
    .string()
    .refine(isApiBase, { error: `must be an origin such as ${vendor}, or http on this machine` })
    .optional()

/** Vendors for payments, texts, mail and letters. Each group is set as a whole or not at all. */
export const vendorVariables = {
  STRIPE_SECRET_KEY: text(/^[sr]k_(test|live)_\w+$/, 'a secret or restricted key (sk_… or rk_…)').optional(),
  STRIPE_PUBLISHABLE_KEY: text(/^pk_(test|live)_\w+$/, 'a publishable key (pk_…)').optional(),
  STRIPE_WEBHOOK_SECRET: text(/^whsec_\S+$/, 'the signing secret of the webhook (whsec_…)').optional(),
  STRIPE_API_BASE: apiBase('https://api.stripe.com'),
  TWILIO_ACCOUNT_SID: text(/^AC[0-9a-fA-F]{32}$/, 'an account SID (AC and 32 hexadecimal digits)').optional(),
  TWILIO_AUTH_TOKEN: text(/^\S+$/, 'the auth token, without spaces').optional(),
  TWILIO_FROM: text(
    /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/,
    'a number such as +12135550100 or the SID of a messaging service (MG…)',
  ).optional(),
  TWILIO_API_BASE: apiBase('https://api.twilio.com'),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, {
      error: 'must be a URL such as smtps://user:password@mail.example.com, with %25 for a percent sign',
    })
    .optional(),
  DKIM_DOMAIN: text(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'the signing domain, such as example.com').optional(),
  DKIM_SELECTOR: text(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, "the key's selector, such as mail2026").optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .refine(isSigningKey, { error: 'must be an RSA private key of 1024 bits or more (PEM)' })
    .optional(),
  LOB_API_KEY: text(/^(test|live)_\w+$/, 'a secret key (test_… or live_…)').optional(),
  LOB_WEBHOOK_SECRET: text(/^\S+$/, 'the webhook secret, without spaces').optional(),
  LOB_API_BASE: apiBase('https://api.lob.com'),
  LOB_RETURN_RECEIPT: z.enum(['true', 'false'], { error: 'must be one of true, false' }).default('false'),
}

type Set = Record<string, unknown>

/** Settings that sign our mail, set as a whole or not at all. */
const DKIM = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const

const groups = [
  {
    vendor: 'Stripe',
    part: 'payments: sandbox',
    first: 'STRIPE_SECRET_KEY',
    needed: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    further: ['STRIPE_API_BASE'],
  },
  {
    vendor: 'Twilio',
    part: 'texts: outbox',
    first: 'TWILIO_ACCOUNT_SID',
    needed: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'PUBLIC_URL'],
    further: ['TWILIO_API_BASE'],
  },
  {
    vendor: 'SMTP',
    part: 'email: outbox',
    first: 'SMTP_URL',
    needed: ['SMTP_URL', 'MAIL_FROM'],
    further: [...DKIM],
  },
  {
    vendor: 'Lob',
    part: 'letters: outbox',
    first: 'LOB_API_KEY',
    needed: ['LOB_API_KEY', 'LOB_WEBHOOK_SECRET', 'RETURN_ADDRESS_NAME'],
    further: ['LOB_API_BASE', 'LOB_RETURN_RECEIPT'],
  },
]
/** Variables that are also useful without the vendor, so they alone do not require the rest of its group. */
const shared = new Set(['PUBLIC_URL', 'MAIL_FROM', 'RETURN_ADDRESS_NAME'])

/** Lists what is missing for vendors that are partly set, one line each. */
export const missingOfVendors = (set: Set): string[] =>
  groups.flatMap(({ vendor, needed, further }) => {
    const own = [...needed.filter((name) => !shared.has(name)), ...further]
    if (!own.some((name) => name in set)) return []
    return needed.filter((name) => !(name in set)).map((name) => `${name} is missing: ${vendor} needs it.`)
  })

/** Finds a test key together with a live one, because no card could be charged. */
export function modesOfStripe({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }: Set): string[] {
  const modeOf = (key: unknown) => /^(?:[sr]|p)k_(test|live)_/.exec(String(key))?.[1]
  const modes = [modeOf(secret), modeOf(publishable)]
  if (modes.includes(undefined) || modes[0] === modes[1]) return []
  return ['STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be test keys or both be live keys.']
}

/** Lists what is missing if mail signing is partly set, one line each. */
export const missingOfDkim = (set: Set): string[] =>
  DKIM.some((name) => name in set)
    ? DKIM.filter((name) => !(name in set)).map((name) => `${name} is missing: set all DKIM variables, or none.`)
    : []

/** Test adapters take no money and send nothing, so production requires explicit consent to use them. */
export function testAdaptersInProduction(set: Set): string[] {
  if (set.NODE_ENV !== 'production' || set.ALLOW_SANDBOX === 'true') return []
  const parts = groups.filter(({ first }) => !(first in set))
  if (parts.length === 0) return []
  const named = parts.map(({ part, first }) => `${part}, because ${first} is missing`).join('; ')
  return [`With NODE_ENV=production, test adapters need ALLOW_SANDBOX=true (${named}).`]
}

type Variables = z.infer<z.ZodObject<typeof vendorVariables>>

/** Origins that Stripe's card form needs (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPE_SOURCES: Sources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
}

/** Returns the vendors that are set. If one is null, the embedded adapter does the work. */
export const vendorsOf = (v: Variables, publicUrl: string) => ({
  payments:
    v.STRIPE_SECRET_KEY && v.STRIPE_PUBLISHABLE_KEY && v.STRIPE_WEBHOOK_SECRET
      ? {
          vendor: 'stripe' as const,
          label: 'Stripe',
          isTest: /^.k_test_/.test(v.STRIPE_SECRET_KEY),
          sources: STRIPE_SOURCES,
          secretKey: v.STRIPE_SECRET_KEY,
          publishableKey: v.STRIPE_PUBLISHABLE_KEY,
          webhookSecret: v.STRIPE_WEBHOOK_SECRET,
          apiBase: v.STRIPE_API_BASE ?? 'https://api.stripe.com',
        }
      : null,
  twilio:
    v.TWILIO_ACCOUNT_SID && v.TWILIO_AUTH_TOKEN && v.TWILIO_FROM
      ? {
          accountSid: v.TWILIO_ACCOUNT_SID,
          authToken: v.TWILIO_AUTH_TOKEN,
          from: v.TWILIO_FROM,
          apiBase: v.TWILIO_API_BASE ?? 'https://api.twilio.com',
          publicUrl,
        }
      : null,
  smtp: v.SMTP_URL
    ? {
        url: v.SMTP_URL,
        dkim:
          v.DKIM_DOMAIN && v.DKIM_SELECTOR && v.DKIM_PRIVATE_KEY
            ? { domain: v.DKIM_DOMAIN, selector: v.DKIM_SELECTOR, privateKey: pemOf(v.DKIM_PRIVATE_KEY) }
            : null,
      }
    : null,
  lob:
    v.LOB_API_KEY && v.LOB_WEBHOOK_SECRET
      ? {
          apiKey: v.LOB_API_KEY,
          webhookSecret: v.LOB_WEBHOOK_SECRET,
          apiBase: v.LOB_API_BASE ?? 'https://api.lob.com',
          hasReturnReceipt: v.LOB_RETURN_RECEIPT === 'true',
        }
      : null,
})

export type Vendors = ReturnType<typeof vendorsOf>
export type StripeSettings = Omit<
  Extract<Vendors['payments'], { vendor: 'stripe' }>,
  'vendor' | 'label' | 'isTest' | 'sources'
>
export type TwilioSettings = NonNullable<Vendors['twilio']>
export type SmtpSettings = NonNullable<Vendors['smtp']>
export type LobSettings = NonNullable<Vendors['lob']>

/** Returns whether data sent to this host stays on this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** Tells whether a URL is a safe API base: every call has a key, which must not cross a network unencrypted. */
export function isApiBase(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.pathname !== '/' || url.search || url.hash || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** Reads a PEM key. Env files hold one line per variable, so line ends may be written as \\n. */
const pemOf = (value: string) => value.replaceAll('\\n', '\n')

function isSigningKey(value: string): boolean {
  try {
    const key = createPrivateKey(pemOf(value))
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 1024
  } catch {
    return false
  }
}

function isSmtpUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !/^smtps?:$/.test(url.protocol) || !hasReadableLogin(url)) return false
  return url.hostname !== '' && !/^\/./.test(url.pathname)
}

/** Returns whether each percent sign in the user and the password begins an escape. */
export function hasReadableLogin({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
