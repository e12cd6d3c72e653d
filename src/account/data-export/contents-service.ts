import type { AccountActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { deviceOf, placeOf } from '../../platform/device-name.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { eachPage } from '../../platform/paging.ts'
import { renditionKey } from '../../platform/photo.ts'
import { PARTS, type PartName } from './domain.ts'
import { type Contents, readmeText } from './messages.ts'
import type { ArchivePart, ArchiveParts, PersonalData } from './ports.ts'
import {
  type AccountList,
  type BookingList,
  type Listed,
  type ListedBooking,
  type ListedEntry,
  listBookings,
  listEntries,
  listPage,
} from './repository.ts'

export type ContentsDeps = {
  db: Database
  clock: Clock
  files: Pick<FileStore, 'get'>
  /** Personal data in the areas that build on this one. */
  personalData: Pick<PersonalData, 'part' | 'export'>[]
}

type Row = Listed['row']
type Owner = Pick<AccountActor, 'accountId' | 'email'>

const PAGE = 500
/** The length of a chunk, in characters. */
const CHUNK = 64 * 1024

/** Yields all data of a person, part by part, without holding any of it in memory. */
export async function* exportParts(
  deps: ContentsDeps,
  owner: Owner,
  onPart: (done: number) => Promise<void>,
): AsyncGenerator<ArchivePart> {
  const parts = partsOf(deps, owner)
  for (const [index, name] of PARTS.entries()) {
    yield* parts[name]()
    await onPart(index + 1)
  }
}

function partsOf({ db, clock, files, personalData }: ContentsDeps, owner: Owner) {
  const { accountId } = owner
  const contents: Contents = []
  const missing: string[] = []
  const addEntry = (path: string) => {
    const entry = { path, count: 0 }
    contents.push(entry)
    return entry
  }

  const rows = (list: AccountList) => everyRow(db, list, { accountId })
  const rowsOfBookings = (list: BookingList) => everyRowOfBookings(db, list, accountId)
  const json = (path: string, list: AsyncIterable<Row>): ArchivePart => ({
    path,
    content: jsonLines(list, addEntry(path)),
  })
  const own = (path: string, list: AccountList) => json(path, rows(list))
  const ofBookings = (path: string, list: BookingList) => json(path, rowsOfBookings(list))

  /** Adds a file whose text we generate while we write it. It counts as one entry, however long it is. */
  function text(path: string, content: AsyncIterable<string>): ArchivePart {
    addEntry(path).count = 1
    return { path, content }
  }

  async function* stored(folder: string, keys: AsyncIterable<string>, isNamed: boolean): AsyncGenerator<ArchivePart> {
    const entry = addEntry(folder)
    for await (const key of keys) {
      const file = await files.get(key)
      if (!file && isNamed) missing.push(key)
      if (!file) continue
      entry.count++
      yield { path: key, content: file.bytes, isPacked: true }
    }
  }

  async function* counted(folder: string, made: AsyncIterable<ArchivePart>): AsyncGenerator<ArchivePart> {
    const entry = addEntry(folder)
    for await (const part of made) {
      entry.count++
      yield part
    }
  }

  async function* bookings() {
    for await (const page of bookingPages(db, accountId)) yield* page
  }

  const tools: ArchiveParts = { owner, json: own, text, stored, counted, rows, rowsOfBookings, bookings }
  async function* fromAbove(name: PartName): AsyncGenerator<ArchivePart> {
    for (const data of personalData) if (data.part === name && data.export) yield* data.export(tools)
  }

  const photoKeys = () => mapped(rows('photos'), ({ photo_key }) => renditionKey(photo_key as string, 'large', 'webp'))
  const servicePhotoKeys = () => mapped(rowsOfBookings('servicePhotos'), ({ file_key }) => file_key as string)

  const parts: Record<PartName, () => AsyncIterable<ArchivePart> | ArchivePart[]> = {
    account: () => [
      own('account.json', 'account'),
      json('sessions.json', mapped(rows('sessions'), sessionOf)),
      own('passkeys.json', 'passkeys'),
      own('archives.json', 'archives'),
      own('admin-acts.json', 'acts'),
    ],
    profile: () => [
      own('profile.json', 'profile'),
      own('showing-profile.json', 'showingProfile'),
      own('message-choices.json', 'choices'),
      own('message-templates.json', 'templates'),
      own('follows.json', 'follows'),
      own('credits.json', 'credits'),
      own('purchases.json', 'purchases'),
      own('plans.json', 'plans'),
      own('moderation.json', 'moderation'),
      own('calendar-feed.json', 'calendarFeed'),
    ],
    properties: () => [
      own('properties.json', 'properties'),
      own('property-months.json', 'figures'),
      own('property-days.json', 'days'),
      own('owner-links.json', 'ownerLinks'),
      own('activity.json', 'activity'),
      own('block-outs.json', 'blockOuts'),
    ],
    bookings: () => [
      ofBookings('bookings.json', 'bookings'),
      ofBookings('feedback.json', 'feedback'),
      own('buyer-notes.json', 'buyerNotes'),
    ],
    messages: () => [
      ofBookings('messages.json', 'messages'),
      ofBookings('messages-to-you.json', 'words'),
      ofBookings('conversations-with-buyers.json', 'written'),
      ofBookings('reminders.json', 'reminders'),
    ],
    money: () => [ofBookings('payments.json', 'payments'), ofBookings('money.json', 'money')],
    service: () => [
      ofBookings('services.json', 'services'),
      ofBookings('service-photos.json', 'servicePhotos'),
      own('packets.json', 'packets'),
    ],
    compliance: () => [json('compliance-log.json', everyEntry(db, accountId))],
    photos: () => joined(stored('photos/', photoKeys(), true), stored('service-photos/', servicePhotoKeys(), true)),
    notices: () => fromAbove('notices'),
    proofs: () => fromAbove('proofs'),
    documents: () => fromAbove('documents'),
    images: () => fromAbove('images'),
    contents: () => [
      { path: 'README.txt', content: readmeText({ ...owner, madeAt: minuteOf(clock.now()), contents, missing }) },
    ],
  }
  return parts
}

/** Reads rows page by page, each page when the writer asks for it. */
async function* everyRow(db: Database, list: AccountList | BookingList, of: { accountId: string; ids?: string[] }) {
  const find = (last: Listed | null) => listPage(db, { list, ...of, after: last?.key ?? null, limit: PAGE })
  for await (const page of eachPage(PAGE, find)) for (const { row } of page) yield row
}

async function* everyRowOfBookings(db: Database, list: BookingList, accountId: string) {
  for await (const page of bookingPages(db, accountId))
    yield* everyRow(db, list, { accountId, ids: page.map(({ id }) => id) })
}

const bookingPages = (db: Database, accountId: string) =>
  eachPage(PAGE, (after: ListedBooking | null) => listBookings(db, { accountId, after, limit: PAGE }))

async function* everyEntry(db: Database, accountId: string) {
  for await (const { id } of everyRow(db, 'properties', { accountId })) {
    const find = (last: ListedEntry | null) =>
      listEntries(db, { propertyId: id as string, after: last?.sequence ?? 0, limit: PAGE })
    for await (const page of eachPage(PAGE, find)) yield* page
  }
}

/** Formats an instant as `2026-11-21 09:00`. */
const minuteOf = (at: Temporal.Instant) => at.toString().replace('T', ' ').slice(0, 16)

/** Writes a session as the Security page shows it. */
const sessionOf = ({ user_agent, ip_address, ...rest }: Row): Row => ({
  device: deviceOf(user_agent as string | null),
  place: placeOf(ip_address as string | null),
  ...rest,
})

async function* mapped<T>(list: AsyncIterable<Row>, change: (row: Row) => T) {
  for await (const row of list) yield change(row)
}

async function* joined<T>(...lists: AsyncIterable<T>[]) {
  for (const list of lists) yield* list
}

/** Writes a JSON array with one entry per line, and counts the entries. */
async function* jsonLines(list: AsyncIterable<Row>, entry: Contents[number]) {
  let text = '['
  for await (const row of list) {
    text += `${entry.count++ === 0 ? '' : ','}\n${JSON.stringify(row)}`
    // Passing rows on one by one would take most of the time.
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  yield `${text}${entry.count === 0 ? '' : '\n'}]\n`
}
