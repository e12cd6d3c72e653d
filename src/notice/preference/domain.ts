import { DomainError } from '../../platform/errors.ts'
import * as t from '../text/preference.ts'

/** What messages to an agent are about, as agents choose among them. */
export const TOPICS = ['booking', 'request', 'cancellation', 'reschedule', 'reminder', 'message', 'refund'] as const
export type Topic = (typeof TOPICS)[number]

/** How messages of a topic reach an agent. */
export type Choice = { topic: Topic; sms: boolean; email: boolean }

/** What changes of a choice: ways that are left out stay. */
export type ChoiceChange = { topic: Topic; sms?: boolean | undefined; email?: boolean | undefined }

export const SWITCHED_OFF = 'The agent turned these messages off'

const TOPIC_OF: Record<string, Topic> = {
  booked: 'booking',
  approved: 'booking',
  declined: 'cancellation',
  cancelled: 'cancellation',
  moved: 'reschedule',
  pay_link_ended: 'cancellation',
  reminder_day: 'reminder',
  reminder_hour: 'reminder',
  message: 'message',
  refund_requested: 'refund',
  refund_declined: 'refund',
  refunded: 'refund',
}

/** Returns what an event is about while its showing is in this status; null: it always reaches the agent. */
export function topicOf(event: string, status: string): Topic | null {
  // While a showing waits for approval, its news is a request to decide.
  if (status === 'pending' && (event === 'booked' || event === 'moved')) return 'request'
  return TOPIC_OF[event] ?? null
}

/** Returns every topic, as chosen or as it is by default. */
export const allChoices = (chosen: readonly Choice[]): Choice[] =>
  TOPICS.map((topic) => chosen.find((one) => one.topic === topic) ?? { topic, sms: true, email: true })

/** Nothing would reach the agent in time to decide. */
export const requestMustReach = () =>
  new DomainError('invalid', 'request_must_reach', t.requestMustReach(), { field: 'email' })

/**
 * Whether an agent wants no message of an event this way.
 * @param canOther whether the same news can go the other way: a request is never left to a way that reaches nobody
 */
export function isSwitchedOff(
  choices: readonly Choice[],
  message: { event: string; status: string; way: 'sms' | 'email' },
  canOther: boolean,
): boolean {
  const topic = topicOf(message.event, message.status)
  const choice = choices.find((one) => one.topic === topic)
  if (!choice || choice[message.way]) return false
  return topic !== 'request' || canOther
}
