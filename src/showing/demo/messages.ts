import type { Channel, MessageCopy, NoticeToEnter } from '../../notice/area.ts'
import { headerLine } from '../../platform/email-document.ts'
import * as t from '../text/demo.ts'

/** First word of everything that a demo sends. */
const MARK = 'DEMO'

type Demo = { isDemo: boolean; isProductDemo: boolean }
type Words = { text: string; html: string | null }
type Message = Words & { subject: string | null; copy: MessageCopy | null }

const aboutOf = (demo: Demo) => (demo.isProductDemo ? `${t.about()} ${t.whySent()}` : t.about())

/**
 * Builds the banner: dark on yellow, for light and dark mail apps, in a table, because Outlook for Windows colors
 * nothing else.
 */
const banner = (about: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td bgcolor="#ffd84d" style="padding:12px 16px;background-color:#ffd84d;border-radius:8px;color:#1c1b18"><div role="note"><strong>${MARK}</strong> ${about}</div></td></tr></table>\n`

function marked<Of extends Words>(words: Of, about: string): Of {
  return { ...words, text: `${MARK}: ${about}\n\n${words.text}`, html: words.html && withBanner(words.html, about) }
}

/** Puts the banner above the heading, wherever that is, and marks the title, which some apps show. */
function withBanner(html: string, about: string): string {
  const heading = html.search(/<h1[\s>]/)
  const at = heading < 0 ? html.indexOf('>', html.indexOf('<body')) + 1 : heading
  return (html.slice(0, at) + banner(about) + html.slice(at)).replace('<title>', `<title>${MARK}: `)
}

/** Marks the beginning of a demo's message. A real showing's message stays as it is. */
export function markDemo<Of extends Message>(demo: Demo, channel: Channel, message: Of): Of {
  if (!demo.isDemo) return message
  if (channel === 'sms') return { ...message, text: `${MARK} ${message.text}` }
  const about = aboutOf(demo)
  return {
    ...marked(message, about),
    // The letter's subject is its title, which already has the mark.
    subject: message.subject?.startsWith(MARK) ? message.subject : headerLine(`${MARK}: ${message.subject ?? ''}`),
    copy: message.copy && {
      ...marked(message.copy, about),
      ...(message.copy.subject && { subject: headerLine(`${MARK}: ${message.copy.subject}`) }),
    },
  }
}

/** Marks a demo's notice to enter in its title, its first words, and its footer. */
export function markDemoNotice(demo: Demo, notice: NoticeToEnter): NoticeToEnter {
  if (!demo.isDemo) return notice
  return {
    ...notice,
    title: `${MARK}: ${notice.title}`,
    paragraphs: [{ heading: t.thisIsDemo(), text: aboutOf(demo) }, ...notice.paragraphs],
    translations: notice.translations.map((one) => ({
      ...one,
      title: `${MARK}: ${one.title}`,
      footer: `${MARK}. ${one.footer}`,
    })),
    // It is not a real notice, so no one delivers it.
    deliveryOptions: [],
    agentTask: notice.agentTask && `${MARK}: ${notice.agentTask}`,
    footer: `${MARK}. ${notice.footer}`,
  }
}
