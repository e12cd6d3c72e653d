import { type EmailBlock, headerLine } from '../../platform/email-document.ts'
import { LANGUAGES, locale } from '../../platform/language.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import type { NoticeToEnter } from '../entry-notice/ports.ts'
import * as t from '../text/message.ts'
import { agentTask, noticeButton, overlapNotes, postedButton, showingButton } from './agent-messages.ts'
import {
  type BookingView,
  type ComposedMessage,
  calendarLinks,
  greeting,
  type MessageTarget,
  subjectOf,
  why,
  writeMail,
} from './mail-messages.ts'

export function residentMail(target: MessageTarget, view: BookingView): ComposedMessage {
  return {
    subject: residentSubject(view),
    ...writeMail(view, {
      heading: titleOf(view) ?? t.showingOfYourHome(),
      blocks: [greeting(view.resident.name, opening(target, view)), ...noticeBlocks(view)],
      footer: [why.resident(), why.notAdvice()],
    }),
    copy: null,
  }
}

/**
 * Composes one email in two versions: the agent's, with what to do, and the copy for the resident. Even the agent's
 * version tells only what the resident may know about the buyer. The showing's page has the rest.
 */
export function coordinationMail(target: MessageTarget, view: BookingView): ComposedMessage {
  const { subject, html, text } = residentMail(target, view)
  const resident = view.resident.name ?? t.theResident()
  return {
    subject: view.occupancy === 'resident' ? subject : subjectOf(t.subjectOwnersHome(), view),
    ...writeMail(view, {
      heading: titleOf(view) ?? t.showingOfTheHome(),
      blocks: [
        greeting(view.agent.name, `${opening(target, view)} ${t.residentHasNotice({ resident })}`.trim()),
        ...noticeBlocks(view),
        { kind: 'title', text: t.forTheAgent() },
        ...overlapNotes(view),
        ...agentTask(view),
        ...postedButton(view),
        { kind: 'text', text: t.buyerIsOnPage() },
        ...showingButton(view),
        calendarLinks(view, false),
      ],
      footer: [why.agent(), why.notAdvice()],
    }),
    copy: { subject: subject ?? '', text, html: html ?? '' },
  }
}

/** Writes the text of the letter. Its PDF says the same. */
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
    ...view.notice.translations.map(({ title, governs, facts, paragraphs, footer }) =>
      [
        title.toUpperCase(),
        governs,
        facts.map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
        ...paragraphs.map(({ heading, text }) => (heading ? `${heading}\n${text}` : text)),
        footer,
      ].join('\n\n'),
    ),
  ].join('\n\n')
  return {
    subject: inLanguage('en', () => subjectOf(headerLine(title), view)),
    text: `${text}\n`,
    html: null,
    copy: null,
  }
}

/** Says which notice this one replaces after a move. */
function opening({ event }: MessageTarget, { movedFrom, timeZone }: BookingView): string {
  if (event === 'booked' || !movedFrom) return ''
  return t.replacesNotice({ when: formatWhen(movedFrom, timeZone) })
}

/** Returns the translation of the notice into the reader's language, if there is one. */
const ownNotice = ({ notice }: BookingView) => notice?.translations.find(({ language }) => language === locale())
const titleOf = (view: BookingView) => (ownNotice(view) ?? view.notice)?.title

function noticeBlocks(view: BookingView): EmailBlock[] {
  if (!view.notice) throw new TypeError('A message to a resident needs its notice')
  const prepared = formatWhen(Temporal.Instant.from(view.notice.preparedAt), view.timeZone)
  const own = ownNotice(view)
  return [
    ...(own ? [...noticeWords(own), { kind: 'note' as const, text: own.governs }] : []),
    ...noticeWords(view.notice).map((block) => ({ ...block, language: LANGUAGES[0] })),
    { kind: 'text', text: t.preparedOn({ prepared }) },
    ...(own
      ? []
      : view.notice.translations.map(({ language, inPdf }): EmailBlock => ({ kind: 'text', text: inPdf, language }))),
    ...noticeButton(view),
  ]
}

const noticeWords = ({ facts, paragraphs }: Pick<NoticeToEnter, 'facts' | 'paragraphs'>): EmailBlock[] => [
  { kind: 'facts', rows: facts },
  ...paragraphs.flatMap(({ heading, text }): EmailBlock[] =>
    heading
      ? [
          { kind: 'title', text: heading },
          { kind: 'text', text },
        ]
      : [{ kind: 'text', text }],
  ),
]

const residentSubject = (view: BookingView) =>
  subjectOf(view.occupancy === 'resident' ? t.subjectNotice() : t.subjectHomeShown(), view)
