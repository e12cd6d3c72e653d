import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { DomainError, invalid, unauthenticated } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { writeInstant } from '../../platform/instant.ts'
import type { Mailer } from '../../platform/mailer.ts'
import { eachPage } from '../../platform/paging.ts'
import { photoFileKeys } from '../../platform/photo.ts'
import { withinTries } from '../../platform/try-limit.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { isWrongPassword, tooManyTries, wrongPassword } from '../account/domain.ts'
import type { Answer, Caller, Identity } from '../account/ports.ts'
import type { AccountService } from '../account/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { ArchiveStore, PersonalData } from '../data-export/ports.ts'
import { isWrongCode } from '../security/domain.ts'
import type { SecurityService } from '../security/service.ts'
import type { DeletionForm, DeletionOutlook, DeletionReceipt } from './contract.ts'
import * as rule from './domain.ts'
import { receiptMail } from './messages.ts'
import * as rows from './repository.ts'

type AccountDeletionDependencies = {
  db: Database
  clock: Clock
  identity: Pick<Identity, 'signIn' | 'isPassword'>
  accounts: Pick<AccountService, 'signOut'>
  security: Pick<SecurityService, 'verify' | 'factor'>
  audit: Pick<AuditService, 'record'>
  files: Pick<FileStore, 'delete'>
  /** What the areas above keep of a person. */
  personalData: Pick<PersonalData, 'part' | 'erase'>[]
  store: Pick<ArchiveStore, 'delete'>
  mailer: Mailer
  breaker: Pick<CircuitBreaker, 'run'>
  mailFrom: string
  publicUrl: string
  counts: TryCounts
  rateLimitScale: number
}

/** Rows of a batch. */
const BATCH = 200

