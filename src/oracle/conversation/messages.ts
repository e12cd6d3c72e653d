import { fileNamePart } from '../../platform/file-name.ts'
import * as t from '../text/conversation.ts'
import type { ChatMessage } from './contract.ts'

/** Formats `2026-11-21 09:00 UTC`. */
const minuteOf = (at: string) => `${at.replace('T', ' ').slice(0, 16)} UTC`

const STATUS: Record<ChatMessage['status'], () => string> = {
  streaming: t.markNotFinished,
  done: () => '',
  stopped: t.markStopped,
  error: t.markFailed,
}

/** Escapes a person's words, so that a viewer shows the exact characters and no pictures, HTML, or headings. */
const literal = (text: string) =>
  text.replace(/[\\`*_[\]<>#~|]/g, (sign) => `\\${sign}`).replace(/^(\s*)([-+=])/gm, '$1\\$2')

/** Builds the head of a conversation in Markdown. */
export const conversationHead = ({ title, createdAt }: { title: string; createdAt: string }) =>
  `# ${literal(title)}\n\n${minuteOf(createdAt)}\n\n> ${t.disclaimer()}\n`

/** Builds one message in Markdown. Other wordings of the same question or answer follow one another. */
export function messageMarkdown(message: ChatMessage): string {
  const { role, siblings, id, files, urgent, content, citations, label } = message
  const who = role === 'user' ? t.you() : t.oracle()
  const named =
    siblings.length > 1 ? t.versionOf({ who, number: siblings.indexOf(id) + 1, count: String(siblings.length) }) : who
  const state = STATUS[message.status]()
  const head = `## ${named}${state && ` ${state}`}`
  const heading = label ? `${minuteOf(message.timestamp)} - ${label}` : minuteOf(message.timestamp)
  const parts = [
    head,
    heading,
    files.length > 0 ? t.filesNamed({ names: files.map(({ name }) => literal(name)).join(', ') }) : '',
    urgent?.text ?? '',
    role === 'user' ? literal(content) : content,
    citations
      .map(({ number, name, page, quote }) => {
        const place = page === null ? literal(name) : t.placeByPage({ name: literal(name), page })
        return `[${number}] ${place}: "${literal(quote.replace(/\s+/g, ' '))}"`
      })
      .join('\n\n'),
  ]
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Builds `lab-report-2026-11-21` from the title and the day on which it began. */
export const exportName = ({ title, createdAt }: { title: string; createdAt: string }) =>
  `${fileNamePart(title) || 'conversation'}-${createdAt.slice(0, 10)}`
