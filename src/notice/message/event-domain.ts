import * as t from '../text/message.ts'

/** Events about which we send messages, and their names. `slot_lost`: the payment came too late, and we refunded it. */
const EVENTS = {
  booked: t.aboutBooked,
  slot_lost: t.aboutSlotLost,
  approved: t.aboutApproved,
  declined: t.aboutDeclined,
  cancelled: t.aboutCancelled,
  moved: t.aboutMoved,
  running_late: t.aboutRunningLate,
  email_changed: t.aboutEmailChanged,
  move_proposed: t.aboutMoveProposed,
  move_kept: t.aboutMoveKept,
  move_withdrawn: t.aboutMoveWithdrawn,
  move_unanswered: t.aboutMoveUnanswered,
  refund_requested: t.aboutRefundRequested,
  refund_unanswered: t.aboutRefundUnanswered,
  refund_declined: t.aboutRefundDeclined,
  refunded: t.aboutRefunded,
  letter_refunded: t.aboutLetterRefunded,
  reminder_day: t.aboutReminderDay,
  reminder_hour: t.aboutReminderHour,
  reminder_notice: t.aboutReminderNotice,
  message: t.aboutMessage,
  feedback_asked: t.aboutFeedback,
  pay_link: t.aboutPayLink,
  pay_link_ended: t.aboutPayLinkEnded,
}
export type NotificationEvent = keyof typeof EVENTS

/** Says what a message is about. An unknown event keeps its own name. */
export const deliveryAbout = (event: string): string =>
  EVENTS[event as NotificationEvent]?.() ?? event.charAt(0).toUpperCase() + event.slice(1).replaceAll('_', ' ')