/** Deleting one's own account: out at once, and the rest by a job that survives crashes and ends with a receipt. */
export function createAccountDeletionService(options: AccountDeletionDependencies) {
  const { db, clock, identity, accounts, security, audit, files, personalData, store, publicUrl } = options
  // Only who is signed in to the account is asked: strangers cannot use these up.
  const { counts, rateLimitScale } = options
  const tries = {
    ofOne: counts('password again: account', { tries: 5 * rateLimitScale, seconds: 60 }),
    ofOneInAnHour: counts('deletion: account', { tries: 100 * rateLimitScale, seconds: 3600 }),
    ofAnyAtOnePlace: counts('deletion: address', { tries: 30 * rateLimitScale, seconds: 60 }),
  }

  /** Password and, where it is on, second step, however the caller is signed in. @returns what that opened, to be ended */
  async function prove(owner: { accountId: string; email: string }, caller: Caller, form: DeletionForm) {
    const hash = await rows.findPassword(db, owner.accountId)
    // Every account has a password until it is deleted.
    if (!hash) throw unauthenticated()
    if (!(await identity.isPassword(form.password, hash))) throw wrongPassword()
    if (!(await security.factor({ kind: 'account', role: 'agent', ...owner })).enabled) return null
    // A sign-in of its own, up to the code: the provider counts wrong ones and lets none be used twice.
    const begun = await identity.signIn(inPlaceOf(caller, [], publicUrl), {
      email: owner.email,
      password: form.password,
      rememberMe: false,
    })
    const kind = rule.codeKind(form.code)
    const answer = { code: form.code.trim(), trustDevice: false }
    const { cookies } = await security.verify(inPlaceOf(caller, begun.cookies, publicUrl), kind, answer)
    return inPlaceOf(caller, cookies, publicUrl)
  }

  async function eraseAbove(part: PersonalData['part'], accountId: string) {
    for (const data of personalData) if (data.part === part) await data.erase?.(accountId)
  }

  const steps: Record<rule.StepName, (row: rule.ErasureRow) => Promise<boolean>> = {
    async archives({ account_id }) {
      for (const { id, file_name } of await rows.listArchives(db, account_id)) {
        if (file_name) await store.delete(file_name)
        await rows.deleteArchive(db, id)
      }
      return true
    },

    /** Those to buyers and residents go out first: they may tell of the refund that came before. */
    async messages({ account_id, email, asked_at }) {
      const isPatient = clock.now().epochMilliseconds - asked_at.getTime() < rule.MESSAGES_HOURS * 3_600_000
      if (isPatient && (await rows.hasMessagesUnderWay(db, account_id))) return false
      const mailboxes = await rows.listMailboxes(db, account_id, email)
      await rows.deleteAccountMail(db, email, asked_at)
      const find = (after: string | null) => rows.listBookingIds(db, account_id, after, BATCH)
      for await (const ids of eachPage(BATCH, find)) await rows.emptyBookings(db, ids, mailboxes)
      await rows.deleteAgentProfile(db, account_id)
      return true
    },

    async homes({ account_id }) {
      await eraseAbove('properties', account_id)
      await rows.deleteActivity(db, account_id)
      return true
    },

    async photos({ account_id }) {
      for (const key of await rows.listPhotos(db, account_id))
        await rows.deletePhoto(db, key, async () => {
          for (const file of photoFileKeys(key)) await files.delete(file)
        })
      for (const { id, file_key } of await rows.listLoosePhotos(db, account_id))
        await rows.deleteLoosePhoto(db, id, () => files.delete(file_key))
      await eraseAbove('documents', account_id)
      for (const id of await rows.listDocuments(db, account_id)) await rows.deleteDocument(db, id)
      return true
    },

    async images({ account_id }) {
      await eraseAbove('images', account_id)
      await rows.deleteGenerations(db, account_id)
      return true
    },

    async receipt(row) {
      await rows.finish(db, row.id, clock.now(), await sendReceipt(row))
      return true
    },
  }

  /** @returns whether the mail server took it; a fault that may pass is the queue's to repeat, for some days */
  async function sendReceipt(row: rule.ErasureRow): Promise<boolean> {
    const said = receiptMail({ receiptNumber: row.receipt_number, askedAt: minuteOf(row.asked_at) })
    const about = { id: row.id, from: options.mailFrom, to: row.email, plannedAt: row.asked_at.toISOString() }
    try {
      await options.breaker.run(() => options.mailer.send({ ...about, ...said }))
      return true
    } catch (error) {
      const isLate = clock.now().epochMilliseconds - row.asked_at.getTime() > rule.RECEIPT_DAYS * 86_400_000
      if (isLate || (error instanceof VendorError && error.isPermanent)) return false
      throw error
    }
  }

  /** Goes on where it stands; nothing happens where another process is at it, or it is done. */
  async function run(id: string): Promise<void> {
    // In the database's own precision: a claim is known again by its end.
    const until = () => clock.now().add({ minutes: rule.CLAIM_MINUTES }).round('millisecond')
    let held = until()
    const row = await rows.claim(db, id, clock.now(), held)
    if (!row) return
    try {
      for (const [index, name] of rule.STEPS.entries()) {
        if (index < row.steps_done) continue
        if (!(await steps[name](row))) return
        const next = until()
        if (!(await rows.markStep(db, { id, done: index + 1, held, until: next }))) return
        held = next
      }
    } finally {
      await rows.release(db, id, held)
    }
  }

  return {
    /** @throws DomainError unauthenticated */
    async outlook(actor: Actor): Promise<DeletionOutlook> {
      const { accountId } = requireAccount(actor)
      const refused = rule.refusal(await rows.findStanding(db, accountId, clock.now()))
      return {
        ...(await rows.countOwn(db, accountId)),
        asksForCode: (await security.factor(actor)).enabled,
        refusal: refused && { code: refused.code, message: refused.message },
      }
    },

    /**
     * From the moment it answers nobody is signed in to the account, its homes are gone and its address is free.
     * @throws DomainError unauthenticated (also a wrong code), invalid, conflict, too_many
     */
    async ask(actor: Actor, caller: Caller, form: DeletionForm): Promise<Answer<DeletionReceipt>> {
      const { accountId, email } = requireAccount(actor)
      const issues = rule.deletionIssues(form, (await security.factor(actor)).enabled)
      if (issues.length > 0) throw invalid(issues)
      const opened = await withinTries(
        [
          { limit: tries.ofOne, key: accountId },
          { limit: tries.ofOneInAnHour, key: accountId },
          { limit: tries.ofAnyAtOnePlace, key: caller.address },
        ],
        () => prove({ accountId, email }, caller, form),
        { isWrong: (error) => isWrongPassword(error) || isWrongCode(error), refuse: tooManyTries },
      )
      const now = clock.now()
      const receiptNumber = rule.receiptNumber(randomBytes(12))
      try {
        await db.transaction().execute(async (tx) => {
          const account = await rows.lockAccount(tx, accountId)
          if (!account) throw unauthenticated()
          await rows.lockHomes(tx, accountId)
          const refused = rule.refusal(await rows.findStanding(tx, accountId, now))
          if (refused) throw refused
          const { homes } = await rows.countOwn(tx, accountId)
          if (!(await rows.deleteHomes(tx, accountId, now))) throw rule.upcomingShowings()
          await rows.callOffDrawings(tx, accountId, now)
          await rows.endPlan(tx, accountId, now)
          await rows.closeAccount(tx, accountId, account.email, now)
          await rows.insertErasure(tx, { id: randomUUIDv7(), accountId, receiptNumber, email: account.email, now })
          const act = { act: 'account.delete', subjectKind: 'account', subjectId: accountId }
          await audit.record(actor, { ...act, details: { homes, receipt: receiptNumber } }, tx)
        })
      } catch (error) {
        if (opened) await accounts.signOut(opened)
        throw error
      }
      // A bearer token has no cookie to forget.
      const isByCookie = !caller.headers.has('authorization')
      const cookies = isByCookie ? await forgottenCookies(caller) : []
      return { body: { receiptNumber, askedAt: writeInstant(now) }, cookies }
    },

    run,

    /** Goes on with everything that is unfinished. @returns how many there were */
    async sweep(): Promise<number> {
      const ids = await rows.listUnfinished(db, clock.now())
      const faults: unknown[] = []
      for (const id of ids) await run(id).catch((error) => faults.push(error))
      if (faults.length > 0) throw new AggregateError(faults, 'Some deletions could not go on')
      return ids.length
    },
  }

  /** The account is deleted by now: a browser that keeps a dead cookie is no reason to say that it is not. */
  async function forgottenCookies(caller: Caller): Promise<string[]> {
    try {
      return (await accounts.signOut(caller)).cookies
    } catch (error) {
      if (error instanceof DomainError) return []
      throw error
    }
  }
}

export type AccountDeletionService = ReturnType<typeof createAccountDeletionService>

/** A call of our own in the caller's place, with these cookies alone. @param cookies `Set-Cookie` values */
function inPlaceOf(caller: Caller, cookies: string[], origin: string): Caller {
  const headers = new Headers({ origin, 'user-agent': caller.headers.get('user-agent') ?? '' })
  const kept = cookies.map((one) => one.split(';')[0] ?? '').filter((one) => !one.endsWith('='))
  if (kept.length > 0) headers.set('cookie', kept.join('; '))
  return { ...caller, headers }
}

/** `2026-11-21 09:00 UTC` */
const minuteOf = (at: Date) => `${at.toISOString().replace('T', ' ').slice(0, 16)} UTC`
