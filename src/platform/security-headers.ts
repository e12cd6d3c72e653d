import { createHash } from 'node:crypto'

const COMMON: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
}

export const securityHeaders = (isTls: boolean): Record<string, string> =>
  isTls ? { ...COMMON, 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : COMMON

/** For answers that are no documents. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** @param scripts sources that may run beside our own files: a nonce of this answer, or hashes of what stands in it */
export const documentPolicy = (scripts: string[]): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`.trim(),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    // The map's way is tried before its frame is opened.
    "connect-src 'self' https://www.google.com https://maps.google.com",
    // The map of a home; a message of the outbox is a frame of our own without rights (srcdoc).
    "frame-src 'self' https://www.google.com https://maps.google.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Hashes of the scripts inside a document whose bytes many will get, where a nonce would be the same for all. Only those
 * that carry the nonce of this rendering are ours.
 */
export function inlineScriptHashes(html: string, nonce: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || script === '' || !attributes.includes(` nonce="${nonce}"`)) continue
    hashes.add(`'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`)
  }
  return [...hashes]
}
