import { fileNamePart } from '../../platform/file-name.ts'
import type { ChatMessage } from './contract.ts'
import { DISCLAIMER } from './domain.ts'

/** `2026-11-21 09:00 UTC` */
const minuteOf = (at: string) => `${at.replace('T', ' ').slice(0, 16)} UTC`

const STATUS: Record<ChatMessage['status'], string> = {
  streaming: ' (not finished)',
  done: '',
  stopped: ' (stopped)',
  error: ' (failed)',
}

/** Somebody's words, so that whoever opens the file sees the very characters: no picture, no HTML, no heading of theirs. */
const literal = (text: string) =>
  text.replace(/[\\`*_[\]<>#~|]/g, (sign) => `\\${sign}`).replace(/^(\s*)([-+=])/gm, '$1\\$2')

/** The head of a conversation as Markdown. */
export const conversationHead = ({ title, createdAt }: { title: string; createdAt: string }) =>
  `# ${literal(title)}\n\n${minuteOf(createdAt)}\n\n> ${DISCLAIMER}\n`

/** One message of it. Other wordings of the same question or answer stand one after the other. */
export function messageMarkdown(message: ChatMessage): string {
  const { role, siblings, id, files, urgent, content, citations, label } = message
  const version = siblings.length > 1 ? ` - version ${siblings.indexOf(id) + 1} of ${siblings.length}` : ''
  const head = `## ${role === 'user' ? 'You' : 'Oracle'}${version}${STATUS[message.status]}`
  const said = label ? `${minuteOf(message.timestamp)} - ${label}` : minuteOf(message.timestamp)
  const parts = [
    head,
    said,
    files.length > 0 ? `Files: ${files.map(({ name }) => literal(name)).join(', ')}` : '',
    urgent?.text ?? '',
    role === 'user' ? literal(content) : content,
    citations
      .map(({ number, name, page, quote }) => {
        return `[${number}] ${literal(name)}${page === null ? '' : `, page ${page}`}: "${literal(quote.replace(/\s+/g, ' '))}"`
      })
      .join('\n\n'),
  ]
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** `lab-report-2026-11-21`, by the title and the day on which it began. */
export const exportName = ({ title, createdAt }: { title: string; createdAt: string }) =>
  `${fileNamePart(title) || 'conversation'}-${createdAt.slice(0, 10)}`
