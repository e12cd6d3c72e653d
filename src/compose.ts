import { join } from 'node:path'
import { type AccountSubstitutes, createAccount } from './account/area.ts'
import type { PersonalData } from './account/data-export/ports.ts'
import { createDiskFiles } from './adapters/disk-files.ts'
import { createPdfRenderer } from './adapters/pdf-renderer.ts'
import type { AreaDeps, AreaJobs, OpenBreaker } from './area.ts'
import type { EventUse, ProductEvent } from './events.ts'
import { createMoney, type MoneySubstitutes, openPaymentProvider } from './money/area.ts'
import { createNotice, type NoticeSubstitutes, openCarriers, type ShowingPorts } from './notice/area.ts'
import { createOperations, createOutbox, runAdmin } from './operations/area.ts'
import { createOracle, type OracleSubstitutes } from './oracle/area.ts'
import { type CircuitBreaker, createCircuitBreaker, type Health } from './platform/circuit-breaker.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { OpenDatabase } from './platform/db/connect.ts'
import { tryWrite } from './platform/db/disk-space.ts'
import { deleteOldEvents, listenToEvents } from './platform/db/events.ts'
import { deleteOldKeys } from './platform/db/idempotency.ts'
import { queueReading, readQueueAge } from './platform/db/queue.ts'
import { watchSlowStatements } from './platform/db/slow-statements.ts'
import { deleteOldCounts } from './platform/db/try-counts.ts'
import { createVendorHealth } from './platform/db/vendor-health.ts'
import { createDiskSpaceCheck } from './platform/disk-space.ts'
import type { FileStore } from './platform/file-store.ts'
import { createGauges, keepFor, type Reading } from './platform/gauges.ts'
import { type JobHandler, startWorker } from './platform/jobs.ts'
import { createLog } from './platform/log.ts'
import { createMetrics, watchDisk, watchPool } from './platform/metrics.ts'
import { createPageCache } from './platform/page-cache.ts'
import type { PhotoRenderer, PictureRenderer } from './platform/photo.ts'
import { createProperty, type PropertySubstitutes } from './property/area.ts'
import type { Config } from './settings/config.ts'
import { createShowing, showingPorts } from './showing/area.ts'
import { createStudio, type StudioSubstitutes } from './studio/area.ts'

/** Parts that a test may replace. */
export type Substitutes = MoneySubstitutes &
  NoticeSubstitutes & {
    clock?: Clock
    tryWrite?: () => Promise<void>
    account?: AccountSubstitutes
    property?: PropertySubstitutes
    studio?: StudioSubstitutes
    oracle?: OracleSubstitutes
  }

