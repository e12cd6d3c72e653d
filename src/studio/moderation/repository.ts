import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { DELETED_AT_ONCE } from '../../platform/db/deletion.ts'
import { preciseInstant } from '../../platform/db/precise-instant.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { ImageRow } from '../image/domain.ts'
import type { PromptTerm, ReportReason, TermRule, TermTopic } from './contract.ts'
import type { Term } from './domain.ts'

const place = (at: RawBuilder<unknown>) => sql`${preciseInstant(at)} as place`
type Placed<Row> = Row & { place: string }
type Page = PageRange<{ place: string; id: string }>
export type ModeratedRow = ImageRow & { reporters: number }

const image = sql`i.id, i.account_id, i.visibility, i.prompt, i.used_params, i.remix_of, i.width, i.height,
  i.original_width, i.original_height, i.thumbhash,
  i.look, i.sha256, i.removed_at, i.removed_reason, i.created_at, coalesce(p.username, '') as username,
  coalesce((select reporters from image_case o where o.image_id = i.id and o.decided_at is null), 0) as reporters`
/** The image as one JSON value next to the columns of another row. */
const imageJson = sql`(select to_jsonb(x) from (select ${image}) x) as image`
const from = sql`image i left join profile p on p.account_id = i.account_id`

type Json<Row> = Omit<Row, 'created_at' | 'removed_at'> & { created_at: string; removed_at: string | null }
const datesOf = (row: Json<ModeratedRow>): ModeratedRow => ({
  ...row,
  created_at: new Date(row.created_at),
  removed_at: row.removed_at === null ? null : new Date(row.removed_at),
})

const before = (at: RawBuilder<unknown>, id: RawBuilder<unknown>, { after }: Page) =>
  after ? sql`and (${at}, ${id}) < (${after.place}::timestamptz, ${after.id}::uuid)` : sql``
const behind = (at: RawBuilder<unknown>, id: RawBuilder<unknown>, { after }: Page) =>
  after ? sql`and (${at}, ${id}) > (${after.place}::timestamptz, ${after.id}::uuid)` : sql``

/** Lists everyone's images, newest first. */
export async function listImages(db: Database, page: Page): Promise<Placed<ModeratedRow>[]> {
  const { rows } = await sql<Placed<ModeratedRow>>`
    select ${image}, ${place(sql`i.created_at`)} from ${from} where true ${before(sql`i.created_at`, sql`i.id`, page)}
    order by i.created_at desc, i.id desc limit ${page.limit}`.execute(db)
  return rows
}

export async function findImage(db: Database, id: string): Promise<ModeratedRow | null> {
  const { rows } = await sql<ModeratedRow>`select ${image} from ${from} where i.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Checks whether everyone can see the image. */
export async function isShown(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from shown_image where image_id = ${id}`.execute(db)
  return rows.length > 0
}

/** Locks an image before anything else of its case, as reports do. */
export async function lockImage(tx: Database, id: string): Promise<void> {
  await sql`select from image where id = ${id} for update`.execute(tx)
}

/** @returns whether it was new */
export async function insertReport(
  db: Database,
  report: {
    id: string
    caseId: string
    imageId: string
    reporterKey: string
    reporterId: string | null
    reason: ReportReason
    details: string
    now: Temporal.Instant
  },
): Promise<boolean> {
  const { id, caseId, imageId, reporterKey, reporterId, reason, details, now } = report
  const { rows } = await sql<{ isNew: boolean }>`
    select report_image(${id}, ${caseId}, ${imageId}, ${reporterKey}, ${reporterId}, ${reason}, ${details},
      ${now.toString()}::timestamptz) as "isNew"`.execute(db)
  return rows[0]?.isNew ?? false
}

export type CaseRow = {
  id: string
  image: ModeratedRow
  opened_at: Date
  reported_at: Date
  reporters: number
  reasons: Record<string, number>
  details: string[]
  decision: 'dismiss' | 'remove' | null
  decision_reason: string | null
  decided_at: Date | null
}

const caseColumns = sql`c.id, c.opened_at, c.reported_at, c.reporters, c.decision, c.decision_reason, c.decided_at, ${imageJson},
  (select jsonb_object_agg(reason, n) from (select reason, count(*)::int as n from image_report r
    where r.case_id = c.id group by reason) g) as reasons,
  array(select details from image_report r where r.case_id = c.id and details <> '' order by created_at desc limit 20) as details`
const caseOf = <Row extends CaseRow>(row: Row): Row => ({
  ...row,
  image: datesOf(row.image as unknown as Json<ModeratedRow>),
})

