import { sql } from 'kysely'
import { verifyChains } from '../../src/notice/compliance/chain-service.ts'
import { MAY_HAVE_ARRIVED } from '../../src/notice/message/reason-domain.ts'
import type { Database } from '../../src/platform/db/connect.ts'
import type { Vendors } from './vendors.ts'

/** A snapshot of the vendors' books. The checks read only what came after it. */
export const marksOf = ({ stripe, twilio, lob, mail }: Vendors) => ({
  intents: stripe.intents.size,
  texts: twilio.texts.length,
  letters: lob.letters.length,
  mails: mail.arrived.length,
})
type Marks = ReturnType<typeof marksOf>

/** `kills`: how many processes died. `mayGiveUp`: by our clock, a vendor was down for a day. */
export type Scope = { since: Marks; homes: string[]; kills: number; mayGiveUp: boolean }

type Payment = {
  booking: string
  booking_id: string
  by: string | null
  refund: string | null
  status: string
  intent_id: string | null
  amount: number
  entries: { kind: string; amount: number }[]
}

/** Lists how a booking's money may end, depending on who canceled it. */
function allowed({ booking, by, refund }: Payment): string[] {
  if (refund === 'approved') return ['refunded']
  if (booking === 'pending') return ['authorized', 'succeeded']
  if (booking === 'cancelled') return by === 'buyer' ? ['succeeded', 'refunded'] : ['refunded']
  if (booking === 'declined') return ['refunded']
  return booking === 'held' || booking === 'lapsed' ? ['cancelled', 'refunded'] : ['succeeded']
}

/** Compares the vendor's books about money with ours. */
async function moneyFaults(db: Database, { stripe }: Vendors, since: Marks, homes: string[]): Promise<string[]> {
  const { rows } = await sql<Payment>`
    select b.status as booking, b.id as booking_id, b.cancelled_by as by, b.refund_decision as refund, p.status, p.intent_id,
      p.amount_cents as amount, coalesce((select json_agg(json_build_object('kind', m.kind, 'amount', m.amount_cents))
        from money_entry m where m.payment_id = p.id), '[]') as entries
    from payment p join booking b on b.id = p.booking_id where b.property_id = any(${homes})`.execute(db)
  const faults: string[] = []
  const known = new Map(rows.map((row) => [row.intent_id, row]))
  for (const intent of [...stripe.intents.values()].slice(since.intents)) {
    // Stripe lists a release, too, as a refund of the charge that was never captured.
    const isCharged = intent.status === 'succeeded'
    const refunds = stripe.refunds.filter(
      (one) => isCharged && one.payment_intent === intent.id && one.status === 'succeeded',
    )
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
    const taken = isCharged ? intent.amount_received : 0
    const kept = taken - back
    const reserved = intent.status === 'requires_capture' ? intent.amount : 0
    const say = (what: string) => void faults.push(`${what}: ${intent.id}, ${intent.status}, ${taken} - ${back}`)
    const row = known.get(intent.id)
    if (!row) {
      if (kept + reserved > 0) say('money without booking or refund')
      continue
    }
    const sum = (kind: string) =>
      row.entries.filter((entry) => entry.kind === kind).reduce((total, { amount }) => total + amount, 0)
    const letter = sum('letter_refund')
    if (refunds.length > (letter > 0 ? 2 : 1) || back > taken) say('double refund')
    if (!allowed(row).includes(row.status)) say(`a ${row.booking} booking (${row.by}) whose payment is ${row.status}`)
    if (row.status === 'succeeded' && kept !== row.amount - letter) say('booking without money')
    if (row.status === 'authorized' && reserved !== row.amount) say('booking without its authorization')
    if (row.status !== 'succeeded' && kept > 0) say('money without booking or refund')
    if (row.status !== 'authorized' && reserved > 0) say('an authorization without a booking')
    if (sum('charge') !== taken || sum('refund') + letter !== back) say(`entries ${JSON.stringify(row.entries)}`)
    if (sum('release') > 0 && intent.status !== 'canceled') say('a release that released nothing')
  }
  for (const row of rows)
    if (row.status === 'succeeded' && !stripe.intents.has(row.intent_id ?? '')) faults.push('booking without money')
  return faults
}

