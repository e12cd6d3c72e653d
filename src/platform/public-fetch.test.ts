import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { fetchPublic, isPublicAddress } from './public-fetch.ts'

const signal = new AbortController().signal
const isLoopback = (address: string) => address === '127.0.0.1'

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, [Symbol.dispose]: () => void server.close() }
}
const get = (url: string, more: { mostBytes?: number; isAllowed?: (address: string) => boolean } = {}) =>
  fetchPublic(url, { mostBytes: 1000, signal, ...more })

test('addresses of this machine and private, link-local, multicast, and documentation addresses are not public', () => {
  const inner = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '',
    'localhost',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
  ]
  for (const address of inner) assert.equal(isPublicAddress(address), false, address)
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])
    assert.equal(isPublicAddress(address), true, address)
})

test('no address in 10.0.0.0/8 or 192.168.0.0/16 is public, however it is written', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.nat(255), fc.nat(255), (b, c, d) => {
      assert.equal(isPublicAddress(`10.${b}.${c}.${d}`), false)
      assert.equal(isPublicAddress(`192.168.${c}.${d}`), false)
      assert.equal(isPublicAddress(`::ffff:10.${b}.${c}.${d}`), false)
    }),
  )
})

test('refuses a literal address, a name, or a redirect to an internal address before it sends anything', async () => {
  let asked = 0
  using inside = await serve((_, response) => {
    asked++
    response.end('secret')
  })
  const literals = ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']
  for (const host of literals) await assert.rejects(get(`http://${host}:${inside.port}/`), host)
  assert.equal(asked, 0)
  // An allowed address redirects to a forbidden one.
  using outside = await serve((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${inside.port}/` }).end(),
  )
  await assert.rejects(get(outside.url, { isAllowed: isLoopback }), /not a public address/)
  assert.equal(asked, 0)
  for (const url of ['file:///etc/passwd', 'ftp://example.com/x', 'http://me:secret@example.com/', 'nothing'])
    await assert.rejects(get(url), /not a web address/)
})

test('checks each redirect again', async () => {
  using server = await serve((request, response) =>
    request.url === '/' ? response.writeHead(302, { location: '/again' }).end() : response.end('x'),
  )
  let looks = 0
  const once = () => ++looks === 1
  await assert.rejects(get(server.url, { isAllowed: once }), /not a public address/)
})

test('follows at most three redirects, stops at the size limit, and refuses any status but 200', async () => {
  using server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    if (pathname === '/loop') return response.writeHead(302, { location: '/loop' }).end()
    if (pathname === '/once') return response.writeHead(301, { location: '/good' }).end()
    if (pathname === '/large') return response.end(Buffer.alloc(2000))
    if (pathname === '/good') return response.end('good')
    response.writeHead(404).end()
  })
  const at = (path: string) => get(server.url + path, { isAllowed: isLoopback })
  assert.equal(String(await at('/once')), 'good')
  await assert.rejects(at('/loop'), /too many redirects/)
  await assert.rejects(at('/large'), /too large/)
  await assert.rejects(at('/none'), /HTTP 404/)
})

test('stops when it is canceled', async () => {
  const controller = new AbortController()
  using server = await serve(() => controller.abort())
  await assert.rejects(fetchPublic(server.url, { mostBytes: 10, signal: controller.signal, isAllowed: isLoopback }), {
    name: 'AbortError',
  })
})
