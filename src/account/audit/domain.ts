import { isEmail } from '../../platform/email.ts'
import { isWrittenUuid } from '../../platform/uuid.ts'
import * as t from '../text/audit.ts'

/** The actions of admins, as the audit trail shows them. */
export const AUDIT_EVENTS = {
  'user.grant_admin': t.actGrant,
  'user.revoke_admin': t.actRevoke,
  'user.suspend': t.actSuspend,
  'user.lift': t.actLift,
  'user.sign_out': t.actSignOut,
  'user.second_step_off': t.actStepOff,
  'account.delete': t.actDelete,
  'property.create': t.actProperty,
  'booking.correct_email': t.actEmail,
  'message.resend': t.actResend,
  'job.run': t.actRun,
  'job.drop': t.actDrop,
  'reconciliation.run': t.actReconcile,
  'image.remove': t.actRemoveImage,
  'image.hide': t.actHideImage,
  'image.delete': t.actDeleteImage,
  'image.dismiss': t.actDismiss,
  'image.restore': t.actRestore,
  'image.uphold': t.actUphold,
  'term.add': t.actAddTerm,
  'term.delete': t.actDropTerm,
} as const
export const actName = (act: string): string =>
  act in AUDIT_EVENTS ? AUDIT_EVENTS[act as keyof typeof AUDIT_EVENTS]() : act

/** Reads which person an admin is looking for. @returns null if the text is neither an ID nor an email */
export function personOf(text: string): { id: string } | { email: string } | null {
  const folded = text.trim().toLowerCase()
  if (isWrittenUuid(folded)) return { id: folded }
  return isEmail(folded) ? { email: folded } : null
}

const text = (value: unknown) => String(value)

const DETAILS: Record<string, (value: unknown) => string> = {
  reason: (reason) => t.detailReason({ reason: text(reason) }),
  unlisted: (count) => t.detailUnlisted({ count: Number(count) }),
  listed: (count) => t.detailListed({ count: Number(count) }),
  sessions: (count) => t.detailSessions({ count: Number(count) }),
  homes: (count) => t.detailHomes({ count: Number(count) }),
  receipt: (number) => t.detailReceipt({ number: text(number) }),
  rule: (rule) => t.detailRule({ rule: text(rule) }),
  task: (task) => t.detailTask({ task: text(task) }),
  channel: (channel) => t.detailChannel({ channel: text(channel) }),
  role: (role) => t.detailRole({ role: text(role) }),
  bookingId: (id) => t.detailBooking({ id: text(id) }),
  agentId: (id) => t.detailAgent({ id: text(id) }),
}

/** Describes an action's details in words. */
export const detailsOf = (details: Record<string, unknown>): string[] =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => DETAILS[name]?.(value) ?? `${name}: ${JSON.stringify(value)}`)
