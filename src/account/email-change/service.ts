import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { isSameSecret } from '../../platform/constant-time.ts'
import { constraintOf, type Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { requireValid, unauthenticated } from '../../platform/errors.ts'
import { writeInstant } from '../../platform/instant.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import type { KnownBrowsers } from '../../platform/known-browser.ts'
import { language } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countingTries, withinTries } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import { foldEmail, isWrongPassword, passwordTries, tooManyTries, wrongPassword } from '../account/domain.ts'
import type { Answer, Caller } from '../account/ports.ts'
import type { AccountService } from '../account/service.ts'
import type { ProfileService } from '../profile/service.ts'
import type { RecoveryService } from '../recovery/service.ts'
import type { EmailChange, EmailChangeForm } from './contract.ts'
import {
  addressFull,
  CHANGE_HOURS,
  changeIssues,
  changeLimit,
  deadLink,
  isSample,
  newEmailTaken,
  sampleAccount,
  tooManyLinks,
} from './domain.ts'
import { linkMail } from './messages.ts'
import {
  deleteExpiredChanges,
  deleteOwnChange,
  endAllBut,
  enqueueLink,
  findChange,
  findOwnChange,
  isTaken,
  lockAccount,
  replaceChange,
  takeChange,
  updateEmail,
} from './repository.ts'

type EmailChangeOptions = {
  db: Database
  clock: Clock
  secret: string
  publicUrl: string
  accounts: Pick<AccountService, 'get' | 'isPassword' | 'sessionOf'>
  profiles: Pick<ProfileService, 'rememberRegistration'>
  recovery: Pick<RecoveryService, 'notify' | 'deliver' | 'languageOf'>
  counts: TryCounts
  browsers: KnownBrowsers
  rateLimitScale: number
}
type EmailChangeDeps = EmailChangeOptions & { tries: ReturnType<typeof changeTries> }
/** `at` and `language` are those of the request. */
export type LinkMail = { id: string; changeId: string; email: string; at: string; language: string }

/** Changes the email of an account, once the owner of the new email has opened a link. */
export const createEmailChangeService = (options: EmailChangeOptions) =>
  withDeps({ ...options, tries: changeTries(options) }, { find, request, cancel, confirm, sendLink, forget })

export type EmailChangeService = ReturnType<typeof createEmailChangeService>

/** Finds the caller's change that waits for its link. @throws DomainError unauthenticated */
async function find({ db, clock }: EmailChangeDeps, actor: Actor): Promise<EmailChange | null> {
  const change = await findOwnChange(db, requireAccount(actor).accountId, clock.now())
  return change && { newEmail: change.email, expiresAt: change.expiresAt.toISOString() }
}

/**
 * Emails a link to the new address. An earlier change and its link end.
 * @throws DomainError unauthenticated, invalid, conflict (`email_taken`, `sample_account`), too_many
 */
async function request(
  deps: EmailChangeDeps,
  actor: Actor,
  { headers }: Caller,
  form: EmailChangeForm,
): Promise<EmailChange> {
  const { db, clock, accounts, tries } = deps
  const { accountId, email } = requireAccount(actor)
  requireValid(changeIssues(form, email))
  if (isSample(email)) throw sampleAccount()
  const session = await accounts.sessionOf(headers)
  if (!session) throw unauthenticated()
  await withinTries([{ limit: tries.ofPassword, key: accountId }], () => requirePassword(deps, accountId, form), {
    isWrong: isWrongPassword,
    refuse: tooManyTries,
  })
  const newEmail = foldEmail(form.newEmail)
  // A registration says so, too (decision 28).
  if (await isTaken(db, newEmail)) throw newEmailTaken()
  const id = randomUUIDv7()
  const now = clock.now()
  const expiresAt = now.add({ hours: CHANGE_HOURS })
  const change = { id, accountId, sessionId: session.sessionId, email: newEmail, expiresAt }
  const mail: LinkMail = { id: randomUUIDv7(), changeId: id, email: newEmail, at: now.toString(), language: language() }
  const counts = [
    { limit: tries.ofLink, key: accountId, refuse: tooManyLinks },
    // Many accounts could otherwise flood a stranger's mailbox.
    { limit: tries.ofAddress, key: newEmail, refuse: addressFull },
  ]
  await countingTries(counts, () =>
    db.transaction().execute(async (tx) => {
      if (!(await replaceChange(tx, change))) throw unauthenticated()
      await enqueueLink(tx, mail)
    }),
  )
  return { newEmail, expiresAt: writeInstant(expiresAt) }
}

