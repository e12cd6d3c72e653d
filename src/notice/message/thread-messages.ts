import { headerLine } from '../../platform/email-document.ts'
import { asTexted, countSegments, toGsm, trimToSeptets, trimToUnits } from '../../platform/sms-text.ts'
import { streetLine } from '../entry-notice/domain.ts'
import * as t from '../text/message.ts'
import {
  type BookingView,
  BRAND,
  type ComposedMessage,
  copyOpening,
  greeting,
  type MessageTarget,
  subjectOf,
  whenAndWhere,
  why,
  writeMail,
} from './mail-messages.ts'
import { SMS_SEPTETS, smsName } from './text-messages.ts'

/** Two texts of 67 units, less one for a character of two units that does not fit at the seam. */
const UCS2_UNITS = 133

/** A buyer's words need at least this many units to say something. */
const LEAST_WORDS = 12

/** Composes the message that passes on what an agent or a buyer wrote to the other one. */
export function composeThreadMessage(target: MessageTarget, view: BookingView, words: string): ComposedMessage {
  const isToBuyer = target.role === 'buyer'
  if (target.channel === 'sms') return { subject: null, text: textOf(isToBuyer, view, words), html: null, copy: null }
  return isToBuyer ? buyerMail(view, words) : agentMail(view, words)
}

function textOf(isToBuyer: boolean, view: BookingView, words: string): string {
  if (!isToBuyer) return agentText(view, words)
  const { before, after } = textFrame(view)
  return before + asTexted(words) + after
}

/**
 * Gives the agent as much of the buyer's words as fits in two segments with the link. If they do not fit, it first
 * drops emoji, because one of them halves a text. In another script, it shortens the name and drops the address.
 */
function agentText(view: BookingView, words: string): string {
  const { buyer, property, dashboardUrl: url } = view
  const place = trimToSeptets(toGsm(streetLine(property)), 40)
  const name = (septets: number) => smsName(buyer.name, t.smsBuyer(), septets)
  const write = (said: string) => asTexted(`${BRAND}: ${t.smsFromBuyer({ buyer: name(36), place, words: said, url })}`)
  const short = (said: string) => `${BRAND}: ${t.smsFromBuyerShort({ buyer: name(12), words: said, url })}`
  const written = asTexted(words)
  const whole = write(written)
  if (countSegments(whole).segments <= 2) return whole
  const plain = toGsm(words)
  const room = UCS2_UNITS - short('').length
  const isSaid = countWritten(plain) > 0 && countWritten(plain) === countWritten(written)
  return isSaid || room < LEAST_WORDS
    ? write(trimToSeptets(plain, SMS_SEPTETS - countSegments(write('?')).units + 1))
    : short(trimToUnits(written, room))
}

/** Counts the characters that carry meaning: letters, digits, and currency signs. */
const countWritten = (text: string) => text.match(/[\p{L}\p{N}\p{Sc}]/gu)?.length ?? 0

export type Framed = { agent: { name: string | null }; property: { addressLine1: string; unitNumber: string | null } }

/** Returns what a text has before and after an agent's words. */
export function textFrame({ agent: { name }, property }: Framed): { before: string; after: string } {
  const agent = smsName(name ?? '', t.smsAgent(), 36)
  const place = asTexted(streetLine(property))
  return { before: `${BRAND}: ${t.smsFromAgent({ agent, place })} `, after: ` ${t.smsStop()}` }
}

function buyerMail(view: BookingView, words: string): ComposedMessage {
  const from = view.agent.name ?? t.theListingAgent()
  const says = { kind: 'note' as const, text: words }
  const facts = { kind: 'facts' as const, rows: whenAndWhere(view) }
  const heading = t.messageFrom({ name: from })
  return {
    subject: subjectOf(headerLine(heading), view),
    ...writeMail(view, {
      heading,
      preview: words,
      blocks: [
        greeting(view.buyer.name, t.agentWrote()),
        says,
        { kind: 'button', label: t.answerOnPage(), href: view.manageUrl },
        { kind: 'text', text: t.answerByMail() },
        facts,
      ],
      footer: [why.buyer()],
    }),
    copy: writeMail(view, {
      heading,
      preview: words,
      blocks: [copyOpening(view, t.aMessage()), says, facts],
      footer: [why.copy()],
    }),
  }
}

function agentMail(view: BookingView, words: string): ComposedMessage {
  const heading = t.messageFrom({ name: view.buyer.name })
  return {
    subject: subjectOf(headerLine(heading), view),
    ...writeMail(view, {
      heading,
      preview: words,
      blocks: [
        greeting(view.agent.name, t.buyerWrote()),
        { kind: 'note', text: words },
        { kind: 'button', label: t.answerInThread(), href: view.dashboardUrl },
        { kind: 'text', text: view.buyer.email ? t.answerBuyerByMail() : t.answerBuyerOnPage() },
        { kind: 'facts', rows: whenAndWhere(view) },
      ],
      footer: [why.agent()],
    }),
    copy: null,
  }
}
