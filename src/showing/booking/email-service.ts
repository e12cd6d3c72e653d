import { randomUUIDv7 } from 'node:crypto'
import { isEmail } from '../../platform/email.ts'
import { DomainError, invalid } from '../../platform/errors.ts'
import { isLinkToken } from '../../platform/link-token.ts'
import { plainText } from '../../platform/plain-text.ts'
import { countingTries, type TryLimit } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import * as t from '../text/booking.ts'
import { type BookingRow, findByToken, nextTurn } from './transition-repository.ts'
import { asBuyer, type TransitionDeps } from './transition-service.ts'

type EmailDeps = TransitionDeps & { corrections: TryLimit }

/** How often a buyer can correct their email. Each time, an address that we have not verified gets an email. */
export const CORRECTIONS = { tries: 3, seconds: 24 * 60 * 60 }

/** Lets buyers correct the email that they booked with. */
export const createEmailService = (deps: EmailDeps) => withDeps(deps, { correct })

export type EmailService = ReturnType<typeof createEmailService>

/**
 * Corrects the buyer's email. The confirmation goes to the new address. We tell the old address that it was replaced,
 * because anyone with the buyer's link can do this. We tell it nothing else, because it may belong to a stranger. Making the
 * same correction again, after a lost answer, changes nothing.
 * @throws DomainError not_found, invalid, conflict (the showing is over or off), too_many
 */
async function correct(deps: EmailDeps, token: string, entered: string): Promise<void> {
  const email = plainText(entered)
  if (!isEmail(email)) throw invalid([{ path: 'email', message: t.invalidEmail() }])
  const row = isLinkToken(token) ? await findByToken(deps.db, token) : null
  if (row?.buyer_email === email) return
  const former = { email: '' }
  const change = async (row: BookingRow) => {
    if (row.buyer_email === email) throw new CorrectedMeanwhile()
    former.email = row.buyer_email
    return { buyer_email: email }
  }
  try {
    await countingTries([{ limit: deps.corrections, key: token, refuse: tooMany }], () =>
      asBuyer(deps, token, 'correct_email', {
        reason: null,
        payload: { email, former },
        change,
        messages: (row) => planMessages(deps, row, email),
      }),
    )
  } catch (error) {
    if (!(error instanceof CorrectedMeanwhile)) throw error
  }
}

/** The same correction was sent twice at once, and the other one was faster. */
class CorrectedMeanwhile extends Error {}

/** Once a request is approved, its approval is its confirmation. While the card is being charged, that is still to come. */
async function planMessages({ db }: EmailDeps, row: BookingRow, email: string) {
  const isApproved = row.status === 'confirmed' && row.decision_due_at !== null
  const confirmation = isApproved ? 'approved' : 'booked'
  const isToCome = isApproved && row.payment_status === 'capture_due'
  const plan = async (event: 'booked' | 'approved' | 'email_changed', recipient: string) => ({
    id: randomUUIDv7(),
    event,
    turn: await nextTurn(db, row.id, event),
    recipient,
    channel: 'email',
    role: 'buyer',
    cc: [],
    status: 'queued',
    reason: null,
  })
  return Promise.all([
    ...(isToCome ? [] : [plan(confirmation, email)]),
    ...(row.buyer_email ? [plan('email_changed', row.buyer_email)] : []),
  ])
}

const tooMany = (waitSeconds: number) =>
  new DomainError('too_many', 'email_corrected_too_often', t.emailCorrectedTooOften(), {
    field: 'email',
    retryAfterSeconds: Math.ceil(waitSeconds),
  })
