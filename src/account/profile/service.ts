import { createHmac, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { isSameSecret } from '../../platform/constant-time.ts'
import type { Database } from '../../platform/db/connect.ts'
import { forbidden, notFound, requireValid } from '../../platform/errors.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import { language } from '../../platform/language.ts'
import { photoKeyOf } from '../../platform/photo.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { UploadedPhoto } from '../../platform/wire-values.ts'
import { REGISTRATION_CREDITS, usernameCandidates } from '../account/domain.ts'
import * as t from '../text/profile.ts'
import type { NewUser, ProfileForm, UserProfile } from './contract.ts'
import {
  bioIssues,
  cleanBio,
  noProfile,
  profileOf,
  REGISTRATION_REMEMBERED_DAYS,
  usernameIssues,
  usernameTaken,
} from './domain.ts'
import {
  deleteFormerRegistrations,
  findProfile,
  grantRegistration,
  insertFormerRegistration,
  insertProfile,
  updateProfile,
  updateUsername,
} from './repository.ts'

/** Checks and stores an uploaded picture. */
export type ProfilePhotos = { uploadPhoto(actor: Actor, image: Blob | null): Promise<UploadedPhoto> }

type ProfileDeps = { db: Database; clock: Clock; secret: string; photos: ProfilePhotos }

export const createProfileService = (deps: ProfileDeps) =>
  withDeps(deps, {
    create,
    find,
    rename,
    change,
    uploadPicture,
    removePicture,
    unsubscribePath,
    unsubscribe,
    rememberRegistration,
    forget,
  })

export type ProfileService = ReturnType<typeof createProfileService>

/**
 * Creates the caller's profile with the registration credits, in one transaction. Without a username, uses the first
 * free one made from the email. @throws DomainError unauthenticated, forbidden, invalid, conflict
 */
async function create(
  { db, clock, secret }: ProfileDeps,
  actor: Actor,
  form: NewUser,
): Promise<{ profile: UserProfile; isNew: boolean }> {
  const { accountId, email } = requireAccount(actor)
  if (form.uid !== undefined && form.uid !== accountId) throw forbidden()
  const known = await findProfile(db, accountId)
  if (known) return { profile: profileOf(known), isNew: false }
  requireValid(form.username === undefined ? [] : usernameIssues(form.username, 'username'))
  const names = form.username === undefined ? usernameCandidates(email, accountId) : [form.username]
  const isNew = await db.transaction().execute(async (tx) => {
    for (const username of names) {
      const outcome = await insertProfile(tx, { accountId, username, language: language(), at: clock.now() })
      if (outcome === 'exists') return false
      if (outcome === 'taken') continue
      const hash = registrationHash(secret, email)
      const grant = { id: randomUUIDv7(), accountId, amount: REGISTRATION_CREDITS, hash, at: clock.now() }
      await grantRegistration(tx, grant)
      return true
    }
    throw usernameTaken('username')
  })
  return { profile: await get(db, accountId), isNew }
}

/**
 * Finds the caller's own profile, or any profile for an admin.
 * @throws DomainError unauthenticated, forbidden, not_found
 */
async function find({ db }: ProfileDeps, actor: Actor, uid: string): Promise<UserProfile> {
  const { accountId, role } = requireAccount(actor)
  if (uid !== accountId && role !== 'admin') throw forbidden()
  if (!isUuid(uid)) throw noProfile()
  return get(db, uid)
}

/** @throws DomainError unauthenticated, invalid, conflict, not_found */
async function rename(
  { db }: ProfileDeps,
  actor: Actor,
  { newUsername }: { newUsername: string },
): Promise<UserProfile> {
  const { accountId } = requireAccount(actor)
  requireValid(usernameIssues(newUsername, 'newUsername'))
  const isFree = await updateUsername(db, accountId, newUsername)
  if (isFree === false) throw usernameTaken('newUsername')
  return get(db, accountId)
}

/** @throws DomainError unauthenticated, invalid, not_found */
async function change({ db }: ProfileDeps, actor: Actor, form: ProfileForm): Promise<UserProfile> {
  const { accountId } = requireAccount(actor)
  const { settings } = form
  const bio = form.bio === undefined ? undefined : cleanBio(form.bio)
  requireValid(bio === undefined ? [] : bioIssues(bio))
  if (!(await updateProfile(db, accountId, { bio, settings }))) throw noProfile()
  return get(db, accountId)
}

/** Stores the new picture. A sweep deletes the old one. @throws DomainError not_found and those of `uploadPhoto` */
async function uploadPicture({ db, photos }: ProfileDeps, actor: Actor, image: Blob | null): Promise<UploadedPhoto> {
  const { accountId } = requireAccount(actor)
  await get(db, accountId)
  const photo = await photos.uploadPhoto(actor, image)
  await updateProfile(db, accountId, { picture: photoKeyOf(photo.imageUrl) })
  return photo
}

/** @throws DomainError unauthenticated, not_found (no profile) */
async function removePicture({ db }: ProfileDeps, actor: Actor): Promise<void> {
  const { accountId } = requireAccount(actor)
  if (!(await updateProfile(db, accountId, { picture: null }))) throw noProfile()
}

/** Makes the link for the List-Unsubscribe header of emails to this account (RFC 8058). */
const unsubscribePath = (deps: ProfileDeps, accountId: string) =>
  `/unsubscribe/${accountId}.${sign(deps, accountId).toString('base64url')}`

/** Ends marketing email without a sign-in. A second call is harmless. @throws DomainError not_found */
async function unsubscribe(deps: ProfileDeps, token: string): Promise<void> {
  const [accountId = '', signature = ''] = token.split('.')
  const isOurs = isSameSecret(Buffer.from(signature, 'base64url'), sign(deps, accountId))
  if (!isOurs || !isUuid(accountId)) throw notFound(t.notOurLink())
  await updateProfile(deps.db, accountId, { settings: { marketing_emails: false } })
}

/** Remembers that a person whose account is being deleted had their free credits. */
async function rememberRegistration(
  { clock, secret }: ProfileDeps,
  tx: Database,
  account: { id: string; email: string },
): Promise<void> {
  const forgetAt = clock.now().add({ hours: 24 * REGISTRATION_REMEMBERED_DAYS })
  await insertFormerRegistration(tx, { accountId: account.id, hash: registrationHash(secret, account.email), forgetAt })
}

/** Identifies an email without storing it. Only someone with our secret can compare it with an email. */
const registrationHash = (secret: string, email: string): string =>
  keyedHash(secret, 'registration', email.toLowerCase()).toString('base64url')

/** Forgets the emails of accounts that were deleted long ago. */
const forget = ({ db, clock }: ProfileDeps): Promise<void> => deleteFormerRegistrations(db, clock.now())

/** @throws DomainError not_found */
async function get(db: Database, accountId: string): Promise<UserProfile> {
  const row = await findProfile(db, accountId)
  if (!row) throw noProfile()
  return profileOf(row)
}

const sign = ({ secret }: ProfileDeps, accountId: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${accountId}`).digest()
