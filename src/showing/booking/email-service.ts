import { randomUUIDv7 } from 'node:crypto'
import type { AuditService } from '../../account/area.ts'
import { bookingNotFound } from '../../notice/entry-notice/domain.ts'
import { isSameMailbox, partiesOf } from '../../notice/message/domain.ts'
import { type Actor, requireAdmin } from '../../platform/actor.ts'
import { constraintOf } from '../../platform/db/connect.ts'
import { isEmail } from '../../platform/email.ts'
import { DomainError, invalid } from '../../platform/errors.ts'
import { isLinkToken, newLinkToken } from '../../platform/link-token.ts'
import { plainText } from '../../platform/plain-text.ts'
import { countingTries, type TryLimit } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isProductDemo } from '../../property/property/domain.ts'
import * as t from '../text/booking.ts'
import { isSampleData, toShowing } from './showing-domain.ts'
import { planFirstMessages } from './status-service.ts'
import { demoStays } from './transition-domain.ts'
import {
  type BookingRow,
  findBooking,
  findByToken,
  listMissedCopies,
  nextTurn,
  wasDoneBy,
} from './transition-repository.ts'
import { makeTransition, type TransitionDeps } from './transition-service.ts'

type EmailDeps = TransitionDeps & { corrections: TryLimit; audit: Pick<AuditService, 'record'> }

/** How often a buyer can correct their email. Each time, an address that we have not verified gets an email. */
export const CORRECTIONS = { tries: 3, seconds: 24 * 60 * 60 }

/** Lets buyers correct the email that they booked with, and admins in their place. */
export const createEmailService = (deps: EmailDeps) => withDeps(deps, { correct, correctForBuyer })

export type EmailService = ReturnType<typeof createEmailService>

/**
 * Corrects the buyer's email. The confirmation goes to the new address. We tell the old address that it was replaced,
 * because anyone with the buyer's link can do this. We tell it nothing else, because it may belong to a stranger. That
 * stranger has the link, so the link ends, and the buyer gets a new one by email and by text. The same correction
 * again, at the same moment or through the new link, changes nothing.
 * @param chosen the token of the new link, if the caller chooses it. The same correction with this token through the
 *   old link finds the new link, so a lost answer locks no one out
 * @returns the token of the buyer's link from now on
 * @throws DomainError not_found, invalid, conflict (a demo), too_many
 */
async function correct(deps: EmailDeps, token: string, entered: string, chosen?: string): Promise<string> {
  const email = readEmail(entered)
  const first = isLinkToken(token) ? await findByToken(deps.db, token) : null
  const leadsTo = async () => (chosen && isLinkToken(chosen) ? await findByToken(deps.db, chosen) : null)
  if (!first) {
    const corrected = await leadsTo()
    if (corrected?.buyer_email !== email) throw bookingNotFound()
    return corrected.manage_token
  }
  if (isProductDemo(first)) throw demoStays()
  if (first.buyer_email === email) return token
  const former = { email: '' }
  let next = token
  const change = async (row: BookingRow) => {
    // If an admin ended the link, a stranger may have it, and the right email is easy to guess.
    if (row.manage_token !== token && (await wasDoneBy(deps.db, 'admin', row.id, 'email_changed', 'link_renewed')))
      throw bookingNotFound()
    if (row.buyer_email === email) throw new CorrectedMeanwhile(row.manage_token)
    const led = await leadsTo()
    if (led?.id === row.id && led.buyer_email === email) throw new CorrectedMeanwhile(led.manage_token)
    if (led || row.manage_token !== token) throw bookingNotFound()
    former.email = row.buyer_email
    // If a visitor who phoned gave no email, no one else has the link.
    next = former.email ? (chosen ?? newLinkToken()) : token
    return { buyer_email: email, manage_token: next }
  }
  try {
    await countingTries([{ limit: deps.corrections, key: first.id, refuse: tooMany }], () =>
      makeTransition(
        deps,
        () => findBooking(deps.db, { ownerId: null, id: first.id }),
        'correct_email',
        () => ({ by: 'buyer', accountId: null }),
        {
          reason: null,
          payload: { email, former },
          change,
          messages: (row, now) => planMessages(deps, row, email, now),
        },
      ),
    )
    return next
  } catch (error) {
    // Another booking took the chosen token at the same moment.
    if (constraintOf(error) === 'booking_manage_token') throw bookingNotFound()
    if (!(error instanceof CorrectedMeanwhile)) throw error
    return error.token
  }
}

