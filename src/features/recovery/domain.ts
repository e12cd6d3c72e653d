import { DomainError, type Issue } from '../../platform/errors.ts'
import { newPasswordIssues } from '../account/domain.ts'
import type { ResetForm } from './contract.ts'

/** A link to choose a new password lives an hour and works once; one that confirms an address lives a day. */
export const RESET_SECONDS = 3600
export const CONFIRMATION_SECONDS = 24 * 3600

/** An account's mails in an hour: nobody fills somebody else's mailbox. */
export const MAILS_AN_HOUR = 5

export const resetIssues = ({ newPassword }: Pick<ResetForm, 'newPassword'>): Issue[] =>
  newPasswordIssues(newPassword, 'newPassword')

export const deadLink = () =>
  new DomainError('expired', 'link_expired', 'This link has expired or was used already. Please ask for a new one.')

export const alreadyConfirmed = () =>
  new DomainError('conflict', 'already_confirmed', 'Your email address is confirmed already.')

export const tooManyMails = (retryAfterSeconds: number) =>
  new DomainError('too_many', 'too_many_mails', 'Too many requests for this email. Please try again later.', {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  })

/** Mails of what happened to an account, so that its owner sees what he did not do himself. */
export const SECURITY_NOTICES = ['passkey_added', 'passkey_removed', 'suspended', 'suspension_lifted'] as const
export type SecurityNotice = (typeof SECURITY_NOTICES)[number]

export const isNotice = (kind: string): kind is SecurityNotice => SECURITY_NOTICES.some((one) => one === kind)
