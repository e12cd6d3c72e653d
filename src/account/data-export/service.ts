import { randomUUID } from 'node:crypto'
import { type AccountActor, type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { deviceOf, placeOf } from '../../platform/device-name.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { eachPage } from '../../platform/paging.ts'
import { renditionKey } from '../../platform/photo.ts'
import type { Archive } from './contract.ts'
import * as rule from './domain.ts'
import { type Contents, readmeText } from './messages.ts'
import type { ArchivePart, ArchiveParts, ArchiveStore, PersonalData } from './ports.ts'
import * as rows from './repository.ts'

type DataExportDependencies = {
  db: Database
  clock: Clock
  store: ArchiveStore
  files: Pick<FileStore, 'get'>
  /** What the areas above keep of a person. */
  personalData: Pick<PersonalData, 'part' | 'export'>[]
}

type Row = rows.Listed['row']
type Owner = Pick<AccountActor, 'accountId' | 'email'>

const PAGE = 500
/** Characters. */
const CHUNK = 64 * 1024

/** All that is one's own in one file: asked for, made by a job, downloaded, and gone after some days. */
export function createDataExportService({ db, clock, store, files, personalData }: DataExportDependencies) {
  /** Page after page, each read when it is asked for. */
  async function* every(list: rows.AccountList | rows.BookingList, of: { accountId: string; ids?: string[] }) {
    const find = (last: rows.Listed | null) => rows.listPage(db, { list, ...of, after: last?.key ?? null, limit: PAGE })
    for await (const page of eachPage(PAGE, find)) for (const { row } of page) yield row
  }

  const bookingPages = (accountId: string) =>
    eachPage(PAGE, (after: rows.ListedBooking | null) => rows.listBookings(db, { accountId, after, limit: PAGE }))

  async function* everyOfBookings(list: rows.BookingList, accountId: string) {
    for await (const page of bookingPages(accountId)) yield* every(list, { accountId, ids: page.map(({ id }) => id) })
  }

  async function* everyEntry(accountId: string) {
    for await (const { id } of every('properties', { accountId })) {
      const find = (last: rows.ListedEntry | null) =>
        rows.listEntries(db, { propertyId: id as string, after: last?.sequence ?? 0, limit: PAGE })
      for await (const page of eachPage(PAGE, find)) yield* page
    }
  }

  /** Everything, part after part; nothing of it is held. `counts` says at its end what there was. */
  function partsOf(owner: Owner, onPart: (done: number) => Promise<void>) {
    const { accountId } = owner
    const contents: Contents = []
    const missing: string[] = []
    const noted = (path: string) => {
      const entry = { path, count: 0 }
      contents.push(entry)
      return entry
    }

    function json(path: string, list: AsyncIterable<Row>): ArchivePart {
      return { path, content: jsonLines(list, noted(path)) }
    }
    /** A file that is made as it is written. `count`: one, however long it is. */
    function text(path: string, content: AsyncIterable<string>): ArchivePart {
      noted(path).count = 1
      return { path, content }
    }
    const own = (path: string, list: rows.AccountList) => json(path, every(list, { accountId }))
    const ofBookings = (path: string, list: rows.BookingList) => json(path, everyOfBookings(list, accountId))

    /** @param keys of files that may be there; `isNamed`: one that is not is said to be missing */
    async function* stored(folder: string, keys: AsyncIterable<string>, isNamed: boolean): AsyncGenerator<ArchivePart> {
      const entry = noted(folder)
      for await (const key of keys) {
        const file = await files.get(key)
        if (!file && isNamed) missing.push(key)
        if (!file) continue
        entry.count++
        yield { path: key, content: file.bytes, isPacked: true }
      }
    }

    async function* counted(folder: string, made: AsyncIterable<ArchivePart>): AsyncGenerator<ArchivePart> {
      const entry = noted(folder)
      for await (const part of made) {
        entry.count++
        yield part
      }
    }

    const tools: ArchiveParts = {
      owner,
      json: own,
      text,
      stored,
      counted,
      rows: (list) => every(list, { accountId }),
      rowsOfBookings: (list) => everyOfBookings(list, accountId),
      async *bookings() {
        for await (const page of bookingPages(accountId)) yield* page
      },
    }
    async function* fromAbove(name: rule.PartName): AsyncGenerator<ArchivePart> {
      for (const data of personalData) if (data.part === name && data.export) yield* data.export(tools)
    }

    const parts: Record<rule.PartName, () => AsyncIterable<ArchivePart> | ArchivePart[]> = {
      account: () => [
        own('account.json', 'account'),
        json('sessions.json', mapped(every('sessions', { accountId }), sessionOf)),
        own('passkeys.json', 'passkeys'),
        own('archives.json', 'archives'),
        own('admin-acts.json', 'acts'),
      ],
      profile: () => [
        own('profile.json', 'profile'),
        own('showing-profile.json', 'showingProfile'),
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
        own('activity.json', 'activity'),
      ],
      bookings: () => [ofBookings('bookings.json', 'bookings')],
      messages: () => [
        ofBookings('messages.json', 'messages'),
        ofBookings('messages-to-you.json', 'words'),
        ofBookings('reminders.json', 'reminders'),
      ],
      money: () => [ofBookings('payments.json', 'payments'), ofBookings('money.json', 'money')],
      service: () => [
        ofBookings('services.json', 'services'),
        ofBookings('service-photos.json', 'servicePhotos'),
        own('packets.json', 'packets'),
      ],
      compliance: () => [json('compliance-log.json', everyEntry(accountId))],
      photos: () => joined(stored('photos/', photoKeys(), true), stored('service-photos/', servicePhotoKeys(), true)),
      notices: () => fromAbove('notices'),
      proofs: () => fromAbove('proofs'),
      documents: () => fromAbove('documents'),
      images: () => fromAbove('images'),
      contents: () => [
        { path: 'README.txt', content: readmeText({ ...owner, madeAt: minuteOf(clock.now()), contents, missing }) },
      ],
    }

    async function* photoKeys() {
      for await (const { photo_key } of every('photos', { accountId }))
        yield renditionKey(photo_key as string, 'large', 'webp')
    }
    async function* servicePhotoKeys() {
      for await (const { file_key } of everyOfBookings('servicePhotos', accountId)) yield file_key as string
    }

    return (async function* () {
      for (const [index, name] of rule.PARTS.entries()) {
        yield* parts[name]()
        await onPart(index + 1)
      }
    })()
  }

  return {
    /** Asks for a new one. @throws DomainError unauthenticated, conflict (one is being made), too_many */
    async request(actor: Actor): Promise<Archive> {
      const { accountId } = requireAccount(actor)
      const id = randomUUID()
      const request = { id, accountId, now: clock.now(), aDay: rule.ARCHIVES_A_DAY }
      const outcome = await rows.insertRequest(db, request)
      if (outcome === 'under_way') throw rule.underWay()
      if (outcome !== 'asked') throw rule.tooManyArchives(outcome)
      const row = await rows.findArchive(db, id, accountId)
      return rule.archiveOf(row as rule.ArchiveRow, clock.now())
    },

    /** The one that was asked for last; null: never. @throws DomainError unauthenticated */
    async find(actor: Actor): Promise<Archive | null> {
      const { accountId } = requireAccount(actor)
      const row = await rows.findLatest(db, accountId)
      return row && rule.archiveOf(row, clock.now())
    },

    /** The file, for its owner alone: not even for an admin. @throws DomainError unauthenticated, not_found */
    async open(actor: Actor, id: string) {
      const { accountId } = requireAccount(actor)
      const row = await rows.findArchive(db, id, accountId)
      const isReady = row && rule.archiveOf(row, clock.now()).status === 'ready'
      const file = isReady && row.file_name ? await store.open(row.file_name) : null
      if (!file) throw rule.noArchive()
      return { ...file, name: `showingbooker-data-${row?.made_at?.toISOString().slice(0, 10)}.zip` }
    },

    /** Makes one that was asked for; again and at once with another process does no harm. */
    async make(id: string, { isLastAttempt }: { isLastAttempt: boolean }): Promise<void> {
      const row = await rows.findArchive(db, id, null)
      if (row?.status !== 'being_made') return
      try {
        const [account] = await rows.listPage(db, { list: 'account', accountId: row.account_id, after: null, limit: 1 })
        const owner = { accountId: row.account_id, email: String(account?.row.email) }
        const name = `${id}-${randomUUID()}.zip`
        const parts = partsOf(owner, (done) => rows.markProgress(db, id, done))
        const written = await store.write(name, parts, clock.now())
        const madeAt = clock.now()
        const expiresAt = madeAt.add({ hours: 24 * rule.ARCHIVE_DAYS })
        if (!(await rows.markReady(db, id, { name, ...written, madeAt, expiresAt }))) await store.delete(name)
      } catch (error) {
        if (isLastAttempt) await rows.markFailed(db, id)
        throw error
      }
    },

    /** Deletes files that ran out, and what crashes left. @returns how many */
    async sweep(): Promise<number> {
      const now = clock.now()
      await rows.expireOld(db, now)
      const longAgo = now.subtract({ hours: rule.GIVEN_UP_AFTER_HOURS })
      await rows.failAbandoned(db, longAgo)
      const names = await store.listUntouched(longAgo)
      const wanted = await rows.findReadyNames(db, names)
      const unwanted = names.filter((name) => !wanted.has(name))
      for (const name of unwanted) await store.delete(name)
      return unwanted.length
    },
  }
}

export type DataExportService = ReturnType<typeof createDataExportService>

/** `2026-11-21 09:00` */
const minuteOf = (at: Temporal.Instant) => at.toString().replace('T', ' ').slice(0, 16)

/** As the page Security shows it. */
const sessionOf = ({ user_agent, ip_address, ...rest }: Row): Row => ({
  device: deviceOf(user_agent as string | null),
  place: placeOf(ip_address as string | null),
  ...rest,
})

async function* mapped(list: AsyncIterable<Row>, change: (row: Row) => Row) {
  for await (const row of list) yield change(row)
}

async function* joined<T>(...lists: AsyncIterable<T>[]) {
  for (const list of lists) yield* list
}

/** A JSON array, an entry a line; counts them. */
async function* jsonLines(list: AsyncIterable<Row>, entry: Contents[number]) {
  let text = '['
  for await (const row of list) {
    text += `${entry.count++ === 0 ? '' : ','}\n${JSON.stringify(row)}`
    // Row by row most of the time would go into handing them on.
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  yield `${text}${entry.count === 0 ? '' : '\n'}]\n`
}
