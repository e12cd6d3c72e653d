import type { EmailBlock } from '../../platform/email-document.ts'
import { formatTime, formatWhen } from '../../platform/local-time.ts'
import { knownName } from '../../platform/person-name.ts'
import { noticeDeadlines } from '../entry-notice/domain.ts'
import { planningLaw } from '../entry-notice/law-domain.ts'
import * as t from '../text/message.ts'
import { noticeButton, overlapNotes, showingButton } from './agent-messages.ts'
import { entryWords } from './buyer-messages.ts'
import {
  agentFacts,
  type BookingView,
  buyerFacts,
  type ComposedMessage,
  copyOpening,
  greeting,
  type MessageTarget,
  subjectOf,
  whenAndWhere,
  why,
  writeMail,
} from './mail-messages.ts'
import { smsBuyer, smsName, smsOverlap, smsShownBy, smsWhen, textMessage } from './text-messages.ts'

/** Composes a reminder. The entry instructions are on the buyer's page, and never in a reminder. */
export function composeReminder(target: MessageTarget, view: BookingView): ComposedMessage {
  if (target.event === 'reminder_notice') return noticeReminder(target, view)
  if (target.channel === 'sms') return reminderText(target, view)
  const isHour = target.event === 'reminder_hour'
  const subject = subjectOf(isHour ? t.subjectStartsAt({ time: timeOf(view) }) : t.subjectReminder(), view)
  const heading = isHour ? t.startsSoon() : t.reminderHeading()
  switch (target.role) {
    case 'resident':
      return { subject, ...residentMail(view, heading), copy: null }
    case 'listing_agent':
      return { subject, ...agentMail(view, heading), copy: null }
    case 'buyer': {
      const copy = writeMail(view, {
        heading,
        blocks: [
          copyOpening(view, t.theReminder()),
          { kind: 'facts', rows: [...whenAndWhere(view), ...agentFacts(view)] },
        ],
        footer: [why.copy()],
      })
      return { subject, ...buyerMail(view, heading, isHour), copy: target.cc.length > 0 ? copy : null }
    }
  }
}

/** Reminds the agent to post the notice. No one else gets this reminder. */
function noticeReminder({ channel }: MessageTarget, view: BookingView): ComposedMessage {
  const deadline = noticeDeadlines(view.startsAt, view.timeZone, planningLaw(view.property)).deliverBy
  if (channel === 'sms')
    return textMessage(view, (place) =>
      t.smsPostNotice({ place, by: smsWhen(view, deadline), when: smsWhen(view), url: view.serviceUrl }),
    )
  const by = formatWhen(deadline, view.timeZone)
  const subject = subjectOf(t.subjectPostNotice(), view)
  const mail = writeMail(view, {
    heading: t.postNoticeHeading(),
    blocks: [
      greeting(view.agent.name, t.postNoticeBy({ by })),
      { kind: 'facts', rows: whenAndWhere(view) },
      ...noticeButton(view),
      { kind: 'button', label: t.iPostedIt(), href: view.serviceUrl },
    ],
    footer: [why.agent(), why.notAdvice()],
  })
  return { subject, ...mail, copy: null }
}

const timeOf = (view: BookingView) => formatTime(view.startsAt, view.timeZone)
const minutesOf = ({ startsAt, endsAt }: BookingView) => startsAt.until(endsAt).total('minutes')

function buyerMail(view: BookingView, heading: string, isHour: boolean) {
  const begun = isHour ? t.yourShowingStartsAt({ time: timeOf(view) }) : t.yourShowingComingUp()
  return writeMail(view, {
    heading,
    blocks: [
      greeting(view.buyer.name, `${begun} ${t.beOnTime({ minutes: minutesOf(view) })}`),
      { kind: 'facts', rows: [...whenAndWhere(view), ...agentFacts(view)] },
      { kind: 'button', label: t.openBookingPage(), href: view.manageUrl },
      {
        kind: 'text',
        text: [entryWords(view), ...(isHour ? [] : [t.cancelIfYouCannot()]), t.keepLinkPrivate()].join(' '),
      },
    ],
    footer: [why.buyer()],
  })
}

/** An agent must not drive to a showing that someone else gives. */
const shownByNote = ({ shownBy }: BookingView): EmailBlock[] =>
  shownBy ? [{ kind: 'note', text: t.shownBy({ name: shownBy }) }] : []

const agentMail = (view: BookingView, heading: string) =>
  writeMail(view, {
    heading,
    blocks: [
      greeting(view.agent.name, t.listingComingUp()),
      ...overlapNotes(view),
      ...shownByNote(view),
      { kind: 'facts', rows: [...whenAndWhere(view), ...buyerFacts(view)] },
      ...showingButton(view),
    ],
    footer: [why.agent()],
  })

/** Tells the resident only the visitor's first name and initial. */
const residentMail = (view: BookingView, heading: string) =>
  writeMail(view, {
    heading,
    blocks: [
      greeting(
        view.resident.name,
        t.courtesyReminder({ name: knownName(view.buyer.name) ?? t.smsVisitor(), minutes: minutesOf(view) }),
      ),
      { kind: 'facts', rows: [...whenAndWhere({ ...view, confirmationNumber: null }), ...agentFacts(view)] },
    ],
    footer: [why.resident()],
  })

function reminderText({ event, role }: MessageTarget, view: BookingView): ComposedMessage {
  const begun =
    event === 'reminder_hour' ? t.smsStartsAt({ time: timeOf(view) }) : t.smsReminder({ when: smsWhen(view) })
  if (role === 'resident') return textMessage(view, (place) => t.smsHomeReminder({ place, when: smsWhen(view) }))
  if (role === 'buyer') {
    const directions = view.hasInstructions ? t.smsDirectionsAndEntry : t.smsDirections
    return textMessage(view, (place) => directions({ begun, place, url: view.manageUrl }))
  }
  const words = { begun, note: smsOverlap(view) || smsShownBy(view), url: view.dashboardUrl }
  return textMessage(
    view,
    (place) => t.smsWithBuyer({ ...words, place, buyer: smsBuyer(view) }),
    (place) => t.smsWithBuyer({ ...words, place, buyer: smsName(view.buyer.name, t.smsBuyer(), 20) }),
  )
}