/**
 * Corrects the email for a buyer who called support. It does not count toward the buyer's limit, because a stranger who
 * has the link may have used that up. The link ends even if the email stays the same, because the stranger may also
 * have entered the right one.
 * @throws DomainError unauthenticated, forbidden, not_found, invalid, conflict (a demo, or sample data)
 */
async function correctForBuyer(deps: EmailDeps, actor: Actor, id: string, entered: string): Promise<void> {
  const { accountId } = requireAdmin(actor)
  const email = readEmail(entered)
  const former = { email: '' }
  const change = async (row: BookingRow) => {
    if (isProductDemo(row) || isSampleData(row)) throw demoStays()
    former.email = row.buyer_email
    return { buyer_email: email, manage_token: former.email ? newLinkToken() : row.manage_token }
  }
  const act = { act: 'booking.correct_email', subjectKind: 'booking', subjectId: id, details: {} }
  await deps.db.transaction().execute(async (tx) => {
    await makeTransition(
      { ...deps, db: tx },
      () => findBooking(tx, { ownerId: null, id }),
      'correct_email',
      () => ({ by: 'admin', accountId }),
      {
        reason: null,
        logged: () => (isSameMailbox(former.email, email) ? 'link_renewed' : 'email_changed'),
        payload: { email, former },
        change,
        messages: (row, now) => planMessages({ db: tx }, row, email, now),
      },
    )
    await deps.audit.record(actor, act, tx)
  })
}

/** @throws DomainError invalid */
function readEmail(entered: string): string {
  const email = plainText(entered)
  if (!isEmail(email)) throw invalid([{ path: 'email', message: t.invalidEmail() }])
  return email
}

/** Someone sent the same correction at the same moment, and the other request was faster. */
class CorrectedMeanwhile extends Error {
  readonly token: string
  constructor(token: string) {
    super()
    this.token = token
  }
}

/**
 * Plans the messages about a corrected email. Once a request is approved, the approval is its confirmation, and it goes
 * out after the card is charged. If the showing is canceled, declined, or over, there is nothing to confirm, so the new
 * address gets only the new link.
 */
async function planMessages({ db }: Pick<EmailDeps, 'db'>, row: BookingRow, email: string, now: Temporal.Instant) {
  const isAhead =
    (row.status === 'pending' || row.status === 'confirmed') && now.epochMilliseconds < row.ends_at.getTime()
  const isApproved = row.status === 'confirmed' && row.decision_due_at !== null
  const confirmation = isApproved ? 'approved' : 'booked'
  const isToCome = isApproved && row.payment_status === 'capture_due'
  const texts = planFirstMessages('booked', row, partiesOf(toShowing(row)), now)
  const phone = texts.find(({ channel, role }) => channel === 'sms' && role === 'buyer')?.recipient
  // A buyer's agent gets only copies. The correction may drop the first confirmation before it goes out.
  const copies = await listMissedCopies(db, row.id, [confirmation, 'approved', 'moved'])
  const plan = async (
    event: 'booked' | 'approved' | 'email_changed',
    recipient: unknown,
    channel = 'email',
    cc: string[] = [],
  ) => ({
    id: randomUUIDv7(),
    event,
    turn: await nextTurn(db, row.id, { event, channel }),
    recipient,
    channel,
    role: 'buyer',
    cc,
    status: 'queued',
    reason: null,
  })
  const isReplaced = row.buyer_email !== '' && !isSameMailbox(row.buyer_email, email)
  if (!isAhead) {
    const linked = await plan('email_changed', email)
    return isReplaced
      ? [linked, { ...linked, id: randomUUIDv7(), turn: linked.turn + 1, recipient: row.buyer_email }]
      : [linked]
  }
  return Promise.all([
    ...(isToCome ? [] : [plan(confirmation, email, 'email', copies)]),
    // The link in the earlier texts has ended.
    ...(isToCome || !row.buyer_email || !phone ? [] : [plan(confirmation, phone, 'sms')]),
    ...(isReplaced ? [plan('email_changed', row.buyer_email)] : []),
  ])
}

const tooMany = (waitSeconds: number) =>
  new DomainError('too_many', 'email_corrected_too_often', t.emailCorrectedTooOften(), {
    field: 'email',
    retryAfterSeconds: Math.ceil(waitSeconds),
  })
