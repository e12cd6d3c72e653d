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
