import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { preciseInstant } from '../../platform/db/precise-instant.ts'
import type { ArchiveRow } from './domain.ts'

/** The queue waits about e^n seconds between attempts. Temporary faults end within minutes. */
const ATTEMPTS = 6

/**
 * Inserts a request and queues its job. @returns 'under_way' if a job is already making an archive, or the seconds to
 * wait if the day's requests are used up
 */
export async function insertRequest(
  db: Database,
  request: { id: string; accountId: string; language: string; now: Temporal.Instant; aDay: number },
): Promise<'asked' | 'under_way' | number> {
  const { id, accountId, language, now, aDay } = request
  const dayAgo = now.subtract({ hours: 24 })
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('archive ' || ${accountId}, 0))`.execute(tx)
    const { rows } = await sql<{ under_way: boolean; asked: number; first: Date | null }>`
      select coalesce(bool_or(status = 'being_made'), false) as under_way,
        count(*) filter (where asked_at > ${dayAgo}::timestamptz and status <> 'failed') as asked,
        min(asked_at) filter (where asked_at > ${dayAgo}::timestamptz and status <> 'failed') as first
      from archive where account_id = ${accountId}`.execute(tx)
    const before = rows[0]
    if (before?.under_way) return 'under_way'
    if (before?.first && before.asked >= aDay) return (before.first.getTime() - dayAgo.epochMilliseconds) / 1000
    await sql`insert into archive (id, account_id, asked_at) values (${id}, ${accountId}, ${now})`.execute(tx)
    await sql`select graphile_worker.add_job('archive.make', ${JSON.stringify({ id, language })}::json, max_attempts := ${ATTEMPTS}::int)`.execute(
      tx,
    )
    return 'asked'
  })
}

const columns = sql.raw(
  'id, account_id, status, asked_at, parts_done, file_name, size_bytes, sha256, made_at, expires_at',
)

export async function findLatest(db: Database, accountId: string): Promise<ArchiveRow | null> {
  const { rows } = await sql<ArchiveRow>`
    select ${columns} from archive where account_id = ${accountId} order by asked_at desc, id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** @param accountId the owner, or null for the job, which may find any archive */
export async function findArchive(db: Database, id: string, accountId: string | null): Promise<ArchiveRow | null> {
  const { rows } = await sql<ArchiveRow>`
    select ${columns} from archive where id = ${id} ${accountId ? sql`and account_id = ${accountId}` : sql``}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function markProgress(db: Database, id: string, done: number): Promise<void> {
  await sql`update archive set parts_done = ${done} where id = ${id} and status = 'being_made'`.execute(db)
}

/** Marks the file as ready and the account's earlier files as expired. @returns false if it was no longer being made */
export async function markReady(
  db: Database,
  id: string,
  file: { name: string; sizeBytes: number; sha256: string; madeAt: Temporal.Instant; expiresAt: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    with made as (
      update archive set status = 'ready', file_name = ${file.name}, size_bytes = ${file.sizeBytes}, sha256 = ${file.sha256},
        made_at = ${file.madeAt}, expires_at = ${file.expiresAt}
      where id = ${id} and status = 'being_made' returning id, account_id),
    earlier as (
      update archive a set expires_at = ${file.madeAt} from made
      where a.account_id = made.account_id and a.id <> made.id and a.status = 'ready' and a.expires_at > ${file.madeAt})
    select id from made`.execute(db)
  return rows.length > 0
}

export async function markFailed(db: Database, id: string): Promise<void> {
  await sql`update archive set status = 'failed' where id = ${id} and status = 'being_made'`.execute(db)
}

/** Marks archives whose job died as failed. */
export async function failAbandoned(db: Database, askedBefore: Temporal.Instant): Promise<void> {
  await sql`update archive set status = 'failed' where status = 'being_made' and asked_at < ${askedBefore}`.execute(db)
}

/** Marks ready archives as expired when their time is up. */
export async function expireOld(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`update archive set status = 'expired' where status = 'ready' and expires_at <= ${now}`.execute(db)
}

/** Finds which of these files the owners may still download. */
export async function findReadyNames(db: Database, names: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file_name: string }>`
    select file_name from archive where status = 'ready' and file_name = any(${names})`.execute(db)
  return new Set(rows.map((row) => row.file_name))
}

/** A row of a list, and the key after which the next page begins. */
export type Listed = { key: string; row: Record<string, unknown> }
type Source = (of: { accountId: string; ids: string[] }) => RawBuilder<unknown>

