import { payUrlOf } from '../../money/payment/domain.ts'
import { otherTimes } from '../../notice/message/buyer-messages.ts'
import {
  agentFacts,
  type BookingView,
  buyerFacts,
  type ComposedMessage,
  feeLines,
  greeting,
  type MessageTarget,
  moneyPart,
  refundRule,
  subjectOf,
  whenAndWhere,
  why,
  writeMail,
} from '../../notice/message/mail-messages.ts'
import { smsName, smsOtherTimes, smsWhen, textMessage } from '../../notice/message/text-messages.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { EmailBlock } from '../../platform/email-document.ts'
import { instantOf } from '../../platform/instant.ts'
import { inSameLanguage } from '../../platform/language.ts'
import { formatTime, formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import * as t from '../text/booking.ts'
import { findLinkOfMessage } from './pay-link-repository.ts'

export type PayLinkView = BookingView & {
  payUrl: string
  heldUntil: Temporal.Instant
  /** URL of the form where the agent can book the same time again. */
  bookAgainUrl: string
}

/** Writes a message about a pay link. @returns `null` if the message is about something else */
export async function composePayLinkMessage(
  db: Database,
  bookingId: string,
  target: MessageTarget,
  view: BookingView,
): Promise<ComposedMessage | null> {
  if (target.event !== 'pay_link' && target.event !== 'pay_link_ended') return null
  const found = await findLinkOfMessage(db, bookingId)
  if (!found?.client_secret) throw new Error(`no pay link for ${bookingId}`)
  const { origin } = new URL(view.dashboardUrl)
  const { property_id: property, showing_date: date, showing_time: time } = found
  return payLinkMessage(target, {
    ...view,
    payUrl: inSameLanguage(payUrlOf(origin, found.client_secret)),
    heldUntil: instantOf(found.hold_expires_at),
    bookAgainUrl: `${origin}/upcoming/book?${new URLSearchParams({ property, date, time })}`,
  })
}

export function payLinkMessage({ event, role, channel }: MessageTarget, view: PayLinkView): ComposedMessage {
  if (event === 'pay_link') return channel === 'sms' ? linkText(view) : linkMail(view)
  if (role === 'listing_agent') return channel === 'sms' ? agentText(view) : agentMail(view)
  return channel === 'sms' ? endedText(view) : endedMail(view)
}

const sumOf = (view: PayLinkView) => formatMoney(view.amountCents)

const linkText = (view: PayLinkView) =>
  textMessage(view, (place) =>
    t.smsPayLink({
      place,
      when: smsWhen(view),
      until: formatTime(view.heldUntil, view.timeZone),
      sum: sumOf(view),
      url: view.payUrl,
    }),
  )

const endedText = (view: PayLinkView) =>
  textMessage(view, (place) => t.smsPayLinkEnded({ place, when: smsWhen(view), others: smsOtherTimes(view) }))

const agentText = (view: PayLinkView) =>
  textMessage(view, (place) =>
    t.smsAgentPayLinkEnded({ place, when: smsWhen(view), buyer: smsName(view.buyer.name, t.smsUnnamedBuyer(), 40) }),
  )

function linkMail(view: PayLinkView): ComposedMessage {
  const until = formatTime(view.heldUntil, view.timeZone)
  const total = { label: t.total(), amount: sumOf(view) }
  const money = { title: t.payLinkFee(), lines: feeLines(view), total, words: refundRule(), hasReceipt: false }
  return {
    subject: subjectOf(t.mailSubjectPayLink(), view),
    ...writeMail(view, {
      heading: t.mailPayLinkHeading({ until }),
      blocks: [
        greeting(view.buyer.name, t.mailPayLink({ until })),
        { kind: 'facts', rows: [...whenAndWhere(view), ...agentFacts(view)] },
        { kind: 'button', label: t.mailPayNow({ sum: sumOf(view) }), href: view.payUrl },
        { kind: 'text', text: t.mailPayLinkElse() },
        ...moneyPart(view, money, true),
      ],
      footer: [t.whyPayLink()],
    }),
    copy: null,
  }
}

const endedMail = (view: PayLinkView): ComposedMessage => ({
  subject: subjectOf(t.mailSubjectPayLinkEnded(), view),
  ...writeMail(view, {
    heading: t.mailPayLinkEndedHeading(),
    blocks: [
      greeting(view.buyer.name, t.mailPayLinkEnded()),
      { kind: 'facts', rows: [...whenAndWhere(view), ...agentFacts(view)] },
      ...otherTimes(view),
    ],
    footer: [t.whyPayLink()],
  }),
  copy: null,
})

const buttonIf = (isShown: boolean, label: string, href: string): EmailBlock[] =>
  isShown ? [{ kind: 'button', label, href }] : []

function agentMail(view: PayLinkView): ComposedMessage {
  const { name } = view.buyer
  const when = formatWhen(view.startsAt, view.timeZone)
  return {
    subject: subjectOf(t.mailSubjectAgentPayLinkEnded(), view),
    ...writeMail(view, {
      heading: t.mailAgentPayLinkEndedHeading({ name }),
      blocks: [
        greeting(view.agent.name, t.mailAgentPayLinkEnded({ name, when })),
        { kind: 'facts', rows: [...whenAndWhere(view), ...buyerFacts(view)] },
        ...buttonIf(view.isListed, t.bookByHand(), view.bookAgainUrl),
      ],
      footer: [why.agent()],
    }),
    copy: null,
  }
}
