import { type EmailBlock, headerLine } from '../../platform/email-document.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { agentTask, noticeButton } from './agent-messages.ts'
import { BRAND, calendarLinks, greeting, subjectOf, WHY, writeMail } from './mail-messages.ts'
import type { BookingView, ComposedMessage, MessageTarget } from './messages.ts'

export function residentMail(target: MessageTarget, view: BookingView): ComposedMessage {
  return {
    subject: residentSubject(view),
    ...writeMail(view, {
      heading: view.notice?.title ?? 'A showing of your home',
      blocks: [greeting(view.resident.name, opening(target, view)), ...noticeBlocks(view)],
      footer: [WHY.resident, WHY.notAdvice],
    }),
    copy: null,
  }
}

/** One mail for the agent and the resident: it says nothing that the resident may not know. */
export function coordinationMail(target: MessageTarget, view: BookingView): ComposedMessage {
  const names = [view.agent.name, view.resident.name].filter(Boolean).join(' and ')
  return {
    subject: residentSubject(view),
    ...writeMail(view, {
      heading: view.notice?.title ?? 'A showing of the home',
      blocks: [
        greeting(
          names || null,
          [opening(target, view), 'This e-mail goes to the listing agent and to the resident alike.']
            .filter(Boolean)
            .join(' '),
        ),
        ...noticeBlocks(view),
        { kind: 'title', text: 'For the listing agent' },
        ...agentTask(view),
        {
          kind: 'text',
          text: "What the buyer asked for, and how to reach the buyer, is in your copy of the buyer's confirmation.",
        },
        calendarLinks(view, false),
      ],
      footer: [
        'You get this e-mail as the listing agent of this home, or because the listing agent named you as living in it.',
        `${BRAND} sends it for the agent. ${WHY.notAdvice}`,
      ],
    }),
    copy: null,
  }
}

/** The letter's own words; the PDF that goes with it has the same. */
export function letter(view: BookingView): ComposedMessage {
  if (!view.notice) throw new TypeError('A letter needs its notice')
  const { title, sender, addressee, facts, paragraphs, givenBy, footer } = view.notice
  const text = [
    sender.join('\n'),
    addressee.join('\n'),
    title.toUpperCase(),
    facts.map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
    ...paragraphs.map(({ heading, text }) => (heading ? `${heading}\n${text}` : text)),
    givenBy.join('\n'),
    footer,
  ].join('\n\n')
  return { subject: subjectOf(headerLine(title), view), text: `${text}\n`, html: null, copy: null }
}

/** A notice after a move says which one it takes the place of. */
function opening({ event }: MessageTarget, { movedFrom, timeZone }: BookingView): string {
  if (event === 'booked' || !movedFrom) return ''
  return `The showing has a new time. This takes the place of what you were told of ${formatWhen(movedFrom, timeZone)}.`
}

function noticeBlocks(view: BookingView): EmailBlock[] {
  if (!view.notice) throw new TypeError('A message to a resident needs its notice')
  const prepared = formatWhen(Temporal.Instant.from(view.notice.preparedAt), view.timeZone)
  return [
    { kind: 'facts', rows: view.notice.facts },
    ...view.notice.paragraphs.flatMap(({ heading, text }): EmailBlock[] =>
      heading
        ? [
            { kind: 'title', text: heading },
            { kind: 'text', text },
          ]
        : [{ kind: 'text', text }],
    ),
    { kind: 'text', text: `Prepared on ${prepared} and sent by e-mail.` },
    ...noticeButton(view),
  ]
}

const residentSubject = (view: BookingView) =>
  subjectOf(view.occupancy === 'resident' ? 'Notice to enter' : 'Showing of your home', view)
