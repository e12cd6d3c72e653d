import { headerLine } from '../../platform/email-document.ts'
import type { Channel, NoticeToEnter } from '../notification/ports.ts'
import { isProductDemo } from './domain.ts'

/** The word that stands first in whatever a demo sends. */
const MARK = 'DEMO'
const ABOUT = 'This is a demo of ShowingBooker: no home is shown, nobody comes, and there is nothing to do.'
const WHY = 'It was sent because somebody named this destination for a demo. A destination gets at most one demo a day.'

type Demo = { property_id: string; is_demo: boolean }
type Words = { text: string; html: string | null }
type Message = Words & { subject: string | null; copy: { text: string; html: string } | null }

const aboutOf = (demo: Demo) => (isProductDemo(demo) ? `${ABOUT} ${WHY}` : ABOUT)

/** Dark on yellow, in light and in dark mail programs alike. */
const BANNER =
  'margin:0 auto;max-width:568px;box-sizing:border-box;padding:12px 16px;background:#ffd84d;color:#1c1b18;font:600 15px/1.4 -apple-system,"Segoe UI",Roboto,Arial,sans-serif'

function marked<Of extends Words>(words: Of, about: string): Of {
  const banner = `<div role="note" style="${BANNER.replaceAll('"', '&quot;')}"><strong>${MARK}</strong> ${about}</div>`
  return {
    ...words,
    text: `${MARK}: ${about}\n\n${words.text}`,
    html:
      words.html
        ?.replace('<title>', `<title>${MARK}: `)
        .replace('<div class="page">', (page) => `${page}\n${banner}`) ?? null,
  }
}

/** A message of a demo says so before anything else; one of a real showing stays as it is. */
export function markDemo<Of extends Message>(demo: Demo, channel: Channel, message: Of): Of {
  if (!demo.is_demo) return message
  if (channel === 'sms') return { ...message, text: `${MARK} ${message.text}` }
  const about = aboutOf(demo)
  return {
    ...marked(message, about),
    subject: headerLine(`${MARK}: ${message.subject ?? ''}`),
    copy: message.copy && marked(message.copy, about),
  }
}

/** The same for the paper: in its title, its first words and its foot. */
export function markDemoNotice(demo: Demo, notice: NoticeToEnter): NoticeToEnter {
  if (!demo.is_demo) return notice
  return {
    ...notice,
    title: `${MARK}: ${notice.title}`,
    paragraphs: [{ heading: 'This is a demo', text: aboutOf(demo) }, ...notice.paragraphs],
    // Nobody hands over, and nobody prints, what is no notice.
    deliveryOptions: [],
    agentTask: notice.agentTask && `${MARK}: ${notice.agentTask}`,
    footer: `${MARK}. ${notice.footer}`,
  }
}