/** Lists that belong to an account. Each row has a `key` that orders it, besides the columns that we export. */
const OF_ACCOUNT = {
  account: ({ accountId }) => sql`
    select a.id::text as key, a.id, a.email, c.email as new_email,
      array(select f.email from account_former_email f where f.account_id = a.id order by f.changed_at) as former_emails, name, email_verified, two_factor_enabled, created_at,
      updated_at, last_signed_in_at
    from account a left join account_email_change c on c.account_id = a.id where a.id = ${accountId}`,
  sessions: ({ accountId }) => sql`
    select id::text as key, user_agent, ip_address, created_at, last_used_at, expires_at
    from account_session where account_id = ${accountId}`,
  passkeys: ({ accountId }) => sql`
    select id::text as key, name, device_type, backed_up, transports, created_at, last_used_at
    from account_passkey where account_id = ${accountId}`,
  archives: ({ accountId }) => sql`
    select id::text as key, id, status, asked_at, made_at, expires_at, size_bytes, sha256
    from archive where account_id = ${accountId}`,
  acts: ({ accountId }) => sql`
    select a.id::text as key, a.at, a.act, a.subject_kind, a.subject_id, a.details,
      case when a.actor_id = ${accountId} then 'you' when a.actor_id is null then 'the operator' else 'an administrator' end as by
    from admin_act a
    where a.actor_id = ${accountId} or a.subject_id = ${accountId}::text
      or a.subject_id in (select id::text from property where owner_id = ${accountId})
      or a.subject_id in (select id::text from booking where owner_id = ${accountId})`,
  profile: ({ accountId }) => sql`
    select account_id::text as key, username, bio, picture_key, role, settings, created_at
    from profile where account_id = ${accountId}`,
  showingProfile: ({ accountId }) => sql`
    select account_id::text as key, agent_name, agent_email, agent_phone, agent_license, agent_brokerage, shows_alone, travel_minutes,
      updated_at
    from agent_profile where account_id = ${accountId}`,
  documents: ({ accountId }) => sql`
    select id::text as key, id, name, type, conversation_id, size_bytes, sha256, status, pages, created_at
    from document where account_id = ${accountId}`,
  // The owner may not learn who reported an image.
  images: ({ accountId }) => sql`
    select id::text as key, id, generation_id, number, visibility, used_params, remix_of, width, height, sha256,
      removed_at, removed_reason, created_at
    from image where account_id = ${accountId}`,
  generations: ({ accountId }) => sql`
    select id::text as key, id, prompt, negative_prompt, style, filter, seed, count, restore_faces, engine, remix_of,
      retry_of, status, error, created_at, started_at, finished_at
    from generation where account_id = ${accountId}`,
  choices: ({ accountId }) => sql`
    select topic as key, topic, by_text, by_email from message_choice where account_id = ${accountId}`,
  templates: ({ accountId }) => sql`
    select id::text as key, name, words from message_template where account_id = ${accountId}`,
  follows: ({ accountId }) => sql`
    select f.creator_id::text as key, p.username, f.created_at as followed_at
    from follow f join profile p on p.account_id = f.creator_id where f.follower_id = ${accountId}`,
  credits: ({ accountId }) => sql`
    select lpad(sequence::text, 12, '0') as key, sequence, kind, reference, amount, balance, created_at
    from credit_entry where account_id = ${accountId}`,
  purchases: ({ accountId }) => sql`
    select p.id::text as key, p.id, u.number, p.kind, u.subscription_id, u.period, u.credits, p.provider, p.intent_id,
      p.amount_cents, p.currency, p.status, p.paid_cents, p.paid_at, p.created_at,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'amount_cents', e.amount_cents,
        'provider_reference', e.provider_reference, 'at', e.at) order by e.id), '[]') from money_entry e where e.payment_id = p.id) as money
    from payment p join purchase u on u.id = p.id where p.account_id = ${accountId}`,
  plans: ({ accountId }) => sql`
    select id::text as key, id, provider, status, period, period_start, period_end, cancelled_at, tries, ended_at, ended_because,
      created_at, updated_at
    from subscription where account_id = ${accountId}`,
  moderation: ({ accountId }) => sql`
    select 'report ' || id as key, 'report' as what, image_id, reason as about, details as text, created_at as at, null as answer
      from image_report where reporter_id = ${accountId}
    union all select 'appeal ' || id, 'appeal', image_id, decision, text, created_at, answer
      from image_appeal where account_id = ${accountId}
    union all select 'age', 'age', null, null, '18 or older', confirmed_at, null
      from age_confirmation where account_id = ${accountId}
    union all select 'refused ' || day || ' ' || term, 'refused prompt', null, term, tries::text, last_at, null
      from blocked_try where account_id = ${accountId}`,
  calendarFeed: ({ accountId }) => sql`
    select account_id::text as key, created_at from calendar_feed where account_id = ${accountId}`,
  blockOuts: ({ accountId }) => sql`
    select id::text as key, id, lower(during) as starts_at, upper(during) as ends_at, time_zone, is_all_day, reason, created_at
    from block_out where account_id = ${accountId}`,
  // Omit the link itself.
  ownerLinks: ({ accountId }) => sql`
    select l.property_id::text as key, l.property_id, l.created_at from owner_link l join property p on p.id = l.property_id
    where p.owner_id = ${accountId}`,
  buyerNotes: ({ accountId }) => sql`
    select buyer as key, buyer as email, note, updated_at from buyer_note where account_id = ${accountId}`,
  properties: ({ accountId }) => sql`
    select p.id::text as key, p.*,
      (select coalesce(jsonb_agg(jsonb_build_object('photo_key', f.photo_key, 'caption', f.caption) order by f.position), '[]')
        from property_photo f where f.property_id = p.id) as photos
    from property p where p.owner_id = ${accountId}`,
  figures: ({ accountId }) => sql`
    select property_id || ' ' || month as key, * from property_month where owner_id = ${accountId}`,
  days: ({ accountId }) => sql`
    select d.property_id || ' ' || d.day as key, d.* from property_day d join property p on p.id = d.property_id
    where p.owner_id = ${accountId}`,
  activity: ({ accountId }) => sql`
    select lpad(id::text, 20, '0') as key, kind, property_id, booking_id, at from activity where owner_id = ${accountId}`,
  packets: ({ accountId }) => sql`
    select k.code as key, k.* from packet k join property p on p.id = k.property_id where p.owner_id = ${accountId}`,
  photos: ({ accountId }) => sql`
    select key, key as photo_key, width, height, uploaded_at from photo where uploaded_by = ${accountId}
      or key in (select f.photo_key from property_photo f join property p on p.id = f.property_id where p.owner_id = ${accountId})
      or key = (select picture_key from profile where account_id = ${accountId})`,
} satisfies Record<string, Source>

