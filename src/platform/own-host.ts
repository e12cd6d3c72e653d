/**
 * Whether a Host header names this machine or the public name. A page of somebody else whose name was made to resolve to
 * this machine (DNS rebinding) sends that other name.
 */
export function createOwnHost(publicUrl: string): (host: string | undefined) => boolean {
  const publicName = new URL(publicUrl).hostname
  return (host) => {
    if (!host || !URL.canParse(`http://${host}`)) return false
    const { hostname } = new URL(`http://${host}`)
    return hostname === publicName || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  }
}

/** The Origin header as whoever knows one name alone must see it: the public one, where a page was reached under another of the server's names. */
export function ownOrigin(headers: Headers, publicUrl: string): string | null {
  const origin = headers.get('origin')
  const isOwn = origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get('host')
  return isOwn ? publicUrl : origin
}
