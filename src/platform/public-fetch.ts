import { lookup as lookUp } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** We must not fetch the address, or the fetch failed. `message` is a code without addresses. */
export class PublicFetchError extends Error {}

const unreachable = new BlockList()
// Special-purpose addresses (IANA registries; RFC 6890 and later).
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
] as const)
  unreachable.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  unreachable.addSubnet(net, bits, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Tells whether an address is on the public internet: not private, loopback, link-local, multicast, or for documentation. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !unreachable.check(address, 'ipv4')
  return isIP(address) === 6 && global.check(address, 'ipv6') && !unreachable.check(address, 'ipv6')
}

const MOST_HOPS = 3

/**
 * Fetches a URL from an untrusted source, from public addresses only. It connects to the address that it checked, so a
 * name that resolves to another machine a moment later (DNS rebinding) gains nothing. It checks each redirect again.
 * @throws PublicFetchError, or the reason with which `signal` was aborted
 */
export async function fetchPublic(
  url: string,
  options: { mostBytes: number; signal: AbortSignal; isAllowed?: (address: string) => boolean },
): Promise<Buffer> {
  let next = url
  for (let hop = 0; hop <= MOST_HOPS; hop++) {
    const answer = await get(next, options)
    if (answer.redirect === null) return answer.bytes
    if (!URL.canParse(answer.redirect, next)) throw new PublicFetchError('a redirect without a valid address')
    next = new URL(answer.redirect, next).href
  }
  throw new PublicFetchError('too many redirects')
}

type Options = { mostBytes: number; signal: AbortSignal; isAllowed?: (address: string) => boolean }

async function get(text: string, { mostBytes, signal, isAllowed = isPublicAddress }: Options) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new PublicFetchError('not a web address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal address needs no lookup.
  if (isIP(host) !== 0 && !isAllowed(host)) throw new PublicFetchError('not a public address')
  const response = await answerOf(url, { signal, lookup: checkedLookup(isAllowed) })
  try {
    const status = response.statusCode ?? 0
    if (status >= 300 && status < 400 && response.headers.location)
      return { redirect: response.headers.location, bytes: NONE }
    if (status !== 200) throw new PublicFetchError(`HTTP ${status}`)
    const parts: Buffer[] = []
    let length = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length
      if (length > mostBytes) throw new PublicFetchError('too large')
      parts.push(part)
    }
    return { redirect: null, bytes: Buffer.concat(parts) }
  } finally {
    response.destroy()
  }
}
const NONE = Buffer.alloc(0)

const answerOf = (url: URL, options: { signal: AbortSignal; lookup: LookupFunction }) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    request(url, { ...options, agent: false, headers: { accept: 'image/*' } }, resolve)
      .on('error', reject)
      .end()
  })

/** Refuses a name if any of its addresses is internal. */
const checkedLookup =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (host, options, done) =>
    lookUp(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const [first] = found
      if (!first || !found.every(({ address }) => isAllowed(address)))
        return done(new PublicFetchError('not a public address'), '', 0)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
