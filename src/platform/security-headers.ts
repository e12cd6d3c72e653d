import { createHash } from 'node:crypto'

const COMMON: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * Returns the headers of every answer: anything that is not a document cannot run, frame, or load anything. Documents
 * have their own policy.
 * @param settings `cardSources`: what the payment provider's card form needs
 */
export const everyAnswer = (settings: { publicUrl: string; cardSources: Sources }): Record<string, string> => ({
  ...securityHeaders(settings.publicUrl.startsWith('https:'), settings.cardSources.scripts),
  'Content-Security-Policy': DATA_POLICY,
})

/** @param payers origins whose frames may use the browser's payment wallet */
export const securityHeaders = (isTls: boolean, payers: string[] = []): Record<string, string> => ({
  ...COMMON,
  'Permissions-Policy': `camera=(), microphone=(), geolocation=(), payment=(${['self', ...payers.map((origin) => `"${origin}"`)].join(' ')})`,
  ...(isTls && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
})

/** Policy for answers that are not documents. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Sources on other servers, in addition to our own files. */
export type Sources = { scripts: string[]; connections: string[]; frames: string[]; styles?: string[] }
export const NO_SOURCES: Sources = { scripts: [], connections: [], frames: [] }

/**
 * @param scripts sources to allow in addition to our own files: this answer's nonce, or hashes of its inline scripts
 */
export const documentPolicy = (scripts: string[], further: Sources = NO_SOURCES): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts, ...further.scripts].join(' '),
    ["style-src 'self'", ...(further.styles ?? [])].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    // The page tests the connection to the map before it opens the frame.
    ["connect-src 'self' https://www.google.com https://maps.google.com", ...further.connections].join(' '),
    // The map of a property. The outbox shows a message in our own sandboxed frame (srcdoc), which needs no entry here.
    ["frame-src 'self' https://www.google.com https://maps.google.com", ...further.frames].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Returns the hashes of the scripts in a document that many visitors will get, because a nonce would be the same for
 * all. Only scripts with the nonce of this rendering are ours.
 */
export function inlineScriptHashes(html: string, nonce: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || script === '' || !attributes.includes(` nonce="${nonce}"`)) continue
    hashes.add(`'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`)
  }
  return [...hashes]
}