/** Lists open cases with the longest waiting first, or decided cases, newest first. */
export async function listCases(
  db: Database,
  { isOpen, ...page }: Page & { isOpen: boolean },
): Promise<Placed<CaseRow>[]> {
  const cases = (at: RawBuilder<unknown>) => sql`
    select ${caseColumns}, ${place(at)} from image_case c join ${from} on i.id = c.image_id`
  const { rows } = await (isOpen
    ? sql<
        Placed<CaseRow>
      >`${cases(sql`c.opened_at`)} where c.decided_at is null ${behind(sql`c.opened_at`, sql`c.id`, page)}
        order by c.opened_at, c.id limit ${page.limit}`
    : sql<
        Placed<CaseRow>
      >`${cases(sql`c.decided_at`)} where c.decided_at is not null ${before(sql`c.decided_at`, sql`c.id`, page)}
        order by c.decided_at desc, c.id desc limit ${page.limit}`
  ).execute(db)
  return rows.map(caseOf)
}

export async function findCase(db: Database, id: string): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`
    select ${caseColumns} from image_case c join ${from} on i.id = c.image_id where c.id = ${id}`.execute(db)
  return rows[0] ? caseOf(rows[0]) : null
}

/** Checks whether an admin other than this one can act now. */
export async function hasOtherAdmin(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from profile p join account a on a.id = p.account_id
    where p.role = 'admin' and a.id <> ${accountId} and a.deleted_at is null
      and not exists (select from suspension s where s.account_id = a.id) limit 1`.execute(db)
  return rows.length > 0
}

type Decided = { action: string; reason: string | null; by: string; now: Temporal.Instant }

/** @returns false if it is decided already */
export async function markResolved(tx: Database, id: string, { action, reason, by, now }: Decided): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update image_case set decision = ${action}, decision_reason = ${reason}, decided_at = ${now}, decided_by = ${by}
    where id = ${id} and decided_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Closes the open case of an image that is removed for another reason. */
export async function resolveOpenCase(tx: Database, imageId: string, { reason, by, now }: Omit<Decided, 'action'>) {
  await sql`
    update image_case set decision = 'remove', decision_reason = ${reason}, decided_at = ${now}, decided_by = ${by}
    where image_id = ${imageId} and decided_at is null`.execute(tx)
}

export type AppealRow = {
  id: string
  image_id: string
  /** The creator of the image. */
  account_id: string
  text: string
  created_at: Date
  decision: 'restore' | 'uphold' | null
  answer: string | null
  decided_at: Date | null
}
const appealColumns = sql`l.id, l.image_id, l.account_id, l.text, l.created_at, l.decision, l.answer, l.decided_at`

/** Finds the creator's appeal against the current removal, otherwise their last one. */
export async function findAppeal(db: Database, imageId: string, accountId: string): Promise<AppealRow | null> {
  const { rows } = await sql<AppealRow>`
    select ${appealColumns} from image_appeal l join image i on i.id = l.image_id
    where l.image_id = ${imageId} and l.account_id = ${accountId} and (i.removed_at is null or l.removed_at = i.removed_at)
    order by l.removed_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function isCreator(db: Database, imageId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from image where id = ${imageId} and account_id = ${accountId}`.execute(db)
  return rows.length > 0
}

/** @returns 'missing' if they have no such image, 'not_removed', or 'taken' if they appealed already */
export async function insertAppeal(
  db: Database,
  appeal: { id: string; imageId: string; accountId: string; text: string; now: Temporal.Instant },
): Promise<'made' | 'missing' | 'not_removed' | 'taken'> {
  const { id, imageId, accountId, text, now } = appeal
  const { rows } = await sql<{ removed: boolean; made: boolean }>`
    with own as (select id, removed_at from image where id = ${imageId} and account_id = ${accountId} for share),
    made as (
      insert into image_appeal (id, image_id, removed_at, account_id, text, created_at)
      select ${id}, id, removed_at, ${accountId}, ${text}, ${now} from own where removed_at is not null
      on conflict on constraint image_appeal_once do nothing returning id)
    select removed_at is not null as removed, exists (select from made) as made from own`.execute(db)
  const found = rows[0]
  if (!found) return 'missing'
  return found.made ? 'made' : found.removed ? 'taken' : 'not_removed'
}

type AppealCaseRow = AppealRow & { image: ModeratedRow }

export async function listAppeals(db: Database, page: Page): Promise<Placed<AppealCaseRow>[]> {
  const { rows } = await sql<Placed<AppealCaseRow>>`
    select ${appealColumns}, ${imageJson}, ${place(sql`l.created_at`)} from image_appeal l join ${from} on i.id = l.image_id
    where l.decided_at is null ${behind(sql`l.created_at`, sql`l.id`, page)}
    order by l.created_at, l.id limit ${page.limit}`.execute(db)
  return rows.map((row) => ({ ...row, image: datesOf(row.image as unknown as Json<ModeratedRow>) }))
}

export async function findAppealById(db: Database, id: string): Promise<AppealRow | null> {
  const { rows } = await sql<AppealRow>`select ${appealColumns} from image_appeal l where l.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** @returns false if it is decided already */
export async function markAppealed(tx: Database, id: string, { action, reason, by, now }: Decided): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update image_appeal set decision = ${action}, answer = ${reason ?? ''}, decided_at = ${now}, decided_by = ${by}
    where id = ${id} and decided_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Queues the email about a decision, in the transaction of the decision. @param subject see `Mail` */
export async function enqueueMail(
  tx: Database,
  { id, kind, subject }: { id: string; kind: 'removal' | 'appeal'; subject: string },
): Promise<void> {
  await sql`select graphile_worker.add_job('moderation.mail',
    json_build_object('id', ${id}::text, 'kind', ${kind}::text, 'subject', ${subject}::text), max_attempts => 13)`.execute(
    tx,
  )
}

/** The creator's email and language; no language if they chose none. */
const addressee = sql`a.email, (select h.settings ->> 'language' from profile h where h.account_id = a.id) as language`
type Addressee = { email: string; language: string | null }

/** @returns `null` if the image is no longer removed, or its creator's account is deleted */
export async function findRemoval(db: Database, imageId: string): Promise<(Addressee & { reason: string }) | null> {
  const { rows } = await sql<Addressee & { reason: string }>`
    select ${addressee}, i.removed_reason as reason from image i join account a on a.id = i.account_id
    where i.id = ${imageId} and i.removed_reason is not null and a.deleted_at is null`.execute(db)
  return rows[0] ?? null
}

type DecidedAppeal = Addressee & { imageId: string; decision: 'restore' | 'uphold'; answer: string }

/** @returns `null` if the image was deleted, or its creator's account */
export async function findDecidedAppeal(db: Database, id: string): Promise<DecidedAppeal | null> {
  const { rows } = await sql<DecidedAppeal>`
    select ${addressee}, l.image_id as "imageId", l.decision, coalesce(l.answer, '') as answer
    from image_appeal l join account a on a.id = l.account_id
    where l.id = ${id} and l.decision is not null and a.deleted_at is null`.execute(db)
  return rows[0] ?? null
}

export async function findAge(db: Database, accountId: string): Promise<Date | null> {
  const { rows } = await sql<{ confirmed_at: Date }>`
    select confirmed_at from age_confirmation where account_id = ${accountId}`.execute(db)
  return rows[0]?.confirmed_at ?? null
}

/** Confirms the age once; the first time stays. */
export async function insertAge(db: Database, accountId: string, now: Temporal.Instant): Promise<void> {
  await sql`insert into age_confirmation (account_id, confirmed_at) values (${accountId}, ${now})
    on conflict do nothing`.execute(db)
}

export async function listTerms(db: Database): Promise<Term[]> {
  const { rows } = await sql<Term>`select term, rule, topic from prompt_term order by term`.execute(db)
  return rows
}

/** Lists the terms with how often each refused a prompt since then. */
export async function listTermsWithTries(db: Database, since: Temporal.PlainDate): Promise<PromptTerm[]> {
  const { rows } = await sql<Omit<PromptTerm, 'addedAt'> & { addedAt: Date }>`
    select t.id, t.term, t.rule, t.topic, t.added_at as "addedAt",
      coalesce((select sum(tries)::int from blocked_try b
        where b.day >= ${since.toString()}::date and t.term = any(string_to_array(b.term, ' + '))), 0) as tries
    from prompt_term t order by tries desc, t.rule, t.term`.execute(db)
  return rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() }))
}

