import { createHmac } from 'node:crypto'

/** @param uri `otpauth:` */
export const totp = (uri: string, drift?: number): string =>
  totpOf(new URL(uri).searchParams.get('secret') ?? '', drift)

/**
 * Computes a code as RFC 6238 says, with SHA-1, six digits, and steps of 30 seconds.
 * @param secret in base 32
 * @param drift in steps
 */
export function totpOf(secret: string, drift = 0): string {
  const bits = [...secret].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + drift))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