/** Lists that belong to some of the account's bookings. */
const OF_BOOKINGS = {
  // The agent may see these columns about a buyer, but no secrets such as the buyer's link or network address.
  bookings: ({ ids }) => sql`
    select b.id::text as key, b.id, b.property_id, b.confirmation_number, b.status, b.showing_date, b.showing_time, b.time_zone,
      b.starts_at, b.ends_at, b.requester_type, b.buyer_name, b.buyer_email, b.buyer_phone, b.buyer_agent_name,
      b.buyer_agent_email, b.buyer_agent_phone, b.mail_upgrade, b.special_requests, b.amount_cents, b.is_demo,
      b.calendar_sequence, b.created_at, b.booked_at, b.noticed_at, b.decision_due_at, b.decided_at, b.cancelled_by,
      b.moved_from, b.feedback, b.refund_requested_at, b.refund_reason, b.refund_decision, b.refund_answer,
      b.reason_for_buyer, b.late_minutes, b.shown_by, b.has_moved, b.offered_times, b.booked_by, b.terms_agreed_at, b.updated_at
    from booking b where b.id = any(${ids}::uuid[])`,
  messages: ({ ids }) => sql`
    select n.id::text as key, n.id, n.booking_id, n.event, n.channel, n.role, n.recipient, n.cc, n.status, n.reason, n.carriage,
      n.carriage_code, n.carried_at, n.tracking_number, n.attempts, n.resends, n.recall, n.created_at, n.sent_at, n.subject, n.words
    from notification n where n.booking_id = any(${ids}::uuid[])`,
  // Messages to others contain their private links.
  words: ({ ids }) => sql`
    select o.id::text as key, o.id, o.booking_id, o.channel, o.recipient, o.subject, o.text, o.sent_at
    from outbox_message o where o.booking_id = any(${ids}::uuid[]) and o.role = 'listing_agent'`,
  written: ({ ids }) => sql`
    select m.id::text as key, m.id, m.booking_id, m.author, m.via, m.words, m.written_at, m.read_at
    from thread_message m where m.booking_id = any(${ids}::uuid[])`,
  reminders: ({ ids }) => sql`
    select r.booking_id || ' ' || r.round || ' ' || r.event as key, r.* from reminder r
    where r.booking_id = any(${ids}::uuid[])`,
  // Omit the visitor's link.
  feedback: ({ ids }) => sql`
    select f.booking_id::text as key, f.booking_id, f.asked_at, f.interest, f.price, f.condition, f.comment, f.answered_at,
      f.changed_at
    from feedback f where f.booking_id = any(${ids}::uuid[])`,
  payments: ({ ids }) => sql`
    select p.id::text as key, p.id, p.booking_id, p.provider, p.status, p.capture, p.amount_cents, p.currency,
      p.paid_cents, p.paid_at, p.created_at, p.updated_at
    from payment p where p.booking_id = any(${ids}::uuid[])`,
  money: ({ ids }) => sql`
    select lpad(m.id::text, 20, '0') as key, p.booking_id, m.payment_id, m.kind, m.amount_cents,
      without_intent(m.provider_reference, p) as provider_reference, m.at
    from money_entry m join payment p on p.id = m.payment_id where p.booking_id = any(${ids}::uuid[])`,
  services: ({ ids }) => sql`
    select s.id::text as key, s.*, w.withdrawn_at, w.withdrawn_as, w.reason as withdrawn_reason
    from notice_service s left join notice_service_withdrawal w on w.service_id = s.id
    where s.booking_id = any(${ids}::uuid[])`,
  // A sweep deletes photos that no service record uses.
  servicePhotos: ({ ids }) => sql`
    select distinct on (f.id) f.id::text as key, f.id, f.booking_id, f.file_key, f.sha256, f.width, f.height, f.created_at
    from notice_service s join service_photo f on f.id = s.photo_id where s.booking_id = any(${ids}::uuid[])`,
} satisfies Record<string, Source>

