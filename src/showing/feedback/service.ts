import { randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import { isQuiet } from '../../notice/message/quiet-domain.ts'
import { type Actor, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { instantOf, writeInstant } from '../../platform/instant.ts'
import { isLinkToken, newLinkToken } from '../../platform/link-token.ts'
import { eachPage, ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import { dialable } from '../../platform/phone.ts'
import { plainText } from '../../platform/plain-text.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import * as t from '../text/feedback.ts'
import { planQuestion } from './asking-domain.ts'
import type { FeedbackCounts, FeedbackForm, FeedbackPage, PropertyFeedback } from './contract.ts'
import { changeableUntil } from './domain.ts'
import { ASKED_WITHIN_DAYS, CHANGEABLE_DAYS } from './limits-domain.ts'
import {
  type AskedRow,
  askFeedback,
  type CountedRow,
  countAnswers,
  deleteOfAccount,
  findAskedProperty,
  findOpen,
  listAnswers,
  listUnasked,
  storeAnswers,
  type UnaskedRow,
} from './repository.ts'

const BATCH = 200

type FeedbackDeps = {
  db: Database
  clock: Clock
  log: Logger
  /** Returns which of these phones (E.164) opted out of texts. */
  listOptedOut: (phones: string[]) => Promise<Set<string>>
}

/** Asks visitors about their showings, and shows agents the answers. */
export const createFeedbackService = (deps: FeedbackDeps) =>
  withDeps(deps, { askDue, open, answer, listForProperty, count, eraseAll })

export type FeedbackService = ReturnType<typeof createFeedbackService>

/** Asks each visitor of a completed showing once, in the daytime. @returns how many it asked */
async function askDue({ db, clock, log, listOptedOut }: FeedbackDeps): Promise<number> {
  const now = clock.now()
  const since = now.subtract({ hours: ASKED_WITHIN_DAYS * 24 }).toString()
  let asked = 0
  for await (const rows of eachPage(BATCH, (after: UnaskedRow | null) =>
    listUnasked(db, { since, after, limit: BATCH }),
  )) {
    const awake = rows.filter(({ time_zone }) => !isQuiet(now, time_zone))
    const optedOut = await listOptedOut(awake.flatMap(({ buyer_phone }) => dialable(buyer_phone) ?? []))
    for (const row of awake) {
      const way = planQuestion({ email: row.buyer_email, phone: row.buyer_phone }, optedOut)
      if (!way) continue
      const message = {
        id: randomUUIDv7(),
        event: 'feedback_asked',
        role: 'buyer',
        cc: [],
        status: 'queued',
        reason: null,
      }
      const question = { token: newLinkToken(), messages: [{ ...message, ...way }] }
      try {
        if (await askFeedback(db, row.id, question, now.toString())) asked++
      } catch (error) {
        // One failure must not stop the others.
        log.error({ err: error, bookingId: row.id }, 'could not ask a visitor for feedback')
      }
    }
  }
  return asked
}

/** Returns the questions of a visitor's link. Changes nothing. @throws DomainError not_found */
async function open({ db, clock }: FeedbackDeps, token: string): Promise<FeedbackPage> {
  const row = isLinkToken(token) ? await findOpen(db, token, openSince(clock.now())) : null
  if (!row) throw linkUnknown()
  return pageOf(row)
}

/** Stores a visitor's answers, or changes them. @throws DomainError not_found */
async function answer({ db, clock }: FeedbackDeps, token: string, form: FeedbackForm): Promise<FeedbackPage> {
  // The cursor of the agent's list is precise to the millisecond.
  const now = clock.now().round('millisecond')
  const clean = { ...form, comment: plainText(form.comment) }
  const askedAfter = openSince(now)
  if (!isLinkToken(token) || !(await storeAnswers(db, token, clean, { now: now.toString(), askedAfter })))
    throw linkUnknown()
  const row = await findOpen(db, token, askedAfter)
  if (!row) throw linkUnknown()
  return pageOf(row)
}

/** Lists visitors' feedback about a property, latest first. @throws DomainError unauthenticated, not_found */
async function listForProperty(
  { db }: FeedbackDeps,
  actor: Actor,
  { propertyId, ...asked }: PageAsked & { propertyId: string },
): Promise<PropertyFeedback> {
  const property = await findAskedProperty(db, propertyId, scopeOf(actor))
  if (!property) throw notFound(t.propertyNotFound(), 'property_not_found')
  const page = readPage({ answeredAt: INSTANT, id: ID }, asked)
  const [counts, found] = await Promise.all([
    countAnswers(db, propertyId, null),
    listAnswers(db, { ...page, propertyId }),
  ])
  const { shown, nextCursor } = page.cut(
    found.map((row) => ({ id: row.id, answeredAt: row.answered_at.toISOString(), row })),
  )
  return {
    property: { full_address: fullAddress(property), time_zone: property.time_zone },
    counts: countsOf(counts),
    feedback: shown.map(({ row, answeredAt }) => ({
      id: row.id,
      buyerName: row.buyer_name,
      startsAt: row.starts_at.toISOString(),
      answeredAt,
      interest: row.interest,
      price: row.price,
      condition: row.condition,
      comment: row.comment,
    })),
    nextCursor,
  }
}

/** Counts the answers about a property for other features, which check who may see them. */
const count = async ({ db }: FeedbackDeps, propertyId: string, since: Temporal.Instant): Promise<FeedbackCounts> =>
  countsOf(await countAnswers(db, propertyId, since.toString()))

/** Deletes the answers about an account's properties, when the account is deleted. */
const eraseAll = ({ db }: FeedbackDeps, accountId: string) => deleteOfAccount(db, accountId)

/** Returns the same error for an expired link, a wrong link, and the link of a no-show. */
const linkUnknown = () => notFound(t.linkUnknown(), 'link_unknown')

const openSince = (now: Temporal.Instant) => now.subtract({ hours: CHANGEABLE_DAYS * 24 }).toString()

function pageOf(row: AskedRow): FeedbackPage {
  const { interest, price, condition, comment } = row
  return {
    full_address: fullAddress(row),
    startsAt: row.starts_at.toISOString(),
    time_zone: row.time_zone,
    changeableUntil: writeInstant(changeableUntil(instantOf(row.asked_at))),
    answers: interest && price && condition ? { interest, price, condition, comment } : null,
  }
}

const countsOf = (row: CountedRow): FeedbackCounts => ({
  asked: row.asked,
  answered: row.answered,
  interest: { yes: row.yes, maybe: row.maybe, no: row.no },
  price: { right: row.right, high: row.high, low: row.low },
  condition: { better: row.better, as_expected: row.as_expected, worse: row.worse },
})
