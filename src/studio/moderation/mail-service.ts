import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Mailer } from '../../platform/mailer.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { appealMail, removalMail } from './messages.ts'
import { findDecidedAppeal, findRemoval } from './repository.ts'

/** @param subject id of the image for `removal`, and of the appeal for `appeal` */
export type Mail = { id: string; kind: 'removal' | 'appeal'; subject: string }

export type MailDeps = {
  db: Database
  clock: Clock
  mailer: Mailer
  breaker: Pick<CircuitBreaker, 'run'>
  mailFrom: string
  publicUrl: string
}

/** Tells a creator what an admin decided, unless the address can never take it. The queue tries again after any other error. */
export async function sendMail(deps: MailDeps, { id, kind, subject }: Mail): Promise<void> {
  const mail = await (kind === 'removal' ? mailOfRemoval(deps, subject) : mailOfAppeal(deps, subject))
  if (!mail) return
  const about = { id, from: deps.mailFrom, plannedAt: deps.clock.now().toString() }
  try {
    await deps.breaker.run(() => deps.mailer.send({ ...about, ...mail }))
  } catch (error) {
    if (!(error instanceof VendorError && error.isPermanent)) throw error
  }
}

async function mailOfRemoval(deps: MailDeps, imageId: string) {
  const found = await findRemoval(deps.db, imageId)
  if (!found) return null
  const { email: to, language, reason } = found
  return { to, ...inLanguage(language, () => removalMail({ reason, link: linkTo(deps, imageId) })) }
}

async function mailOfAppeal(deps: MailDeps, appealId: string) {
  const found = await findDecidedAppeal(deps.db, appealId)
  if (!found) return null
  const { email: to, language, imageId, ...decided } = found
  return { to, ...inLanguage(language, () => appealMail({ ...decided, link: linkTo(deps, imageId) })) }
}

/** Returns the page with the image, the reason, and the appeal. It asks a visitor to sign in. */
const linkTo = ({ publicUrl }: MailDeps, imageId: string) => `${publicUrl}/private-gallery?image=${imageId}`