const SOURCES: Record<string, Source> = { ...OF_ACCOUNT, ...OF_BOOKINGS }
export type AccountList = keyof typeof OF_ACCOUNT
export type BookingList = keyof typeof OF_BOOKINGS

/** Internal columns that we do not export, because another column says the same. */
const OWN = ['key', 'version']

/** Lists a page in the order of the keys. @param of.after the key of the row before the page */
export async function listPage(
  db: Database,
  of: { list: AccountList | BookingList; accountId: string; ids?: string[]; after: string | null; limit: number },
): Promise<Listed[]> {
  const { list, accountId, ids = [], after, limit } = of
  const { rows } = await sql<Listed>`
    select l.key, to_json(l) as row from (${SOURCES[list]?.({ accountId, ids })}) l
    ${after === null ? sql`` : sql`where l.key collate "C" > ${after} collate "C"`}
    order by l.key collate "C" limit ${limit}`.execute(db)
  for (const { row } of rows) for (const column of OWN) delete row[column]
  return rows
}

export type ListedBooking = { id: string; calendar_sequence: number }

/**
 * Lists a page of an account's bookings, newest first. A booking that is rescheduled while we walk keeps its place,
 * because its ID never changes. No index has this order, so PostgreSQL may read all of the account's bookings for each
 * page, which is cheap enough for a job that runs only when someone requests their archive.
 */
export async function listBookings(
  db: Database,
  of: { accountId: string; after: ListedBooking | null; limit: number },
): Promise<ListedBooking[]> {
  const { accountId, after, limit } = of
  const { rows } = await sql<ListedBooking>`
    select id, calendar_sequence from booking
    where owner_id = ${accountId} and status not in ('held', 'lapsed')
      ${after ? sql`and id < ${after.id}::uuid` : sql``}
    order by id desc limit ${limit}`.execute(db)
  return rows
}

export type ListedEntry = { sequence: number } & Record<string, unknown>

/** Lists a page of a compliance log. A reader can recompute its hashes, except for old entries with a payment's intent. */
export async function listEntries(
  db: Database,
  of: { propertyId: string; after: number; limit: number },
): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    select e.property_id, e.sequence, e.booking_id, e.event,
      ${preciseInstant(sql`e.at`)} as at, without_intent(e.payload, p) as payload,
      e.previous_hash, e.hash
    from compliance_entry e left join payment p on p.booking_id = e.booking_id
    where e.property_id = ${of.propertyId} and e.sequence > ${of.after}
    order by e.sequence limit ${of.limit}`.execute(db)
  return rows
}
