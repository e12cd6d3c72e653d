import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { type DeletionFacts, type DeletionRow, REFUND_HOURS } from './domain.ts'

/** The queue waits about e^n seconds between attempts. After the last one the sweep continues. */
const ATTEMPTS = 8

export async function countOwn(db: Database, accountId: string) {
  const { rows } = await sql<{ homes: number; showings: number; photos: number; images: number }>`
    select
      (select count(*)::int from property where owner_id = ${accountId} and deleted_at is null) as homes,
      (select count(*)::int from booking where owner_id = ${accountId} and status not in ('held', 'lapsed') and not is_demo) as showings,
      (select count(*)::int from photo where uploaded_by = ${accountId}) as photos,
      (select count(*)::int from image where account_id = ${accountId}) as images`.execute(db)
  return rows[0] ?? { homes: 0, showings: 0, photos: 0, images: 0 }
}

/** Finds what may prevent a deletion. A demo showing counts only if someone paid for it. */
export async function findDeletionFacts(
  db: Database,
  accountId: string,
  now: Temporal.Instant,
): Promise<DeletionFacts> {
  const refundableSince = now.subtract({ hours: REFUND_HOURS })
  const { rows } = await sql<DeletionFacts>`
    select
      exists (select from profile where account_id = ${accountId} and role = 'admin') and not exists (
        select from profile p where p.role = 'admin' and p.account_id <> ${accountId}
          and exists (select from account_credential c where c.account_id = p.account_id)
          and not exists (select from suspension s where s.account_id = p.account_id)) as "isLastAdmin",
      exists (
        select from booking b where b.owner_id = ${accountId}
          and (b.status = 'pending' or b.status = 'confirmed' and b.ends_at > ${now})
          and (not b.is_demo or exists (select from payment where booking_id = b.id))) as "hasUpcoming",
      exists (
        select from booking b where b.owner_id = ${accountId} and b.amount_cents > 0
          and (b.status = 'pending' or b.status = 'confirmed' and b.ends_at > ${now})
          and (not b.is_demo or exists (select from payment where booking_id = b.id))) as "isUpcomingPaid",
      exists (
        select from booking b join payment p on p.booking_id = b.id where b.owner_id = ${accountId}
          and b.refund_requested_at is not null and b.refund_decision is null and p.status = 'succeeded') as "hasUndecidedRefund",
      exists (
        select from booking b join payment p on p.booking_id = b.id where b.owner_id = ${accountId}
          and b.status in ('confirmed', 'completed', 'no_show') and b.ends_at <= ${now} and b.ends_at > ${refundableSince}
          and b.refund_requested_at is null and p.status = 'succeeded') as "mayBeAskedForRefund",
      exists (
        select from booking b join payment p on p.booking_id = b.id where b.owner_id = ${accountId}
          and p.status in ('capture_due', 'refund_due')) as "hasPaymentsDue"`.execute(db)
  return rows[0] as DeletionFacts
}

/**
 * Serializes actions on admins, and locks the properties before the account, as user/repository.ts does. Blocks bookings
 * at the properties until the transaction ends.
 * @returns null if the account does not exist or was deleted
 */
export async function lockAccount(tx: Database, id: string): Promise<{ email: string } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(tx)
  await sql`select from property where owner_id = ${id} and deleted_at is null order by id for update`.execute(tx)
  const { rows } = await sql<{ email: string }>`
    select email from account where id = ${id} and deleted_at is null for update`.execute(tx)
  return rows[0] ?? null
}

