import { DomainError, invalid } from '../../platform/errors.ts'
import { lengthOf, plainText, showable } from '../../platform/plain-text.ts'
import type { Contact } from '../entry-notice/ports.ts'
import type { PlannedNotification } from '../message/domain.ts'
import type { Role } from '../message/ports.ts'
import { isQuiet, quietEnd } from '../message/quiet-domain.ts'
import { isUnpaidAbroad } from '../message/text-limits-domain.ts'
import * as t from '../text/thread.ts'
import { MOST_MESSAGES, MOST_TEXT, MOST_WORDS } from './limits-domain.ts'

/** A thread closes this long after its showing. */
export const OPEN_FOR = { hours: 7 * 24 }

export type ThreadWay = 'sms' | 'email'

/** Trims the words and removes invisible marks. @throws DomainError invalid */
export function cleanWords(words: string): string {
  const clean = plainText(words.normalize('NFC'))
  if (!clean) throw invalid([{ path: 'words', message: t.enterWords() }])
  if (lengthOf(clean) > MOST_WORDS) throw invalid([{ path: 'words', message: t.tooLong({ most: MOST_WORDS }) }])
  return clean
}

/** Returns what we keep of a buyer's text. The buyer cannot correct it, so we drop what we cannot store or show. */
export const receivedWords = (text: string): string =>
  [...plainText(showable(text).normalize('NFC'))].slice(0, MOST_TEXT).join('')

/** Returns why one side cannot write about a showing now; null: it can. */
export function refusalOf(
  showing: { isDemo: boolean; endsAt: Temporal.Instant; agent: Pick<Contact, 'phone' | 'email'> },
  written: number,
  now: Temporal.Instant,
): DomainError | null {
  if (showing.isDemo) return new DomainError('conflict', 'demo_thread', t.demoHasNoThread())
  if (Temporal.Instant.compare(showing.endsAt.add(OPEN_FOR), now) <= 0)
    return new DomainError('conflict', 'thread_closed', t.threadClosed())
  if (!isReachable(showing.agent)) return new DomainError('conflict', 'agent_unreachable', t.agentUnreachable())
  if (written >= MOST_MESSAGES)
    return new DomainError('too_many', 'thread_full', t.threadFull({ most: MOST_MESSAGES }), {
      retryAfterSeconds: 24 * 60 * 60,
    })
  return null
}

/** Tells whether messages to an agent reach anyone. An agent without a contact has a suspended or deleted account. */
export const isReachable = ({ phone, email }: Pick<Contact, 'phone' | 'email'>) =>
  Boolean(phone?.trim() || email?.trim())

/** Returns why a message cannot go to a person by text or by email; null: it can. */
export function refusalsOf(
  person: Contact,
  { number, optedOut, amountCents }: { number: string | null; optedOut: ReadonlySet<string>; amountCents: number },
): Record<ThreadWay, string | null> {
  const isAbroad = isUnpaidAbroad({ event: 'message', channel: 'sms', role: 'buyer' }, number, amountCents)
  return {
    sms: !number ? t.noNumber() : optedOut.has(number) ? t.hasOptedOut() : isAbroad ? t.unpaidAbroad() : null,
    email: person.email?.trim() ? null : t.noMailbox(),
  }
}

export const textedTooOften = (waitSeconds: number) =>
  new DomainError('too_many', 'texted_too_often', t.textedTooOften(), {
    field: 'by',
    retryAfterSeconds: Math.ceil(waitSeconds),
  })

/** Returns when a text goes out: now (null), or at the end of the quiet hours, local to the property. */
export const textDueAt = (now: Temporal.Instant, timeZone: string): Temporal.Instant | null =>
  isQuiet(now, timeZone) ? quietEnd(now, timeZone) : null

export type PlannedThreadMessage = PlannedNotification & { event: 'message'; due_at: string | null }

/**
 * Plans how a message goes to its reader.
 * @param cc who gets a copy of the email
 * @param textRefusal why no text goes out
 */
export function planThreadMessage(
  to: { role: Extract<Role, 'buyer' | 'listing_agent'>; person: Contact; cc: (string | null)[] },
  ways: readonly ThreadWay[],
  textDue: Temporal.Instant | null,
  textRefusal: string | null = null,
): PlannedThreadMessage[] {
  const { role, person } = to
  const plan = (channel: ThreadWay, recipient: string | null, cc: string[], due: Temporal.Instant | null) =>
    recipient?.trim() && ways.includes(channel)
      ? [
          {
            event: 'message' as const,
            channel,
            role,
            recipient: recipient.trim(),
            cc,
            status: channel === 'sms' && textRefusal ? ('not_sent' as const) : ('queued' as const),
            reason: channel === 'sms' ? textRefusal : null,
            due_at: due?.toString() ?? null,
          },
        ]
      : []
  const copies = to.cc.flatMap((one) => (one?.trim() && one.trim() !== person.email?.trim() ? [one.trim()] : []))
  return [...plan('sms', person.phone, [], textDue), ...plan('email', person.email, copies, null)]
}
