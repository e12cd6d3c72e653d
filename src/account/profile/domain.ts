import type { Viewer } from '../../platform/actor.ts'
import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import { renditionKey } from '../../platform/photo.ts'
import { plainText } from '../../platform/plain-text.ts'
import * as t from '../text/profile.ts'
import type { ProfileSettings, UserProfile } from './contract.ts'
export const BIO_MAX = 500
/** How long we know that the email of a deleted account had its free credits. */
export const REGISTRATION_REMEMBERED_DAYS = 365

const USERNAME = /^[A-Za-z0-9_-]{3,32}$/

/** Requires 3 to 32 letters, digits, hyphens, and underscores (decisions.md section 2). @param path the field's path */
export function usernameIssues(username: string, path: string): Issue[] {
  const oneIssue = (message: string) => [{ path, message }]
  if (username === '') return oneIssue(t.enterUsername())
  return USERNAME.test(username) ? [] : oneIssue(t.badUsername())
}

export const usernameTaken = (field: string) =>
  new DomainError('conflict', 'username_taken', t.usernameTaken(), { field })

export const noProfile = () => notFound(t.noProfile(), 'profile_not_found')

/** Cleans a bio. Keeps its lines, with at most one empty line in a row. */
export const cleanBio = (bio: string): string => plainText(bio.replace(/\r\n?/g, '\n')).replace(/\n{3,}/g, '\n\n')

/** Counts code points. @param bio cleaned */
export function bioIssues(bio: string): Issue[] {
  const isLong = [...bio].length > BIO_MAX
  return isLong ? [{ path: 'bio', message: t.bioTooLong({ max: BIO_MAX }) }] : []
}

/** Only its owner and admins see a private or suspended profile (docs/decisions/0033). */
export const maySee = (
  row: { account_id: string | null; is_private: boolean; is_suspended: boolean },
  { accountId, isAdmin }: Viewer,
): boolean => isAdmin || (accountId !== null && accountId === row.account_id) || !(row.is_private || row.is_suspended)

const DEFAULTS: ProfileSettings = { marketing_emails: false, private_profile: false, language: null }

export type ProfileRow = {
  account_id: string
  email: string
  username: string
  bio: string
  picture_key: string | null
  role: 'agent' | 'admin'
  settings: Partial<ProfileSettings>
  credits: number
  plan: 'free' | 'monthly'
  created_at: Date
}

export const profileOf = (row: ProfileRow): UserProfile => ({
  uid: row.account_id,
  email: row.email,
  anonymous_username: row.username,
  bio: row.bio,
  picture: row.picture_key && `/files/${renditionKey(row.picture_key, 'small', 'webp')}`,
  role: row.role,
  credits: row.credits,
  plan: row.plan,
  settings: { ...DEFAULTS, ...row.settings },
  created_at: row.created_at.toISOString(),
})