/** @returns false if a buyer is paying for a showing of one of them, so that the transaction must roll back */
export async function deleteProperties(tx: Database, accountId: string, now: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select delete_property(id, ${accountId}, ${now}) = 'deleted' as "isDone" from property
    where owner_id = ${accountId} and deleted_at is null`.execute(tx)
  return rows.every(({ isDone }) => isDone)
}

/** Tables with keys to the account or with data that people find by its owner's name. */
const AT_ONCE = [
  'account_session',
  'account_credential',
  'account_passkey',
  'account_second_factor',
  'account_used_code',
  'calendar_feed',
  'buyer_note',
  'profile',
  'age_confirmation',
  'blocked_try',
]

/** Stops all sign-ins, drops waiting emails, and frees the email and username. */
export async function closeAccount(tx: Database, id: string, email: string, now: Temporal.Instant): Promise<void> {
  for (const table of AT_ONCE) await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(tx)
  await sql`delete from account_verification where position(${id} in value) > 0`.execute(tx)
  await sql`delete from graphile_worker._private_jobs where payload ->> 'email' = ${email} and locked_at is null`.execute(
    tx,
  )
  await sql`
    update account set name = 'Deleted account', email = 'deleted-' || id || '@deleted.invalid', email_verified = false,
      image = null, two_factor_enabled = false, last_signed_in_at = null, deleted_at = ${now}, updated_at = ${now}
    where id = ${id}`.execute(tx)
}

/** Ends the monthly charges, and removes the reporter's name and words from reports of images. */
export async function endPlan(tx: Database, accountId: string, now: Temporal.Instant): Promise<void> {
  await sql`
    update subscription set status = 'ended', ended_at = ${now}, ended_because = 'account_deleted', updated_at = ${now}
    where account_id = ${accountId} and status <> 'ended'`.execute(tx)
  await sql`update image_report set reporter_id = null, details = '' where reporter_id = ${accountId}`.execute(tx)
}

/** Cancels waiting drawings and returns their credits. The images disappear from view with the profile. */
export async function callOffDrawings(tx: Database, accountId: string, now: Temporal.Instant): Promise<void> {
  await sql`
    select end_generation(id, null, null, 'cancelled', null, null, 0, gen_random_uuid(), ${now})
    from generation where account_id = ${accountId} and status in ('queued', 'running')`.execute(tx)
}

/** Runs once the account's images are gone. */
export async function deleteGenerations(db: Database, accountId: string): Promise<void> {
  await sql`delete from generation where account_id = ${accountId}`.execute(db)
}

/** Inserts the deletion and queues its job. */
export async function insertDeletion(
  tx: Database,
  of: { id: string; accountId: string; receiptNumber: string; email: string; language: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into erasure (id, account_id, receipt_number, asked_at, email, language)
    values (${of.id}, ${of.accountId}, ${of.receiptNumber}, ${of.now}, ${of.email}, ${of.language})`.execute(tx)
  await sql`select graphile_worker.add_job('erasure.run', ${JSON.stringify({ id: of.id })}::json, max_attempts := ${ATTEMPTS}::int)`.execute(
    tx,
  )
}

/** @returns null if it is done or another process works on it */
export async function claim(
  db: Database,
  id: string,
  now: Temporal.Instant,
  until: Temporal.Instant,
): Promise<DeletionRow | null> {
  const { rows } = await sql<DeletionRow>`
    update erasure set claimed_until = ${until}
    where id = ${id} and finished_at is null and email is not null and (claimed_until is null or claimed_until <= ${now})
    returning id, account_id, receipt_number, asked_at, email, language, steps_done`.execute(db)
  return rows[0] ?? null
}

