import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Ceremony = { challenge: string; rp?: { id: string }; rpId?: string }
type Choices = { origin?: string; verified?: boolean; counter?: number }

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/** Encodes an authenticator's values as CBOR (RFC 8949): short texts, bytes, small integers, and maps of them. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one as number)])])
}

/** Creates a device with one passkey (ES256, no attestation). Its answers are as a browser passes them on. */
export function passkeyDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(32)
  const id = base64url(rawId)
  let uses = 0

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  function authenticatorData(rpId: string, { flags, counter }: { flags: number; counter: number }) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
  /** Returns flags that say that the user is present, and by default also verified. */
  const flagsOf = ({ verified = true }: Choices) => (verified ? 0x05 : 0x01)

  return {
    id,
    create({ challenge, rp }: Ceremony, choices: Choices = {}) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const authData = Buffer.concat([
        authenticatorData(rp?.id ?? '', { flags: flagsOf(choices) | 0x40, counter: 0 }),
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        key,
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, choices.origin ?? origin)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
    get({ challenge, rpId = '' }: Ceremony, choices: Choices = {}) {
      uses += 1
      const data = authenticatorData(rpId, { flags: flagsOf(choices), counter: choices.counter ?? uses })
      const client = clientData('webauthn.get', challenge, choices.origin ?? origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}