export async function countRefused(db: Database, since: Temporal.PlainDate) {
  const { rows } = await sql<{ prompts: number; accounts: number }>`
    select coalesce(sum(tries), 0)::int as prompts, count(distinct account_id)::int as accounts
    from blocked_try where day >= ${since.toString()}::date`.execute(db)
  return rows[0] ?? { prompts: 0, accounts: 0 }
}

/** @returns false if it exists already */
export async function insertTerm(
  tx: Database,
  one: { id: string; term: string; rule: TermRule; topic: TermTopic | null; by: string; now: Temporal.Instant },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into prompt_term (id, term, rule, topic, added_at, added_by)
    values (${one.id}, ${one.term}, ${one.rule}, ${one.topic}, ${one.now}, ${one.by}) on conflict (term) do nothing`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** @returns the deleted term */
export async function deleteTerm(tx: Database, id: string): Promise<{ term: string; rule: TermRule } | null> {
  const { rows } = await sql<{ term: string; rule: TermRule }>`
    delete from prompt_term where id = ${id} returning term, rule`.execute(tx)
  return rows[0] ?? null
}

/** @returns how many it deleted */
export async function deleteOldTries(db: Database, before: Temporal.Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from blocked_try where (account_id, term, day) in (
      select account_id, term, day from blocked_try where last_at < ${before} order by last_at
      limit ${DELETED_AT_ONCE})`.execute(db)
  return Number(numAffectedRows)
}

export async function countTry(db: Database, accountId: string, term: string, now: Temporal.Instant): Promise<void> {
  const day = now.toZonedDateTimeISO('UTC').toPlainDate().toString()
  await sql`
    insert into blocked_try (account_id, term, day, tries, last_at) values (${accountId}, ${term}, ${day}, 1, ${now})
    on conflict (account_id, term, day) do update set tries = blocked_try.tries + 1, last_at = excluded.last_at`.execute(
    db,
  )
}
