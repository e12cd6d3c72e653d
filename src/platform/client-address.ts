import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Determines the caller's address: the connection's or, if that is a trusted proxy, the last untrusted address in
 * X-Forwarded-For. For IPv6 we use the /64 network, because one subscriber has all of its addresses.
 * @param trusted addresses and CIDR ranges
 */
export function createClientAddress(
  trusted: string[],
): (remote: string | undefined, forwardedFor: string | undefined) => string {
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [address, bits] = entry.split('/') as [string, string?]
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits) proxies.addSubnet(address, Number(bits), family)
    else proxies.addAddress(address, family)
  }
  const isTrusted = (address: string) =>
    (isIPv4(address) && proxies.check(address, 'ipv4')) || (isIPv6(address) && proxies.check(address, 'ipv6'))

  return (remote, forwardedFor) => networkOf(callerOf(remote, forwardedFor))

  function callerOf(remote: string | undefined, forwardedFor: string | undefined): string {
    const direct = plain(remote ?? 'unknown')
    if (trusted.length === 0 || !forwardedFor || !isTrusted(direct)) return direct
    const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()))
    for (let index = hops.length - 1; index >= 0; index--) {
      const hop = hops[index] as string
      if (!isIPv4(hop) && !isIPv6(hop)) break
      if (!isTrusted(hop)) return hop
    }
    return direct
  }
}

/**
 * Drops the port, which some proxies write, and the zone, and turns every spelling of an IPv4-mapped IPv6 address into
 * the IPv4 address.
 */
function plain(address: string): string {
  const bare = withoutPort(address).replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : bare
}

/** `203.0.113.7:51234` → `203.0.113.7`, `[2001:db8::5]:443` and `[2001:db8::5]` → `2001:db8::5` */
const withoutPort = (address: string): string =>
  (/^\[(.*)\](?::\d+)?$/.exec(address) ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address))?.[1] ?? address

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const network = groupsOf(address).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::`
}

/** Returns the eight groups of an IPv6 address in any spelling. */
function groupsOf(address: string): number[] {
  // The URL parser writes the canonical form, with an IPv4 ending as groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [head, tail] = [numbers(before), numbers(after ?? '')]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
