const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Whether a Host header names this machine or the public name. A page of somebody else whose name was made to resolve to
 * this machine (DNS rebinding) sends that other name.
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
 * Whether an Origin header is one of ours, as a whole: the public one, or that of this machine under the very name and port
 * that was asked. This machine is reached without TLS: a proxy that ends it has the public name.
 */
export function createOwnOrigin(publicUrl: string): (origin: string | null, host: string | null) => boolean {
  const publicOrigin = new URL(publicUrl).origin
  return (origin, host) => {
    if (origin === null || !URL.canParse(origin)) return false
    if (origin === publicOrigin) return true
    return THIS_MACHINE.test(new URL(origin).hostname) && origin === `http://${host}`
  }
}