/** Ends a change, whose link then no longer works. @throws DomainError unauthenticated */
const cancel = ({ db }: EmailChangeDeps, actor: Actor): Promise<void> =>
  deleteOwnChange(db, requireAccount(actor).accountId)

/**
 * Changes the email, ends the other sessions and links, and tells the earlier address. Makes this browser known.
 * @throws DomainError expired, conflict (another account has the email now)
 */
async function confirm(
  deps: EmailChangeDeps,
  { headers }: Caller,
  { token }: { token: string },
): Promise<Answer<{ email: string; accountId: string }>> {
  const { db, clock, accounts, profiles, recovery, browsers } = deps
  const now = clock.now()
  const id = changeOf(deps, token)
  const change = id === null ? null : await findChange(db, id, now)
  if (!change) throw deadLink()
  const { accountId, email } = change
  // The earlier email, which leads to the language, is gone once it has changed.
  const reader = (await recovery.languageOf((await accounts.get(accountId)).email)) ?? language()
  try {
    await db.transaction().execute(async (tx) => {
      await lockAccount(tx, accountId)
      await endAllBut(tx, change)
      const old = (await takeChange(tx, change.id)) ? await updateEmail(tx, change, now) : null
      if (!old) throw deadLink()
      // Otherwise the earlier email could register again for free credits. Anyone can register an email without a mailbox.
      if (old.isConfirmed) await profiles.rememberRegistration(tx, { id: accountId, email: old.email })
      await inLanguage(reader, () =>
        recovery.notify(tx, { kind: 'email_changed', email: old.email, detail: accountId }),
      )
    })
  } catch (error) {
    throw constraintOf(error) === 'account_email_key' ? newEmailTaken() : error
  }
  return { body: { email, accountId }, cookies: [browsers.cookieFor(headers, email)] }
}

/** Sends the link, unless the change ended meanwhile. */
async function sendLink(deps: EmailChangeDeps, mail: LinkMail): Promise<void> {
  const { db, clock, publicUrl, recovery } = deps
  if (!(await findChange(db, mail.changeId, clock.now()))) return
  const link = `${publicUrl}/confirm-new-email?token=${encodeURIComponent(tokenOf(deps, mail.changeId))}`
  await recovery.deliver(mail, async () => linkMail(link))
}

/** Forgets the addresses of changes whose links no longer work. */
const forget = ({ db, clock }: EmailChangeDeps): Promise<void> => deleteExpiredChanges(db, clock.now())

async function requirePassword({ accounts }: EmailChangeDeps, accountId: string, { password }: EmailChangeForm) {
  const isRight = await accounts.isPassword(accountId, password)
  if (isRight === null) throw unauthenticated()
  if (!isRight) throw wrongPassword()
}

/** A retried email has the same link, so a token is not stored. */
const tokenOf = ({ secret }: EmailChangeDeps, id: string) =>
  `${id}.${keyedHash(secret, 'email change', id).toString('base64url')}`

/** @returns the change's ID, or null if we did not make the token */
function changeOf(deps: EmailChangeDeps, token: string): string | null {
  const [id = ''] = token.split('.')
  return isUuid(id) && isSameSecret(token, tokenOf(deps, id)) ? id : null
}

const changeTries = ({ counts, rateLimitScale: scale }: EmailChangeOptions) => ({
  ofPassword: passwordTries(counts, scale),
  ofLink: counts('email change: account', changeLimit(scale)),
  ofAddress: counts('email change: address', changeLimit(scale)),
})