type Row = {
  id: string
  event: string
  channel: 'sms' | 'email' | 'certified_mail'
  role: string
  booking_id: string
  to: string
  cc: string[]
  status: string
  logged_at: Date | null
  reason: string | null
}
type Told = { booking_id: string; event: string; channel: string; role: string; status: string }

const listRows = (db: Database, homes: string[]) =>
  sql<Row>`select coalesce(n.send_id, n.id) as id, n.event, n.channel, n.role, n.booking_id, n.recipient #>> '{}' as to, n.cc,
    n.status, n.logged_at, n.reason
    from notification n join booking b on b.id = n.booking_id where b.property_id = any(${homes})`.execute(db)

/** Counts for each message how often it arrived at its vendor, and how often its sender could not know that. */
function arrivalsOf({ twilio, lob, mail }: Vendors, since: Marks) {
  const texts = twilio.texts
    .slice(since.texts)
    .map(({ callback }) => new URL(callback ?? '').searchParams.get('message'))
  const letters = lob.letters.slice(since.letters).map(({ fields }) => fields['metadata[notification]'])
  const mails = mail.arrived.slice(since.mails).map(({ mail: { messageId }, recipients, isAcknowledged }) => ({
    id: /^<([0-9a-f-]{36})/.exec(messageId ?? '')?.[1] ?? '',
    messageId,
    recipient: recipients[0],
    isAcknowledged,
  }))
  return { texts, letters, mails }
}

/**
 * Compares the messages at the vendors with ours. A sent text or letter must be there exactly once. SMTP has no
 * idempotency keys, so a mail must be there once, plus once for each time its sender missed the acceptance or died
 * before recording it. All copies have one Message-ID.
 */
async function messageFaults(db: Database, vendors: Vendors, scope: Scope): Promise<string[]> {
  const { since, homes, kills } = scope
  const { rows } = await listRows(db, homes)
  const { rows: told } = await sql<Told>`
    select e.booking_id, m ->> 'event' as event, m ->> 'channel' as channel, m ->> 'role' as role, m ->> 'status' as status
    from compliance_entry e, json_array_elements(e.payload::json -> 'messages') m
    where e.event = 'notified' and e.property_id = any(${homes})`.execute(db)
  const faults: string[] = []
  const { texts, letters, mails } = arrivalsOf(vendors, since)
  const keyOf = (one: Told | Row) => [one.booking_id, one.event, one.channel, one.role].join(' ')
  const words = (status: string) => (status === 'sent' || status === 'Sent' ? 'sent' : 'not sent')
  for (const row of rows) {
    const say = (what: string) =>
      void faults.push(`${what}: ${row.event} ${row.channel} ${row.role} ${row.status} ${row.id}`)
    if (!row.logged_at || !['sent', 'not_sent', 'failed'].includes(row.status)) say('a message without a final status')
    if (row.status === 'failed' && !scope.mayGiveUp)
      say(`we gave up a message although its vendor works (${row.reason})`)
    const isUnsure = row.reason?.endsWith(MAY_HAVE_ARRIVED) ?? false
    const isSent = row.status === 'sent'
    if (row.channel !== 'email') {
      const count = (row.channel === 'sms' ? texts : letters).filter((id) => id === row.id).length
      if (count > 1) say(`double message (${count})`)
      if (count > 0 !== isSent && !(isUnsure && row.status === 'failed')) say(`the log is wrong (${count} arrived)`)
      continue
    }
    for (const recipient of [row.to, ...row.cc]) {
      const copies = mails.filter((mail) => mail.id === row.id && mail.recipient === recipient)
      const unacknowledged = copies.filter(({ isAcknowledged }) => !isAcknowledged).length
      if (copies.length > 1 + unacknowledged + kills)
        say(`double email (${copies.length}, ${unacknowledged} unacknowledged)`)
      if (new Set(copies.map(({ messageId }) => messageId)).size > 1) say('a repeated email with another Message-ID')
      if (copies.length > 0 !== isSent && !isUnsure)
        say(`the log is wrong (${copies.length} arrived at ${recipient}; ${row.reason})`)
    }
  }
  const arrived = [...new Set([...texts, ...letters, ...mails.map(({ id }) => id)])]
  // These include messages of an earlier booking that waited for their time.
  const { rows: known } = await sql<{ id: string }>`
    select coalesce(send_id, id)::text as id from notification where coalesce(send_id, id)::text = any(${arrived})`.execute(
    db,
  )
  const ids = new Set(known.map(({ id }) => id))
  for (const id of arrived) if (!ids.has(id ?? '')) faults.push(`a message without a plan: ${id}`)
  const statuses = (of: (Told | Row)[]) => of.map((one) => `${keyOf(one)} ${words(one.status)}`)
  for (const line of withoutThese(statuses(rows), statuses(told))) faults.push(`not in the log: ${line}`)
  for (const line of withoutThese(statuses(told), statuses(rows))) faults.push(`only in the log: ${line}`)
  return faults
}

