/**
 * Returns the only origin at which this server's passkeys work, or null. A passkey belongs to a host name, and browsers
 * use it only over TLS (WebAuthn Level 3, sections 5 and 5.1.3), except on this machine under the name "localhost".
 */
export function passkeyOrigin(publicUrl: string): string | null {
  const url = new URL(publicUrl)
  if (/^(127(\.\d+){3}|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost'
  const isAddress = /^(\d+(\.\d+){3}|\[.*\])$/.test(url.hostname)
  const isSafe = url.protocol === 'https:' || url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  return isAddress || !isSafe ? null : url.origin
}

/** Tells whether a page has the host name that passkeys belong to. @param url the page's URL */
export function isPasskeyPage(url: string, publicUrl: string): boolean {
  const origin = passkeyOrigin(publicUrl)
  return origin !== null && new URL(origin).host === new URL(url).host
}