/** Extends the claim. @returns false if the claim had expired, so another process may work on it */
export async function markStep(
  db: Database,
  of: { id: string; done: number; held: Temporal.Instant; until: Temporal.Instant },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update erasure set steps_done = greatest(steps_done, ${of.done}), claimed_until = ${of.until}
    where id = ${of.id} and claimed_until = ${of.held}`.execute(db)
  return numAffectedRows === 1n
}

/** @param held when our own claim ends, so that we leave another process's claim alone */
export async function release(db: Database, id: string, held: Temporal.Instant): Promise<void> {
  await sql`update erasure set claimed_until = null where id = ${id} and claimed_until = ${held}`.execute(db)
}

/** Erases the email, the last thing that we knew about the person. */
export async function finish(db: Database, id: string, now: Temporal.Instant, isReceiptSent: boolean): Promise<void> {
  await sql`
    update erasure set finished_at = ${now}, email = null, is_receipt_sent = ${isReceiptSent}
    where id = ${id} and finished_at is null`.execute(db)
}

/** Lists deletions that no process works on. */
export async function listUnfinished(db: Database, now: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from erasure where finished_at is null and (claimed_until is null or claimed_until <= ${now})
    order by asked_at limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

export async function listArchives(db: Database, accountId: string) {
  const { rows } = await sql<{ id: string; file_name: string | null }>`
    select id, file_name from archive where account_id = ${accountId}`.execute(db)
  return rows
}

/** Deletes the row. A job that is still making the archive then finds no row and deletes its file. */
export async function deleteArchive(db: Database, id: string): Promise<void> {
  await sql`delete from archive where id = ${id}`.execute(db)
}

export async function hasMessagesUnderWay(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from notification n join booking b on b.id = n.booking_id
    where b.owner_id = ${accountId} and n.logged_at is null limit 1`.execute(db)
  return rows.length > 0
}

/** Lists the emails, in lower case, that we used to write to the owner. */
export async function listMailboxes(db: Database, accountId: string, email: string): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string }>`
    select distinct lower(mailbox) as mailbox from (
      select agent_email as mailbox from property where owner_id = ${accountId}
      union all select agent_email from agent_profile where account_id = ${accountId}
      union all select email from account_former_email where account_id = ${accountId}
      union all select ${email}) known where mailbox is not null`.execute(db)
  return rows.map(({ mailbox }) => mailbox)
}

/**
 * Deletes mail in the embedded message store (vendors keep theirs). A newer account with this email, or with an earlier
 * one, keeps its mail. The email that tells of the change is newer, and has the account's ID.
 */
export async function deleteAccountMail(
  db: Database,
  { accountId, email, before }: { accountId: string; email: string; before: Date },
): Promise<void> {
  await sql`
    delete from outbox_message m using (
      select ${email}::text as email, ${before}::timestamptz as until
      union all select email, changed_at from account_former_email where account_id = ${accountId}) own
    where m.role = 'account' and m.recipient #>> '{}' = own.email
      and (m.sent_at <= own.until or position(${accountId} in m.text) > 0)`.execute(db)
  await sql`delete from account_former_email where account_id = ${accountId}`.execute(db)
}

const idsOf = async (db: Database, query: RawBuilder<{ id: string }>) =>
  (await query.execute(db)).rows.map(({ id }) => id)

/** Lists bookings in the order of their IDs. @param after the last ID of the previous page */
export const listBookingIds = (db: Database, accountId: string, after: string | null, limit: number) =>
  idsOf(
    db,
    sql<{ id: string }>`
      select id from booking where owner_id = ${accountId} ${after ? sql`and id > ${after}` : sql``}
      order by id limit ${limit}`,
  )

/**
 * Deletes messages to the agent, what agent and buyers wrote to each other, the agent's notes and reasons, who showed a
 * showing, and buyers' requests and network addresses. They prove nothing.
 */
