import { randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { untilNoneLeft } from '../../platform/db/deletion.ts'
import { DomainError } from '../../platform/errors.ts'
import { language } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countingTries, type TryLimit } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { FORGOTTEN_AFTER_DAYS } from '../../product.ts'
import { propertyNotFound } from '../../property/property/domain.ts'
import type { listOptedOut, setOptedOut } from '../message/opt-out-repository.ts'
import type { MessageSender } from '../message/ports.ts'
import * as t from '../text/link-text.ts'
import type { LinkText, LinkTextState } from './contract.ts'
import { LOST_AFTER, linkTextOf, MOST_A_DAY } from './domain.ts'
import { linkTextWords } from './messages.ts'
import {
  deleteOldTexts,
  endText,
  failLostTexts,
  findLatest,
  findSource,
  listOthers,
  planText,
  takeText,
} from './repository.ts'

type LinkTextDeps = {
  db: Database
  clock: Clock
  log: Logger
  publicUrl: string
  texts: MessageSender
  breaker: CircuitBreaker
  /** Limits the texts a day, by account and by phone. */
  daily: TryLimit
  listOptedOut: typeof listOptedOut
  setOptedOut: typeof setOptedOut
}

/** Texts agents the booking link of a property, to the phone of their own profile. */
export const createLinkTextService = (deps: LinkTextDeps) => withDeps(deps, { find, ask, send, forget })

export type LinkTextService = ReturnType<typeof createLinkTextService>

/** @throws DomainError unauthenticated, not_found */
async function find(deps: LinkTextDeps, actor: Actor, propertyId: string): Promise<LinkTextState> {
  const { accountId, phone, typed } = await sourceOf(deps, actor, propertyId)
  const latest = await findLatest(deps.db, { propertyId, accountId })
  return { phone: phone && typed, text: latest && linkTextOf(latest, deps.clock.now()) }
}

/** Plans a text, unless one is already queued. @throws DomainError unauthenticated, not_found, conflict, too_many */
async function ask(deps: LinkTextDeps, actor: Actor, propertyId: string): Promise<LinkText> {
  const { db, clock, daily } = deps
  const { accountId, phone } = await sourceOf(deps, actor, propertyId)
  if (!phone) throw new DomainError('conflict', 'no_phone', t.noPhone())
  if ((await deps.listOptedOut(db, [phone])).size > 0)
    throw new DomainError('conflict', 'no_texts_wanted', t.hasOptedOut())
  const now = clock.now()
  const ofBoth = { propertyId, accountId }
  await failLostTexts(db, { ...ofBoth, before: now.subtract(LOST_AFTER) })
  const latest = await findLatest(db, ofBoth)
  if (latest?.status === 'queued') return linkTextOf(latest, now)
  const refuse = () => new DomainError('too_many', 'texted_too_often', t.textedTooOften({ most: MOST_A_DAY }))
  // We also count by phone, because we have not verified that it is theirs.
  const counts = [`account ${accountId}`, `phone ${phone}`].map((key) => ({ limit: daily, key, refuse }))
  // A concurrent second click plans nothing and finds the text of the first one.
  const plan = () => planText(db, { id: randomUUIDv7(), ...ofBoth, language: language(), now })
  await countingTries(counts, plan, (isPlanned) => isPlanned)
  const planned = await findLatest(db, ofBoth)
  if (!planned) throw new Error(`no text for property ${propertyId}`)
  return linkTextOf(planned, now)
}

/** Sends a planned text. It may run twice, because the vendor knows the text by its ID. */
async function send(deps: LinkTextDeps, id: string, isLastAttempt: boolean): Promise<void> {
  const { db, clock, log, breaker, texts, publicUrl } = deps
  const due = await takeText(db, id)
  if (!due) return
  const end = (status: 'sent' | 'not_sent' | 'failed', reference: string | null = null) =>
    endText(db, { id, status, reference, now: clock.now() })
  const { phone } = due
  if (!phone || (await deps.listOptedOut(db, [phone])).size > 0) return end('not_sent')
  const text = inLanguage(due.language, () => linkTextWords(due, publicUrl))
  const message = {
    id,
    bookingId: null,
    role: 'account' as const,
    from: null,
    to: phone,
    cc: [],
    subject: null,
    text,
    html: null,
    copy: null,
    calendar: null,
    attachmentKey: null,
    plannedAt: due.created_at.toISOString(),
    isRepeat: due.attempts > 1,
    earlierTexts: [text],
    listSpent: (references: string[]) => listOthers(db, id, references),
  }
  try {
    const { reference } = await breaker.run(() => texts.send(message))
    await end('sent', reference)
  } catch (error) {
    log.warn({ err: error, linkTextId: id }, 'a booking link could not be texted')
    const isRefused = error instanceof VendorError && error.isPermanent
    if (isRefused && error.hasOptedOut) {
      const optOut = { phone, isOut: true, word: error.message, reference: null }
      await deps.setOptedOut(db, optOut, clock.now().toString())
      return end('not_sent')
    }
    if (isRefused || isLastAttempt) return end('failed')
    throw error
  }
}

/** Deletes old texts. The daily limits do not depend on them. */
const forget = ({ db, clock }: LinkTextDeps): Promise<void> =>
  untilNoneLeft(() => deleteOldTexts(db, clock.now().subtract({ hours: 24 * FORGOTTEN_AFTER_DAYS })))

async function sourceOf({ db }: LinkTextDeps, actor: Actor, propertyId: string) {
  const { accountId } = requireAccount(actor)
  const ownerId = scopeOf(actor)
  const source = await findSource(db, { propertyId, ownerId, accountId })
  if (!source) throw propertyNotFound(propertyId)
  return { accountId, ...source }
}