/** Opens the vendors and builds the areas from bottom to top. */
export async function compose(config: Config, database: OpenDatabase, substitutes: Substitutes = {}) {
  const { db, url } = database
  const clock = substitutes.clock ?? systemClock
  const files = await openFiles(config)
  const diskSpace = createDiskSpaceCheck(substitutes.tryWrite ?? (() => tryWrite(db, files)))
  const { log, close: closeLog } = createLog(config.logLevel, config.logFile, diskSpace.note)
  const health = createVendorHealth({ db, log })
  const breakers: CircuitBreaker[] = []
  const openBreaker: OpenBreaker = (channel, vendor, embedded, timeoutMs = 60_000) => {
    const breaker = createCircuitBreaker({
      clock,
      channel,
      vendor: vendor ?? embedded,
      isReal: vendor !== null,
      timeoutMs,
      onHealth: (state) => health.record(channel, state.vendor, state),
    })
    breakers.push(breaker)
    return breaker
  }
  const deps: AreaDeps = { db, clock, log, config, files, openBreaker }
  const pdf = createPdfRenderer()
  const photos = lazyPhotos()
  const outbox = createOutbox(deps)
  const opened = await openPaymentProvider(deps, substitutes)
  const carriers = await openCarriers(deps, outbox, substitutes)
  const { provider } = opened
  const mail = { mailer: carriers.mailer, breaker: carriers.breakers.email }

  const personalData: PersonalData[] = []
  const property = createProperty({ ...deps, photos, pdf }, substitutes.property)
  const { properties, availability, blockOuts } = property.services
  const account = await createAccount({ ...deps, ...mail, photos: properties, personalData }, substitutes.account)
  const { audit } = account.services
  const { orders } = opened
  const studio = await createStudio({ ...deps, ...mail, audit, provider, orders, pdf }, substitutes.studio)
  const oracle = await createOracle(deps, substitutes.oracle)
  const ofShowing: ShowingPorts = showingPorts(db)
  const isTestMode = provider.name === 'sandbox'
  const notice = createNotice({ ...deps, carriers, showing: ofShowing, pictures: photos, pdf, isTestMode })
  const showing = createShowing({
    ...deps,
    provider,
    newIntent: opened.newIntent,
    orders,
    audit,
    properties,
    availability,
    blockOuts,
    notice: notice.services,
    pdf,
  })
  const money = createMoney({
    ...deps,
    opened,
    showings: showing.services.settlements,
    credits: studio.services.credits,
  })
  const { reconciliations } = money.services
  const { messaging } = notice.services
  const operations = createOperations({ ...deps, health, audit, messaging, reconciliations })
  personalData.push(
    ...property.personalData,
    ...showing.personalData,
    ...notice.personalData,
    ...oracle.personalData,
    ...studio.personalData,
  )

  const pageCache = createPageCache()
  const answerCache = createPageCache({ maxBytes: 16 * 2 ** 20 })
  /** Drops the kept pages and lists about something that changed. */
  const forget = (tag: string) => {
    pageCache.drop(tag)
    answerCache.drop(tag)
  }
  const metrics = createMetrics()
  watchPool(metrics, database.pool)
  watchDisk(metrics, config.dataDir)
  const nowMs = () => clock.now().epochMilliseconds
  if (config.slowQueryMs > 0) watchSlowStatements(database, { limitMs: config.slowQueryMs, log, metrics, nowMs })
  const readings: Reading[] = [queueReading(db), ...money.readings, ...notice.readings, ...showing.readings]
  const gauges = createGauges(metrics, { readings, now: nowMs, log })
  const areas: (EventUse & { work: AreaJobs })[] = [property, account, studio, oracle, notice, showing, money]
  const jobs: Record<string, JobHandler> = {
    ...Object.assign({}, ...areas.map(({ work }) => work.jobs)),
    'event.forget': () => deleteOldEvents(db, clock.now().subtract({ hours: 24 })),
    'idempotency.forget': () => deleteOldKeys(db, clock.now().subtract({ hours: 24 })),
    'try-counts.forget': () => deleteOldCounts(db, clock.now()),
  }
  const schedule: Record<string, string> = {
    ...Object.assign({}, ...areas.map(({ work }) => work.schedule)),
    'event.forget': '7 * * * *',
    'idempotency.forget': '17 * * * *',
    'try-counts.forget': '37 * * * *',
  }
  const slow = [oracle.slow, studio.slow]
  const slowTasks = slow.flatMap(({ tasks }) => tasks)
  const services = {
    jobs,
    schedule,
    db,
    clock,
    log,
    diskSpace,
    metrics,
    gauges,
    /** Measures how far the workers are behind. */
    queueAge: keepFor(5_000, nowMs, () => readQueueAge(db, slowTasks)),
    pageCache,
    answerCache,
    forget,
    files,
    outbox,
    ...property.services,
    ...account.services,
    ...studio.services,
    ...oracle.services,
    ...notice.services,
    ...showing.services,
    ...money.services,
    ...operations.services,
  }
  function notifyAreas(event: ProductEvent) {
    for (const area of areas) {
      for (const tag of area.drops?.(event) ?? []) forget(tag)
      area.onEvent?.(event)
    }
  }
  let changes: ReturnType<typeof listenToEvents> | undefined
  return {
    ...services,
    /** Starts to keep rendered pages, drop them on changes, and notify open dashboards. */
    async startListening() {
      changes = listenToEvents(url, {
        onEvent: (event) => notifyAreas(event as ProductEvent),
        onListening(isListening) {
          pageCache.setListening(isListening)
          answerCache.setListening(isListening)
        },
        log,
      })
      await changes.started
    },
    /** Ends open streams, which would otherwise outlast every request at a stop. */
    endStreams() {
      showing.streams.close()
      studio.streams.close()
      oracle.streams.close()
    },
    async startWorker() {
      const concurrency = config.workerConcurrency
      const onFailure = diskSpace.note
      const worker = await startWorker({ url, concurrency, slow, log, metrics, onFailure, tasks: jobs, schedule })
      return {
        async stop() {
          studio.services.drawings.stop()
          // Stop new work first, then return the file that we are reading to the queue.
          await Promise.all([worker.stop(), oracle.stopReading()])
        },
      }
    },
    /** @returns whether the password opens the sample accounts, which may have another one from before */
    async seed(password: string): Promise<boolean> {
      const { accounts } = services
      const { adminId, agentId } = await accounts.seedAccounts({ password, isSet: config.isSeedPasswordSet })
      await properties.seedProperties(agentId)
      return config.isSeedPasswordSet || (await accounts.isPassword(adminId, password)) === true
    },
    runAdmin: (args: string[]) => runAdmin(args, services),
    /** Which vendor carries each channel, and its health since this process started. */
    vendorHealth: (): Health[] => breakers.map((breaker) => breaker.health()),
    async close() {
      carriers.close()
      await health.close()
      await changes?.close()
      await studio.close()
      await oracle.close()
      await Promise.all([pdf.close(), property.close()])
      await closeLog()
    },
  }
}

/** Loads the picture library with the first photo: it takes 8 MB, and many processes never need it. */
function lazyPhotos(): PhotoRenderer & PictureRenderer {
  let loaded: Promise<PhotoRenderer & PictureRenderer> | undefined
  const photos = () => {
    loaded ??= import('./adapters/sharp-photos.ts').then(({ createSharpPhotos }) => createSharpPhotos())
    return loaded
  }
  return {
    render: async (bytes) => (await photos()).render(bytes),
    picture: async (bytes) => (await photos()).picture(bytes),
  }
}

/** Opens the bucket if one is set, otherwise the data folder. */
const openFiles = async ({ fileStore, dataDir }: Config): Promise<FileStore> =>
  fileStore
    ? (await import('./adapters/s3-files.ts')).createS3Files(fileStore)
    : createDiskFiles(join(dataDir, 'files'))

export type Services = Awaited<ReturnType<typeof compose>>
