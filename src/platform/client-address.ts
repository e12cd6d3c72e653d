import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Whose request this is: the connection's address, or, when that is a trusted proxy, the last untrusted one in
 * X-Forwarded-For.
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

  return (remote, forwardedFor) => {
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

/** An IPv4 address in IPv6 clothes is the IPv4 address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
