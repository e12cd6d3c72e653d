import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { deviceOf, placeOf } from './device-name.ts'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const devices: [userAgent: string | null, name: string][] = [
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge on Windows',
  ],
  [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox on Linux'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`,
    'Safari on Mac',
  ],
  [`${MOZILLA} (Linux; Android 16; Pixel 9) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['curl/8.11.0', 'Unknown device'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
]
for (const [userAgent, name] of devices)
  test(`${userAgent?.slice(-40)} is ${name}`, () => assert.equal(deviceOf(userAgent), name))

const places: [address: string | null, place: string | null][] = [
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:*'],
  ['2001:DB8::1', '2001:db8:0:*'],
  ['::1', '0:0:0:*'],
  ['', null],
  [null, null],
  ['unknown', null],
]
for (const [address, place] of places)
  test(`the place ${address} is ${place}`, () => assert.equal(placeOf(address), place))

test('never shows the last byte of an address', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const bytes = address.split('.')
      assert.equal(placeOf(address), `${bytes.slice(0, 3).join('.')}.*`)
    }),
  )
  fc.assert(fc.property(fc.ipV6(), (address) => assert.match(placeOf(address) ?? '', /^([0-9a-f]+:){3}\*$|\.\*$/)))
})