export async function emptyBookings(db: Database, ids: string[], mailboxes: string[]): Promise<void> {
  // An owner may have changed a mailbox since. Besides the owner, only the buyer's agent gets copies of the buyer's mail.
  const others = sql`array(select c from unnest(m.cc) with ordinality as u(c, n)
    where lower(c) <> all(${mailboxes}::text[]) and (m.role <> 'buyer' or lower(c) = lower(b.buyer_agent_email)) order by n)`
  const ofThese = sql`booking_id = any(${ids}::uuid[])`
  await db.transaction().execute(async (tx) => {
    await sql`
      update notification set recipient = '"Deleted account"'::jsonb, reason = null
      where ${ofThese} and role = 'listing_agent'`.execute(tx)
    await sql`
      update notification m set cc = ${others} from booking b where b.id = m.booking_id and ${ofThese}
        and cc <> ${others}`.execute(tx)
    await sql`update notification set tried_texts = '{}' where ${ofThese} and tried_texts <> '{}'`.execute(tx)
    await sql`update notification set subject = null, words = null where ${ofThese} and words is not null`.execute(tx)
    await sql`update thread_message set words = '' where ${ofThese}`.execute(tx)
    await sql`delete from outbox_message where ${ofThese} and role = 'listing_agent'`.execute(tx)
    await sql`
      update outbox_message m set cc = ${others}, calendar = jsonb_set(calendar, '{copies}', '[]')
      from booking b where b.id = m.booking_id and ${ofThese} and cc <> ${others}`.execute(tx)
    // Replies to these messages went to the agent.
    await sql`update outbox_message set reply_to = null where ${ofThese}`.execute(tx)
    await sql`delete from calendar_update where ${ofThese}`.execute(tx)
    await sql`update move_proposal set reason = null where ${ofThese} and reason is not null`.execute(tx)
    // Without travel minutes, a showing no longer takes the agent's own time.
    await sql`
      update booking set feedback = null, special_requests = null, client_address = '', shown_by = null, travel_minutes = null,
        reason_for_buyer = null, refund_answer = null
      where id = any(${ids}::uuid[])`.execute(tx)
  })
}

/** Deletes the contact, and what the agent chose and wrote about messages. */
export async function deleteAgentProfile(db: Database, accountId: string): Promise<void> {
  await sql`delete from outbox_message where id in (select id from link_text where account_id = ${accountId})`.execute(
    db,
  )
  await sql`delete from link_text where account_id = ${accountId}`.execute(db)
  await sql`delete from message_choice where account_id = ${accountId}`.execute(db)
  await sql`delete from message_template where account_id = ${accountId}`.execute(db)
  await sql`delete from agent_profile where account_id = ${accountId}`.execute(db)
}

export async function deleteActivity(db: Database, accountId: string): Promise<void> {
  await sql`delete from activity where owner_id = ${accountId}`.execute(db)
}

export async function listPhotos(db: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from photo where uploaded_by = ${accountId}`.execute(db)
  return rows.map(({ key }) => key)
}

/** Deletes a photo, or hands it to another owner whose property or profile shows the same bytes. */
export async function deletePhoto(db: Database, key: string, deleteFiles: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from photo where key = ${key} for update`.execute(tx)
    const { numAffectedRows } = await sql`
      update photo set uploaded_by = other.id from (
        select p.owner_id as id from property_photo f join property p on p.id = f.property_id where f.photo_key = ${key}
        union all select account_id from profile where picture_key = ${key} limit 1) other
      where key = ${key}`.execute(tx)
    if (numAffectedRows) return
    await sql`delete from photo where key = ${key}`.execute(tx)
    await deleteFiles()
  })
}

/** Lists photos of served notices that no service record uses. */
export async function listLoosePhotos(db: Database, accountId: string) {
  const { rows } = await sql<{ id: string; file_key: string }>`
    select f.id, f.file_key from service_photo f where f.account_id = ${accountId}
      and not exists (select from notice_service s where s.photo_id = f.id)`.execute(db)
  return rows
}

export async function deleteLoosePhoto(db: Database, id: string, deleteFile: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from service_photo where id = ${id}`.execute(tx)
    await deleteFile()
  })
}

/** Lists the documents that the owner gave the Oracle to read. */
export async function listDocuments(db: Database, accountId: string): Promise<string[]> {
  return idsOf(db, sql<{ id: string }>`select id from document where account_id = ${accountId}`)
}

/** Deletes the document with its text and index. A job queued in the same transaction deletes its files. */
export async function deleteDocument(db: Database, id: string): Promise<void> {
  await sql`delete from document where id = ${id}`.execute(db)
}
