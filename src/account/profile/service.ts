import { createHmac, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { forbidden, invalid, notFound } from '../../platform/errors.ts'
import { photoKeyOf } from '../../platform/photo.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { UploadedPhoto } from '../../platform/wire-values.ts'
import { REGISTRATION_CREDITS, usernameCandidates } from '../account/domain.ts'
import type { NewUser, ProfileForm, UserProfile } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

/** Checks and keeps the picture that somebody uploads. */
export type ProfilePhotos = { uploadPhoto(actor: Actor, image: Blob | null): Promise<UploadedPhoto> }

type ProfileDependencies = {
  db: Database
  clock: Clock
  secret: string
  photos: ProfilePhotos
}

export function createProfileService({ db, clock, secret, photos }: ProfileDependencies) {
  /** @throws DomainError not_found */
  async function get(accountId: string): Promise<UserProfile> {
    const row = await rows.findProfile(db, accountId)
    if (!row) throw rule.noProfile()
    return rule.profileOf(row)
  }

  const sealOf = (accountId: string) => createHmac('sha256', secret).update(`unsubscribe ${accountId}`).digest()

  return {
    /**
     * Makes the profile of the caller's own account, with the credits of a registration, in one transaction. Without a name
     * the first free one of the e-mail's is taken. @throws DomainError unauthenticated, forbidden, invalid, conflict
     */
    async create(actor: Actor, form: NewUser): Promise<{ profile: UserProfile; isNew: boolean }> {
      const { accountId, email } = requireAccount(actor)
      if (form.uid !== undefined && form.uid !== accountId) throw forbidden()
      const known = await rows.findProfile(db, accountId)
      if (known) return { profile: rule.profileOf(known), isNew: false }
      const issues = form.username === undefined ? [] : rule.usernameIssues(form.username, 'username')
      if (issues.length > 0) throw invalid(issues)
      const names = form.username === undefined ? usernameCandidates(email, accountId) : [form.username]
      const isNew = await db.transaction().execute(async (tx) => {
        for (const username of names) {
          const outcome = await rows.insertProfile(tx, { accountId, username, at: clock.now() })
          if (outcome === 'exists') return false
          if (outcome === 'taken') continue
          const grant = { id: randomUUIDv7(), accountId, amount: REGISTRATION_CREDITS, at: clock.now() }
          await rows.grantRegistration(tx, grant)
          return true
        }
        throw rule.usernameTaken('username')
      })
      return { profile: await get(accountId), isNew }
    },

    /** One's own, or an admin's view of anybody's. @throws DomainError unauthenticated, forbidden, not_found */
    async find(actor: Actor, uid: string): Promise<UserProfile> {
      const { accountId, role } = requireAccount(actor)
      if (uid !== accountId && role !== 'admin') throw forbidden()
      if (!isUuid(uid)) throw rule.noProfile()
      return get(uid)
    },

    /** @throws DomainError unauthenticated, invalid, conflict, not_found */
    async rename(actor: Actor, { newUsername }: { newUsername: string }): Promise<UserProfile> {
      const { accountId } = requireAccount(actor)
      const issues = rule.usernameIssues(newUsername, 'newUsername')
      if (issues.length > 0) throw invalid(issues)
      const isFree = await rows.updateUsername(db, accountId, newUsername)
      if (isFree === false) throw rule.usernameTaken('newUsername')
      return get(accountId)
    },

    /** @throws DomainError unauthenticated, invalid, not_found */
    async change(actor: Actor, form: ProfileForm): Promise<UserProfile> {
      const { accountId } = requireAccount(actor)
      const bio = form.bio === undefined ? undefined : rule.cleanBio(form.bio)
      const issues = bio === undefined ? [] : rule.bioIssues(bio)
      if (issues.length > 0) throw invalid(issues)
      const { settings } = form
      const change = { ...(bio !== undefined && { bio }), ...(settings && { settings }) }
      if (!(await rows.updateProfile(db, accountId, change))) throw rule.noProfile()
      return get(accountId)
    },

    /** Keeps a picture and shows it; the one before is swept. @throws DomainError not_found and those of `uploadPhoto` */
    async uploadPicture(actor: Actor, image: Blob | null): Promise<UploadedPhoto> {
      const { accountId } = requireAccount(actor)
      await get(accountId)
      const photo = await photos.uploadPhoto(actor, image)
      await rows.updateProfile(db, accountId, { picture: photoKeyOf(photo.imageUrl) })
      return photo
    },

    /** @throws DomainError unauthenticated, not_found (there is no profile) */
    async removePicture(actor: Actor): Promise<void> {
      const { accountId } = requireAccount(actor)
      if (!(await rows.updateProfile(db, accountId, { picture: null }))) throw rule.noProfile()
    },

    /** What stands in the List-Unsubscribe header of a mail to this account (RFC 8058). */
    unsubscribePath: (accountId: string) => `/unsubscribe/${accountId}.${sealOf(accountId).toString('base64url')}`,

    /** Ends marketing mail without a sign-in, and again does no harm. @throws DomainError not_found */
    async unsubscribe(token: string): Promise<void> {
      const [accountId = '', seal = ''] = token.split('.')
      const given = Buffer.from(seal, 'base64url')
      const expected = sealOf(accountId)
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
      if (!isOurs || !isUuid(accountId)) throw notFound('This link is not one of ours.')
      await rows.updateProfile(db, accountId, { settings: { marketing_emails: false } })
    },
  }
}

export type ProfileService = ReturnType<typeof createProfileService>
