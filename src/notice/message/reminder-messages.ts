import { formatTime } from '../../platform/local-time.ts'
import { firstNameAndInitial } from '../../platform/person-name.ts'
import { overlapNotes } from './agent-messages.ts'
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
  WHY,
  whenAndWhere,
  writeMail,
} from './mail-messages.ts'
import { smsBuyer, smsOverlap, smsWhen, textMessage } from './text-messages.ts'

/** The words of a reminder. How to get in is on the buyer's page, never here. */
export function composeReminder(target: MessageTarget, view: BookingView): ComposedMessage {
  if (target.channel === 'sms') return reminderText(target, view)
  const isHour = target.event === 'reminder_hour'
  const subject = subjectOf(isHour ? `Starts at ${timeOf(view)}` : 'Reminder', view)
  const heading = isHour ? 'The showing starts soon' : 'A reminder of the showing'
  switch (target.role) {
    case 'resident':
      return { subject, ...residentMail(view, heading), copy: null }
    case 'listing_agent':
      return { subject, ...agentMail(view, heading), copy: null }
    case 'buyer': {
      const copy = writeMail(view, {
        heading,
        blocks: [
          copyOpening(view, 'the reminder'),
          { kind: 'facts', rows: [...whenAndWhere(view), ...agentFacts(view)] },
        ],
        footer: [WHY.copy],
      })
      return { subject, ...buyerMail(view, heading, isHour), copy: target.cc.length > 0 ? copy : null }
    }
  }
}

const timeOf = (view: BookingView) => formatTime(view.startsAt, view.timeZone)
const minutesOf = ({ startsAt, endsAt }: BookingView) => startsAt.until(endsAt).total('minutes')

function buyerMail(view: BookingView, heading: string, isHour: boolean) {
  const begun = isHour ? `Your showing starts at ${timeOf(view)}.` : 'Your showing is coming up.'
  return writeMail(view, {
    heading,
    blocks: [
      greeting(view.buyer.name, `${begun} Please be on time: it takes ${minutesOf(view)} minutes.`),
      { kind: 'facts', rows: [...whenAndWhere(view), ...agentFacts(view)] },
      { kind: 'button', label: 'Open your booking page', href: view.manageUrl },
      {
        kind: 'text',
        text: `${entryWords(view)}${isHour ? '' : ' If you cannot come, please cancel on your booking page.'} The link is yours alone.`,
      },
    ],
    footer: [WHY.buyer],
  })
}

const agentMail = (view: BookingView, heading: string) =>
  writeMail(view, {
    heading,
    blocks: [
      greeting(view.agent.name, 'A confirmed showing of your listing is coming up.'),
      ...overlapNotes(view),
      { kind: 'facts', rows: [...whenAndWhere(view), ...buyerFacts(view)] },
      { kind: 'button', label: 'Open your showings', href: view.dashboardUrl },
    ],
    footer: [WHY.agent],
  })

/** The resident learns the visitor's first name and initial, and no contact. */
const residentMail = (view: BookingView, heading: string) =>
  writeMail(view, {
    heading,
    blocks: [
      greeting(
        view.resident.name,
        `This is a courtesy reminder: ${firstNameAndInitial(view.buyer.name)} comes to see your home. The showing takes about ${minutesOf(view)} minutes.`,
      ),
      { kind: 'facts', rows: [...whenAndWhere({ ...view, confirmationNumber: null }), ...agentFacts(view)] },
    ],
    footer: [WHY.resident],
  })

function reminderText({ event, role }: MessageTarget, view: BookingView): ComposedMessage {
  const begun = event === 'reminder_hour' ? `Showing at ${timeOf(view)}` : `Reminder: showing ${smsWhen(view)}`
  if (role === 'resident')
    return textMessage(view, (place) => `Reminder: your home, ${place}, will be shown ${smsWhen(view)}.`)
  return textMessage(view, (place) =>
    role === 'buyer'
      ? `${begun}, ${place}. ${view.hasInstructions ? 'Directions and entry instructions' : 'Directions'}: ${view.manageUrl}`
      : `${begun}, ${place}, with ${smsBuyer(view)}.${smsOverlap(view)}`,
  )
}