/** Removes one copy of each of `gone`. */
function withoutThese(lines: string[], gone: string[]): string[] {
  const rest = [...lines]
  for (const line of gone) {
    const at = rest.indexOf(line)
    if (at >= 0) rest.splice(at, 1)
  }
  return rest
}

/** The message that each event of a booking requires. */
const TOLD_BY: Record<string, string> = {
  booked: 'booked',
  charged: 'approved',
  declined: 'declined',
  cancelled: 'cancelled',
  moved: 'moved',
  refund_requested: 'refund_requested',
  refund_approved: 'refunded',
  refund_declined: 'refund_declined',
}

/** Checks that the log is complete, has each event once, and that everyone was notified. */
async function logFaults(db: Database, homes: string[]): Promise<string[]> {
  const faults: string[] = []
  for (const { propertyId, result } of await verifyChains(db, homes))
    if (!result.valid) faults.push(`the log of ${propertyId} is broken`)
  const { rows } = await sql<{ booking_id: string; event: string; times: number; status: string }>`
    select e.booking_id, e.event, count(*) as times, b.status from compliance_entry e join booking b on b.id = e.booking_id
    where e.property_id = any(${homes}) and e.event not in ('notified', 'delivery') group by 1, 2, 4`.execute(db)
  for (const { booking_id, event, times } of rows)
    if (times > 1 && event !== 'approved') faults.push(`${times} entries of "${event}" for ${booking_id}`)
  const { rows: messages } = await listRows(db, homes)
  for (const { booking_id, event, status } of rows) {
    // A buyer who cancels before the charge gets no approval message, and neither does one who asks for another time.
    if (event === 'charged' && ['cancelled', 'pending', 'declined'].includes(status)) continue
    const wanted = TOLD_BY[event]
    const isTold = messages.some((row) => row.booking_id === booking_id && row.event === wanted && row.role === 'buyer')
    if (wanted && !isTold) faults.push(`no message about "${event}" of ${booking_id}`)
  }
  const { rows: booked } = await sql<{ id: string }>`
    select id from booking b where property_id = any(${homes}) and status not in ('held', 'lapsed')
      and (select count(*) from compliance_entry e where e.booking_id = b.id and e.event = 'booked') <> 1`.execute(db)
  for (const { id } of booked) faults.push(`a booking without its entry: ${id}`)
  const { rows: moved } = await sql<{ id: string; status: string }>`
    select b.id, p.status from booking b join payment p on p.booking_id = b.id
    where b.property_id = any(${homes}) and b.status not in ('held', 'lapsed') and p.status = 'refunded'
      and (select count(*) from compliance_entry e where e.booking_id = b.id and e.event in ('refunded', 'released')) <> 1`.execute(
    db,
  )
  for (const { id } of moved) faults.push(`the log does not show a refund: ${id}`)
  return faults
}

/** Finds what must never happen. Call it after all work is done. */
export async function findFaults(db: Database, vendors: Vendors, scope: Scope): Promise<string[]> {
  return [
    ...(await moneyFaults(db, vendors, scope.since, scope.homes)),
    ...(await messageFaults(db, vendors, scope)),
    ...(await logFaults(db, scope.homes)),
  ]
}
