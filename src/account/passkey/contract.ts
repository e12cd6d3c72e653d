import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { Account } from '../account/contract.ts'

export const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string().openapi({ example: 'iCloud Keychain' }),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
    isSynced: z
      .boolean()
      .openapi({ description: 'Whether the password manager copies it to other devices of the same person.' }),
  })
  .openapi('Passkey')
export type Passkey = z.infer<typeof Passkey>

/** Passkeys, oldest first. */
export const Passkeys = z.object({ passkeys: z.array(Passkey) }).openapi('Passkeys')

/** Options with which a browser asks the device (WebAuthn, JSON form). */
export const Ceremony = z
  .looseObject({ challenge: z.string() })
  .openapi('PasskeyCeremony', { description: 'A `PublicKeyCredential…OptionsJSON` object of WebAuthn Level 3.' })

const Bytes = z.string().max(10_000).openapi({ description: 'Bytes in base64url.' })

/** The device's answer (WebAuthn, JSON form). The provider checks it, because it knows the challenge. */
export const DeviceAnswer = z
  .object({
    response: z.object({
      id: z.string().min(1).max(2000),
      rawId: Bytes,
      type: z.literal('public-key'),
      response: z.object({
        clientDataJSON: Bytes,
        attestationObject: Bytes.optional(),
        authenticatorData: Bytes.optional(),
        signature: Bytes.optional(),
        userHandle: Bytes.optional(),
        transports: z.array(z.string().max(40)).max(20).optional(),
      }),
    }),
  })
  .openapi('PasskeyAnswer')
export type DeviceAnswer = z.infer<typeof DeviceAnswer>

/** Checks types and sizes only. The messages for people come from domain.ts. */
export const MaybePassword = z
  .object({
    password: z.string().max(1000).default('').openapi({ description: 'Required from ten minutes after the sign-in.' }),
  })
  .openapi('MaybePassword')

export const PasskeyName = z
  .object({ id: z.string().min(1).max(100), name: z.string().max(1000).default('') })
  .openapi('PasskeyName')

export const PasskeyToRemove = z
  .object({
    id: z.string().min(1).max(100),
    password: z.string().max(1000).default('').openapi({ description: 'Required from ten minutes after the sign-in.' }),
  })
  .openapi('PasskeyToRemove')

export const PasskeyDone = z.object({ success: z.literal(true) }).openapi('PasskeyDone')

export const EnteredByPasskey = z.object({ user: Account }).openapi('EnteredByPasskey')
export type EnteredByPasskey = z.infer<typeof EnteredByPasskey>
