import { headerLine } from '../../platform/email-document.ts'
import { asTexted, trimToUnits } from '../../platform/sms-text.ts'
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
import { smsName } from './text-messages.ts'

/** An agent's own text can be long: the agent gets as much of the buyer's words as fits in two. */
const ALERT_UNITS = 200

/** Composes what an agent or a buyer wrote, for the other one. */
export function composeThreadMessage(target: MessageTarget, view: BookingView, words: string): ComposedMessage {
  const isToBuyer = target.role === 'buyer'
  if (target.channel === 'sms') return { subject: null, text: textOf(isToBuyer, view, words), html: null, copy: null }
  return isToBuyer ? buyerMail(view, words) : agentMail(view, words)
}

function textOf(isToBuyer: boolean, view: BookingView, words: string): string {
  if (!isToBuyer) {
    const buyer = smsName(view.buyer.name, t.smsBuyer(), 36)
    const trimmed = trimToUnits(asTexted(words), ALERT_UNITS)
    return `${BRAND}: ${t.smsFromBuyer({ buyer, place: placeOf(view), words: trimmed, url: view.dashboardUrl })}`
  }
  const { before, after } = textFrame(view)
  return before + asTexted(words) + after
}

const placeOf = ({ property }: BookingView) => asTexted(streetLine(property))

export type Framed = { agent: { name: string | null }; property: { addressLine1: string; unitNumber: string | null } }

/** The frame around an agent's words in a text message. */
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
        { kind: 'text', text: t.answerBuyerByMail() },
        { kind: 'facts', rows: whenAndWhere(view) },
      ],
      footer: [why.agent()],
    }),
    copy: null,
  }
}
