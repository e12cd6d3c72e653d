import { DomainError, type Issue } from '../../platform/errors.ts'
import { newPasswordIssues } from '../account/domain.ts'
import * as t from '../text/recovery.ts'
import type { ResetForm } from './contract.ts'

/** A link to choose a new password works once, within an hour. A link that confirms an email works for a day. */
export const RESET_SECONDS = 3600
export const CONFIRMATION_SECONDS = 24 * 3600

/**
 * Keeps people from flooding someone else's mailbox. We send three links to choose a password at once, and the next
 * ones after a growing wait. The wait is always shorter than a link's lifetime, so a person who waits has a link that
 * works. A known browser has its own count.
 * @param scale RATE_LIMIT_SCALE
 */
export const mailLimits = (scale: number) => ({
  ofAddress: { free: 2 * scale, delays: [60, 300, 900], forgetSeconds: 3600 },
  ofKnownBrowser: { tries: 5 * scale, seconds: 3600 },
  ofConfirmation: { tries: 5 * scale, seconds: 3600 },
})

export const resetIssues = ({ newPassword }: Pick<ResetForm, 'newPassword'>): Issue[] =>
  newPasswordIssues(newPassword, 'newPassword')

export const deadLink = () => new DomainError('expired', 'link_expired', t.deadLink())

export const alreadyConfirmed = () => new DomainError('conflict', 'already_confirmed', t.alreadyConfirmed())

/** The message is the same, and true, whether or not the account exists. */
export const resetJustSent = (waitSeconds: number) => tooManyMails(t.resetJustSent(), waitSeconds)

export const confirmationJustSent = (waitSeconds: number) => tooManyMails(t.confirmationJustSent(), waitSeconds)

const tooManyMails = (sentence: string, waitSeconds: number) =>
  new DomainError(
    'too_many',
    'too_many_mails',
    `${sentence} ${t.checkInbox({ count: Math.max(1, Math.ceil(waitSeconds / 60)) })}`,
    { retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)) },
  )

/** Events that we email to an account's owner, so that they see what others did. */
export const SECURITY_NOTICES = [
  'passkey_added',
  'passkey_removed',
  'second_step_on',
  'second_step_off',
  'recovery_codes',
  'email_changed',
  'suspended',
  'suspension_lifted',
] as const
export type SecurityNotice = (typeof SECURITY_NOTICES)[number]

export const isNotice = (kind: string): kind is SecurityNotice => SECURITY_NOTICES.some((one) => one === kind)
