const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Tells whether a Host header names this machine or the public name. A request from another site whose name resolves to
 * this machine (DNS rebinding) has that site's name.
 */
export function createOwnHost(publicUrl: string): (host: string | undefined) => boolean {
  const publicName = new URL(publicUrl).hostname
  return (host) => {
    if (!host || !URL.canParse(`http://${host}`)) return false
    const { hostname } = new URL(`http://${host}`)
    return hostname === publicName || THIS_MACHINE.test(hostname)
  }
}

/**
 * Tells whether an Origin header is exactly ours: the public origin, or this machine with the request's own name and
 * port. People reach this machine without TLS; a proxy that terminates TLS has the public name.
 */
export function createOwnOrigin(publicUrl: string): (origin: string | null, host: string | null) => boolean {
  const publicOrigin = new URL(publicUrl).origin
  return (origin, host) => {
    if (origin === null || !URL.canParse(origin)) return false
    if (origin === publicOrigin) return true
    return THIS_MACHINE.test(new URL(origin).hostname) && origin === `http://${host}`
  }
}
