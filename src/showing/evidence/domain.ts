import type { LogEvent } from '../../notice/compliance/contract.ts'
import { methodName } from '../../notice/service-record/domain.ts'
import type { SentMessage } from './contract.ts'

export const CHANNELS: Record<SentMessage['channel'], string> = {
  sms: 'Text message',
  email: 'Email',
  certified_mail: 'Certified letter',
}
export const ROLES: Record<SentMessage['role'], string> = {
  listing_agent: 'Listing agent',
  resident: 'Resident',
  buyer: 'Buyer',
}

const STATUSES: Record<string, string> = {
  queued: 'Waiting to be sent',
  sending: 'Being sent',
  sent: 'Sent',
  not_sent: 'Not sent',
  failed: 'Failed',
}

const words = (name: string) => name.replaceAll('_', ' ')
const sentence = (name: string) => words(name).charAt(0).toUpperCase() + words(name).slice(1)

/** What a message was about. */
export const aboutName = (event: string): string => (event === 'booked' ? 'Booking' : sentence(event))

/** `Sent, delivered` */
export const statusName = ({ status, delivery }: Pick<SentMessage, 'status' | 'delivery'>): string =>
  [STATUSES[status] ?? sentence(status), delivery && words(delivery)].filter(Boolean).join(', ')

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What an entry of the log says beyond its name, in a few words; '' where its name says all. */
export function entryDetail({ event, payload }: Pick<LogEvent, 'event' | 'payload'>): string {
  switch (event) {
    case 'note':
      return text(payload.note)
    case 'served':
      return `${methodName(payload.method as Parameters<typeof methodName>[0])}, by ${text(payload.servedBy)}`
    case 'service_withdrawn':
      return text(payload.reason)
    case 'notified':
    case 'resent':
      return messageNames(payload.messages)
    case 'delivery':
      return [nameOf(payload), words(text(payload.state)), text(payload.reason)].filter(Boolean).join(', ')
    case 'moved':
      return ''
    default:
      return text(payload.reason)
  }
}

function nameOf(message: Record<string, unknown>): string {
  const channel = CHANNELS[message.channel as SentMessage['channel']] ?? text(message.channel)
  const role = ROLES[message.role as SentMessage['role']] ?? text(message.role)
  return `${channel} to ${role.toLowerCase()}`
}

function messageNames(messages: unknown): string {
  if (!Array.isArray(messages)) return ''
  return messages
    .map((message: Record<string, unknown>) =>
      [nameOf(message), text(message.status).toLowerCase()].filter(Boolean).join(' '),
    )
    .join('; ')
}
