import { DomainError } from '../../platform/errors.ts'
import * as t from '../text/preference.ts'

/** The topics of messages to an agent, for each of which agents choose what they get. */
export const TOPICS = ['booking', 'request', 'cancellation', 'reschedule', 'reminder', 'message', 'refund'] as const
export type Topic = (typeof TOPICS)[number]

/** How messages of a topic reach an agent. */
export type Choice = { topic: Topic; sms: boolean; email: boolean }

/** A change of a choice. Ways that it leaves out stay as they are. */
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
  refund_requested: 'request',
  refund_unanswered: 'request',
  refund_declined: 'refund',
  refunded: 'refund',
}

/** Returns the topic of an event while its showing has this status; null: it always reaches the agent. */
export function topicOf(event: string, status: string): Topic | null {
  // While a showing waits for approval, its news asks the agent to decide.
  if (status === 'pending' && (event === 'booked' || event === 'moved')) return 'request'
  return TOPIC_OF[event] ?? null
}

/** Returns the choice for every topic, by default text and email. */
export const allChoices = (chosen: readonly Choice[]): Choice[] =>
  TOPICS.map((topic) => chosen.find((one) => one.topic === topic) ?? { topic, sms: true, email: true })

/** The error for a choice that leaves requests no way to reach the agent in time to decide. */
export const requestMustReach = () =>
  new DomainError('invalid', 'request_must_reach', t.requestMustReach(), { field: 'email' })

/**
 * Tells whether an agent turned off messages of an event this way.
 * @param canOther whether the same news can go the other way. If not, a request goes out anyway
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
