import type { LogEvent } from '../../notice/compliance/contract.ts'
import { type Delivery, deliveryOf, deliveryName as messageName } from '../../notice/message/delivery-domain.ts'
import { reasonText } from '../../notice/message/reason-domain.ts'
import { methodName } from '../../notice/service-record/domain.ts'
import * as t from '../text/evidence.ts'

const words = (name: string) => name.replaceAll('_', ' ')
const sentence = (name: string) => words(name).charAt(0).toUpperCase() + words(name).slice(1)

/** Returns words for a vendor's delivery status, such as `delivered`. */
const deliveryName = (state: string): string => t.delivery({ state, name: words(state) })

const stateName = (status: string): string => t.messageStatus({ status, name: sentence(status) })

/** Describes the outcome of a message. `details`: what else we know, such as why it failed. */
export function outcomeOf(
  message: Parameters<typeof deliveryOf>[0],
): Pick<Delivery, 'state' | 'tone'> & { details: string[] } {
  const { state, tone, detail } = deliveryOf(message)
  const details = detail === null ? [] : [detail]
  const reason = message.reason && reasonText(message.reason)
  if (reason && !detail?.includes(reason)) details.push(reason)
  return { state, tone, details }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns a short text with what a log entry says beyond its name, or `''` if the name says it all. */
export function entryDetail({ event, payload }: Pick<LogEvent, 'event' | 'payload'>): string {
  switch (event) {
    case 'note':
      return text(payload.note)
    case 'served':
      return t.servedHow({
        method: methodName(payload.method as Parameters<typeof methodName>[0]),
        servedBy: text(payload.servedBy),
      })
    case 'service_withdrawn':
      return text(payload.reason)
    case 'notified':
    case 'resent':
      return messageNames(payload.messages)
    case 'delivery':
      return [nameOf(payload), deliveryName(text(payload.state)), reasonText(text(payload.reason))]
        .filter(Boolean)
        .join(', ')
    case 'occupancy_changed':
      return occupantName(payload)
    case 'moved':
      return ''
    default:
      return text(payload.reason)
  }
}

function occupantName({ occupancy, residentInfo }: Record<string, unknown>): string {
  const name = text((residentInfo as { name?: unknown } | null)?.name)
  return t.livesThere({ occupancy: text(occupancy), hasName: name ? 'yes' : 'no', name })
}

const nameOf = ({ channel, role }: Record<string, unknown>): string =>
  messageName({ channel, role } as Parameters<typeof messageName>[0])

function messageNames(messages: unknown): string {
  if (!Array.isArray(messages)) return ''
  return messages
    .map((message: Record<string, unknown>) =>
      [nameOf(message), stateName(text(message.status).toLowerCase().replaceAll(' ', '_')).toLowerCase()]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ')
}
