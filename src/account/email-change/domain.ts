import { DomainError, type Issue } from '../../platform/errors.ts'
import { emailIssues, foldEmail } from '../account/domain.ts'
import * as t from '../text/email-change.ts'
import type { EmailChangeForm } from './contract.ts'

/** How long the link to the new email works. */
export const CHANGE_HOURS = 24

/** How many of these links an account gets, and how many one address gets from all accounts. */
export const changeLimit = (scale: number) => ({ tries: 5 * scale, seconds: 3600 })

/** The sample accounts, which a start creates again if it does not find their emails. */
const SAMPLES = ['admin@example.com', 'agent@example.com']

/** @param email the account's current one */
export function changeIssues({ newEmail, password }: EmailChangeForm, email: string): Issue[] {
  const issues = emailIssues(newEmail).map(({ message }) => ({ path: 'newEmail', message }))
  if (foldEmail(newEmail) === email) issues.push({ path: 'newEmail', message: t.sameEmail() })
  if (password === '') issues.push({ path: 'password', message: t.enterPassword() })
  return issues
}

export const isSample = (email: string) => SAMPLES.includes(email)

export const sampleAccount = () => new DomainError('conflict', 'sample_account', t.sampleAccount())

export const newEmailTaken = () => new DomainError('conflict', 'email_taken', t.taken(), { field: 'newEmail' })

export const tooManyLinks = (waitSeconds: number) => tooMany(t.tooManyLinks, waitSeconds)

/** The links may have come from other accounts. */
export const addressFull = (waitSeconds: number) => tooMany(t.addressFull, waitSeconds)

const tooMany = (say: (minutes: { count: number }) => string, waitSeconds: number) =>
  new DomainError('too_many', 'too_many_mails', say({ count: Math.max(1, Math.ceil(waitSeconds / 60)) }), {
    retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)),
  })

export const deadLink = () => new DomainError('expired', 'link_expired', t.deadLink())
