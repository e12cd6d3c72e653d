import { createHmac } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { REGISTRATION_REMEMBERED_DAYS } from './domain.ts'
import { insertFormerRegistration } from './repository.ts'

/** Identifies an email without storing it. Only someone with our secret can compare it with an email. */
export const registrationHash = (secret: string, email: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['registration', email.toLowerCase()]))
    .digest('base64url')

/** Remembers that a person whose account is being deleted had their free credits. */
export async function rememberRegistration(
  { clock, secret }: { clock: Clock; secret: string },
  tx: Database,
  account: { id: string; email: string },
): Promise<void> {
  const forgetAt = clock.now().add({ hours: 24 * REGISTRATION_REMEMBERED_DAYS })
  await insertFormerRegistration(tx, { accountId: account.id, hash: registrationHash(secret, account.email), forgetAt })
}
