import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { Account } from '../account/contract.ts'

export const OpenSession = z
  .object({
    id: z.uuid(),
    device: z.string().openapi({ example: 'Chrome on Windows' }),
    place: z
      .string()
      .nullable()
      .openapi({ description: 'The shortened network address of the sign-in.', example: '203.0.113.*' }),
    signedInAt: Instant,
    lastUsedAt: Instant.openapi({ description: 'Accurate to a few minutes.' }),
    isCurrent: z.boolean(),
  })
  .openapi('OpenSession')
export type OpenSession = z.infer<typeof OpenSession>

/** The 100 most recently used sessions. */
export const OpenSessions = z.object({ sessions: z.array(OpenSession) }).openapi('OpenSessions')

export const SessionToEnd = z.object({ id: z.string().min(1).max(100) }).openapi('SessionToEnd')

/** Checks types and sizes only. The messages for people come from domain.ts. */
export const PasswordAgain = z.object({ password: z.string().max(1000).default('') }).openapi('PasswordAgain')

export const SecondFactor = z
  .object({
    totpUri: z
      .string()
      .openapi({ description: 'Address to set up an authenticator app.', example: 'otpauth://totp/…' }),
    qrCode: z.string().openapi({ description: 'The same address as a QR code (data URL).' }),
    backupCodes: z.array(z.string()),
  })
  .openapi('SecondFactor')
export type SecondFactor = z.infer<typeof SecondFactor>

export const BackupCodes = z.object({ backupCodes: z.array(z.string()) }).openapi('BackupCodes')

export const FactorState = z
  .object({
    enabled: z.boolean(),
    backupCodesLeft: z.int().nullable().openapi({
      description: 'How many recovery codes are unused. Null if it is off, or if the server can no longer read them.',
    }),
  })
  .openapi('FactorState')
export type FactorState = z.infer<typeof FactorState>

export const Code = z
  .object({
    code: z.string().max(100).default('').openapi({ example: '123456' }),
    trustDevice: z
      .boolean()
      .default(false)
      .openapi({ description: 'If `true`, this browser is not asked for a code for 30 days.' }),
  })
  .openapi('Code')
export type Code = z.infer<typeof Code>

export const Verified = z.object({ user: Account }).openapi('Verified')

export const Done = z.object({ success: z.literal(true) }).openapi('SecurityDone')
