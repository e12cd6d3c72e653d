import { isEmail } from '../../platform/email.ts'
import { isWrittenUuid } from '../../platform/uuid.ts'

/** What admins do, as the trail shows it. */
export const ACTS = {
  'user.grant_admin': 'Made somebody an admin',
  'user.revoke_admin': 'Took away the role of an admin',
  'user.suspend': 'Suspended an account',
  'user.lift': 'Lifted a suspension',
  'user.sign_out': 'Signed somebody out everywhere',
  'account.delete': 'Deleted their own account',
  'property.create': 'Added a home for an agent',
  'message.resend': 'Sent a message again',
  'job.run': 'Ran a failed job again',
  'job.drop': 'Dropped a failed job',
  'reconciliation.run': 'Asked for a comparison of all payments',
  'image.remove': 'Removed an image',
  'image.hide': 'Made an image private',
  'image.delete': 'Deleted an image',
  'image.dismiss': 'Dismissed reports of an image',
  'image.restore': 'Brought an image back on appeal',
  'image.uphold': 'Upheld the removal of an image',
  'term.add': 'Added a term to the block list',
  'term.delete': 'Took a term off the block list',
} as const
export const actName = (act: string): string => (act in ACTS ? ACTS[act as keyof typeof ACTS] : act)

/** Reads the person that an admin asks for. @returns null: the text is neither an id nor an email */
export function personOf(text: string): { id: string } | { email: string } | null {
  const folded = text.trim().toLowerCase()
  if (isWrittenUuid(folded)) return { id: folded }
  return isEmail(folded) ? { email: folded } : null
}

/** `homes`: 1 → `1 home`. */
const counted = (count: unknown, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const DETAILS: Record<string, (value: unknown) => string> = {
  reason: (reason) => `Reason: ${reason}`,
  unlisted: (count) => `${counted(count, 'home', 'homes')} unlisted`,
  listed: (count) => `${counted(count, 'home', 'homes')} listed again`,
  sessions: (count) => `${counted(count, 'session', 'sessions')} ended`,
  homes: (count) => counted(count, 'home', 'homes'),
  receipt: (number) => `Receipt ${number}`,
  rule: (rule) => `Rule ${rule}`,
  task: (task) => `Task ${task}`,
  channel: (channel) => `By ${channel}`,
  role: (role) => `To the ${String(role).replaceAll('_', ' ')}`,
  bookingId: (id) => `Booking ${id}`,
  agentId: (id) => `For the agent ${id}`,
}

/** Puts the details of an act into words. */
export const detailsOf = (details: Record<string, unknown>): string[] =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => DETAILS[name]?.(value) ?? `${name}: ${JSON.stringify(value)}`)
