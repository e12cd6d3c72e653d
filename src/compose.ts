import { join } from 'node:path'
import { archiveJobs, archiveSchedule } from './account/archive/jobs.ts'
import { createArchiveService } from './account/archive/service.ts'
import { createAuditService } from './account/audit/service.ts'
import { erasureJobs, erasureSchedule } from './account/erasure/jobs.ts'
import { createErasureService } from './account/erasure/service.ts'
import { createProfileService } from './account/profile/service.ts'
import { recoveryJobs } from './account/recovery/jobs.ts'
import { createUserService } from './account/user/service.ts'
import { createPreviewDrawer } from './adapters/drawn-preview.ts'
import { drawnSamples } from './adapters/drawn-samples.ts'
import { createPdfPrinters } from './adapters/pdf-printers.ts'
import { qrCodes } from './adapters/qr-codes.ts'
import { createSharpPhotos } from './adapters/sharp-photos.ts'
import { createZipArchives } from './adapters/zip-archives.ts'
import { type AccountSubstitutes, composeAccounts, recordErasures } from './compose-accounts.ts'
import { personalDataOf } from './compose-data.ts'
import { composeOracle, type OracleSubstitutes } from './compose-oracle.ts'
import { composeStudio, type StudioSubstitutes } from './compose-studio.ts'
import { ASKED, mailerOver, openCarriers, openDarkroom, openFiles, watchedStripe } from './compose-vendors.ts'
import type { PaymentProvider } from './money/payment/ports.ts'
import * as paymentRows from './money/payment/repository.ts'
import { createPaymentService } from './money/payment/service.ts'
import { reconciliationJobs, reconciliationSchedule } from './money/reconciliation/jobs.ts'
import { createReconciliationService } from './money/reconciliation/service.ts'
import { sandboxJobs } from './money/sandbox/jobs.ts'
import { createSandboxProvider } from './money/sandbox/service.ts'
import { createComplianceService } from './notice/compliance/service.ts'
import { createInvitationService } from './notice/invitation/service.ts'
import { letterJobs, letterSchedule } from './notice/letter/jobs.ts'
import { createLetterService } from './notice/letter/service.ts'
import { createNoticeService } from './notice/notice/service.ts'
import { notificationJobs, notificationSchedule } from './notice/notification/jobs.ts'
import type { MessageSenders } from './notice/notification/ports.ts'
import { listOptedOut } from './notice/notification/repository.ts'
import { createNotificationService } from './notice/notification/service.ts'
import { proofJobs, proofSchedule } from './notice/proof/jobs.ts'
import { createProofService } from './notice/proof/service.ts'
import { reminderJobs, reminderSchedule } from './notice/reminder/jobs.ts'
import { createReminderService } from './notice/reminder/service.ts'
import { createOperationService } from './operations/operation/service.ts'
import { createOutbox } from './operations/outbox/service.ts'
import { createCircuitBreaker, type Health, watched } from './platform/circuit-breaker.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { OpenDatabase } from './platform/db/connect.ts'
import { deleteOldKeys } from './platform/db/idempotency.ts'
import { listen } from './platform/db/listen.ts'
import { tryWrite } from './platform/db/room.ts'
import { deleteOldCounts } from './platform/db/try-counts.ts'
import { createVendorHealth } from './platform/db/vendor-health.ts'
import { createEventStreams } from './platform/event-stream.ts'
import { ALIVE_LOCK, type JobHandler, startWorker } from './platform/jobs.ts'
import { createLog } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createPageCache } from './platform/page-cache.ts'
import { postalAddressOf } from './platform/postal-address.ts'
import { createStorageRoom } from './platform/storage-room.ts'
import { VERSION } from './platform/version.ts'
import { SUPPORT } from './product.ts'
import { createAvailabilityService } from './property/availability/service.ts'
import { propertyJobs, propertySchedule } from './property/property/jobs.ts'
import { createPropertyService } from './property/property/service.ts'
import { shareJobs, shareSchedule } from './property/share/jobs.ts'
import { createShareService } from './property/share/service.ts'
import { createAdminService, runAdmin } from './showing/admin/service.ts'
import { createBookingService } from './showing/booking/service.ts'
import { createAgentCalendar, createCalendar } from './showing/calendar/service.ts'
import { createDashboardService } from './showing/dashboard/service.ts'
import { markDemo, markDemoNotice } from './showing/demo/messages.ts'
import { createDemoBookingService, createDemoRecords, createDemoService } from './showing/demo/service.ts'
import { createEvidenceService } from './showing/evidence/service.ts'
import { lifecycleJobs, lifecycleSchedule } from './showing/lifecycle/jobs.ts'
import { createLifecycleService } from './showing/lifecycle/service.ts'
import { createReceiptService } from './showing/receipt/service.ts'
import { showingJobs, showingSchedule } from './showing/showing/jobs.ts'
import { createShowingService } from './showing/showing/service.ts'
import { createCreatorService } from './studio/creator/service.ts'
import { creditJobs, creditSchedule } from './studio/credit/jobs.ts'
import { createCreditService } from './studio/credit/service.ts'
import { createGalleryService } from './studio/gallery/service.ts'
import { imageJobs, imageSchedule } from './studio/image/jobs.ts'
import { createImageService } from './studio/image/service.ts'
import { createModerationService } from './studio/moderation/service.ts'
import { purchaseJobs } from './studio/purchase/jobs.ts'
import { createPurchaseService } from './studio/purchase/service.ts'

/** What a test may put in place of the real thing. */
export type Substitutes = {
  clock?: Clock
  account?: AccountSubstitutes
  provider?: (real: PaymentProvider) => PaymentProvider
  senders?: (real: MessageSenders) => MessageSenders
  /** How long a real vendor is waited for. */
  vendorTimeoutMs?: number
  tryWrite?: () => Promise<void>
  studio?: StudioSubstitutes
  oracle?: OracleSubstitutes
}

/** The one place that picks adapters and wires the services. */
export async function compose(config: Config, database: OpenDatabase, substitutes: Substitutes = {}) {
  const { db, url } = database
  const { publicUrl, rateLimitScale } = config
  const clock = substitutes.clock ?? systemClock
  const { log, close: closeLog } = createLog(config.logLevel, config.logFile)
  const metrics = createMetrics()
  const pageCache = createPageCache()
  const answerCache = createPageCache({ maxBytes: 16 * 2 ** 20 })
  /** What is kept of something that has changed. */
  const forget = (tag: string) => {
    pageCache.drop(tag)
    answerCache.drop(tag)
  }
  const files = await openFiles(config)
  const room = createStorageRoom(substitutes.tryWrite ?? (() => tryWrite(db, files)))

  // Who carries mail is chosen further below.
  const mailer = mailerOver(() => senders.email)
  const { identity, recovery, accounts, access, security, passkeys, counts, securityLog } = await composeAccounts({
    ...{ db, clock, log, config, mailer, substitutes: substitutes.account },
    breaker: { run: (call) => breakers.email.run(call) },
  })
  await accounts.prepare()
  const photos = createSharpPhotos()
  const properties = createPropertyService({ db, clock, files, photos, samples: drawnSamples })
  const audit = createAuditService({ db, clock })
  const darkroom = openDarkroom()
  const images = createImageService({ db, clock, files, darkroom, audit })
  const profiles = createProfileService({ db, clock, secret: config.authSecret, photos: properties })
  const demos = createDemoService({ db, clock, properties })
  const availability = createAvailabilityService({ db, clock })
  const pdf = createPdfPrinters()
  const drawer = createPreviewDrawer()
  const shares = createShareService({
    ...{ db, clock, secret: config.authSecret, publicUrl, properties, files },
    ...{ drawer, flyers: pdf.flyers, codes: qrCodes },
  })
  const compliance = createComplianceService({ db, clock, publicUrl, printer: pdf.reports })
  const streams = createEventStreams()
  const dashboard = createDashboardService({ db, clock, streams })
  const calendar = createCalendar()
  const returnAddress = postalAddressOf(config.returnAddress)
  const notices = createNoticeService({ files, printer: pdf.notices, returnAddress, mark: markDemoNotice })
  const receipts = createReceiptService({ db, printer: pdf.papers })
  const proofs = createProofService({ db, clock, files, pictures: photos, notices, printer: pdf.papers })
  const oracle = await composeOracle({
    ...{ db, clock, log, files, rateLimitScale, settings: config.engines.chat, substitutes: substitutes.oracle ?? {} },
  })
  const store = createZipArchives(join(config.dataDir, 'archives'))
  const personalData = personalDataOf({ images, proofs, conversations: oracle.services.conversations })
  const archives = createArchiveService({ db, clock, store, files, personalData })

  const { stripe } = config.vendors
  const sandbox = stripe ? null : createSandboxProvider({ db, clock, secret: config.authSecret, publicUrl })
  const health = createVendorHealth({ db, log })
  const breakerOf = (channel: string, vendor: string | null, embedded: string) =>
    createCircuitBreaker({
      ...{ clock, channel, vendor: vendor ?? embedded, isReal: vendor !== null, timeoutMs: 60_000 },
      hear: (heard) => health.hear(channel, heard.vendor, heard),
    })
  const till = breakerOf('payments', stripe && 'stripe', 'sandbox')
  const cashier = sandbox
    ? watched(sandbox.provider, ASKED, till)
    : await watchedStripe(stripe, { clock, till, timeoutMs: substitutes.vendorTimeoutMs })
  const provider = substitutes.provider?.(cashier) ?? cashier
  const demoRecords = createDemoRecords(db)
  const bookings = createBookingService({
    ...{ db, clock, provider, availability, log },
    payments: paymentRows,
    demoDestinations: demoRecords.destinations,
  })
  const demoBookings = createDemoBookingService({ db, clock, provider: provider.name, bookings })
  const lifecycle = createLifecycleService({ db, clock, provider, availability, log })
  const credits = createCreditService({ db, clock, provider, log })
  const payments = createPaymentService({ db, clock, provider, bookings, credits })
  const reconciliations = createReconciliationService({ db, clock, provider, bookings, credits, payments, log })
  const showings = createShowingService({
    ...{ db, clock, publicUrl, calendar, compliance, printer: pdf.reports, demos: demoRecords },
  })
  const evidence = createEvidenceService({ db, clock, showings, compliance, notices, proofs, printer: pdf.papers })
  const agentCalendar = createAgentCalendar({ db, clock, publicUrl, calendar, showings })

  const outbox = createOutbox({ db, clock, files })
  const carriers = await openCarriers(config.vendors, {
    ...{ files, clock, support: config.mailReplyTo ?? SUPPORT.email, timeoutMs: substitutes.vendorTimeoutMs },
  })
  const { sms, email, certified_mail } = carriers
  const chosen: MessageSenders = {
    sms: sms ?? outbox.senders.sms,
    email: email ?? outbox.senders.email,
    certified_mail: certified_mail ?? outbox.senders.certified_mail,
  }
  const senders = substitutes.senders?.(chosen) ?? chosen
  const breakers = {
    sms: breakerOf('sms', sms && 'twilio', 'outbox'),
    email: breakerOf('email', email && 'smtp', 'outbox'),
    certified_mail: breakerOf('certified_mail', certified_mail && 'lob', 'outbox'),
  }
  const purchases = createPurchaseService({
    ...{
      db,
      clock,
      publicUrl,
      printer: pdf.papers,
      mailer,
      breaker: breakers.email,
      mailFrom: config.mailFrom,
    },
  })
  const reminders = createReminderService({ db, clock, log, listOptedOut })
  const letters = createLetterService({
    ...{ db, clock, log, breaker: breakers.certified_mail, letterLine: certified_mail ?? outbox.letters },
  })
  const notifications = createNotificationService({
    ...{ db, clock, log, publicUrl, senders, notices, calendar },
    invitations: createInvitationService({ db, clock, calendar, mailFrom: config.mailFrom }),
    ...{ mailFrom: config.mailFrom, returnAddress, breakers, textLine: sms, letterLine: certified_mail },
    isTestMode: provider.name === 'sandbox',
    findShowing: showings.find,
    composeLife: lifecycle.compose,
    markDemo,
    reminders,
  })

  const moderation = createModerationService({ db, clock, audit, images, rateLimitScale, secret: config.authSecret })
  const studio = await composeStudio({
    ...{ db, clock, log, health, images, moderation },
    ...{ settings: config.engines.images, substitutes: substitutes.studio ?? {} },
  })
  const gallery = createGalleryService({ db })
  const creators = createCreatorService({ db, clock, gallery })
  const admins = createAdminService({ db, properties, audit })
  const users = createUserService({ db, clock, accounts, audit, recovery })
  const erasures = recordErasures(
    securityLog,
    createErasureService({
      ...{ db, clock, identity, accounts, security, audit, files, store, counts, rateLimitScale, publicUrl },
      personalData,
      ...{ mailFrom: config.mailFrom, mailer, breaker: breakers.email },
    }),
  )
  const operations = createOperationService({
    ...{ db, clock, version: VERSION, aliveLock: ALIVE_LOCK, vendors: vendorsOf(config), health },
    ...{ audit, notifications, reconciliations },
  })

  const jobs: Record<string, JobHandler> = {
    ...recoveryJobs(recovery),
    ...propertyJobs(properties),
    ...imageJobs(images),
    ...studio.jobs,
    ...proofJobs(proofs),
    ...archiveJobs(archives),
    ...erasureJobs(erasures),
    ...oracle.jobs,
    ...reconciliationJobs(reconciliations),
    ...{ ...creditJobs(credits), ...purchaseJobs(purchases) },
    ...lifecycleJobs(lifecycle),
    ...showingJobs(showings),
    ...notificationJobs(notifications),
    ...reminderJobs(reminders),
    ...letterJobs(letters),
    ...(sandbox && sandboxJobs(sandbox, payments)),
    ...shareJobs(shares),
    'idempotency.forget': () => deleteOldKeys(db, clock.now().subtract({ hours: 24 })),
    'try-counts.forget': () => deleteOldCounts(db, clock.now()),
  }
  const schedule: Record<string, string> = {
    ...{ ...propertySchedule, ...proofSchedule, ...reconciliationSchedule, ...showingSchedule, ...shareSchedule },
    ...{ ...notificationSchedule, ...lifecycleSchedule, ...reminderSchedule, ...letterSchedule, ...archiveSchedule },
    ...{ ...erasureSchedule, ...oracle.schedule, ...imageSchedule },
    ...studio.schedule,
    ...creditSchedule,
    'idempotency.forget': '17 * * * *',
    'try-counts.forget': '37 * * * *',
  }
  const services = {
    ...{ jobs, schedule, db, clock, log, room, metrics, pageCache, answerCache, forget, files, accounts, images },
    ...{ studio: studio.studio, drawings: studio.drawings },
    ...{
      securityLog,
      recovery,
      profiles,
      security,
      passkeys,
      access,
      properties,
      demos,
      demoBookings,
      availability,
      compliance,
    },
    dashboard,
    ...{ admins, audit, operations, users, moderation, credits, purchases },
    ...{ proofs, evidence, archives, erasures, ...oracle.services },
    ...{ gallery, creators },
    lifecycle,
    ...{
      provider,
      bookings,
      payments,
      reconciliations,
      showings,
      agentCalendar,
      notifications,
      sandbox,
      outbox,
      shares,
    },
    ...{ senders, letterLine: certified_mail, reminders, letters, receipts },
  }
  let changes: ReturnType<typeof listen> | undefined
  return {
    ...services,
    /** From now on rendered pages are kept, and dropped when what they say changes; open dashboards hear of changes. */
    async startListening() {
      changes = listen(url, {
        channels: { cache: forget, dashboard: dashboard.hear, studio: studio.hear, oracle: oracle.hear },
        onHearing(hearing) {
          pageCache.setHearing(hearing)
          answerCache.setHearing(hearing)
          if (!hearing) return
          streams.tellAll('unknown')
          studio.streams.tellAll()
          oracle.tails.tellAll()
        },
        log,
      })
      await changes.started
    },
    /** Open streams would otherwise outlast every request at a stop. */
    endStreams() {
      streams.close()
      studio.streams.close()
      oracle.tails.close()
    },
    async startWorker() {
      const concurrency = config.workerConcurrency
      const worker = await startWorker({
        url,
        concurrency,
        slow: oracle.slow,
        log,
        metrics,
        onFailure: room.note,
        tasks: jobs,
        schedule,
      })
      return {
        async stop() {
          studio.drawings.stop()
          // First nothing new begins, then the file that is being read goes back into the queue.
          await Promise.all([worker.stop(), oracle.stopReading()])
        },
      }
    },
    async seed(password: string) {
      const { agentId } = await accounts.seedAccounts({ password, isSet: config.isSeedPasswordSet })
      await properties.seedProperties(agentId)
    },
    runAdmin: (args: string[]) => runAdmin(args, services),
    /** Who carries what, and whether it went well since this process started. */
    vendorHealth: (): Health[] => [till, ...Object.values(breakers), studio.breaker].map((breaker) => breaker.health()),
    async close() {
      email?.close()
      await health.close()
      await changes?.close()
      await studio.close()
      await oracle.close()
      await Promise.all([pdf, drawer, darkroom].map((thread) => thread.close()))
      closeLog()
    },
  }
}

/** Who carries what; a test key moves no money and prints no letter. */
const vendorsOf = ({ vendors: { stripe, twilio, smtp, lob }, engines: { images } }: Config) => [
  modeOf('payments', stripe && { vendor: 'stripe', isTest: /^.k_test_/.test(stripe.secretKey) }, 'sandbox'),
  modeOf('sms', twilio && { vendor: 'twilio', isTest: false }, 'outbox'),
  modeOf('email', smtp && { vendor: 'smtp', isTest: false }, 'outbox'),
  modeOf('certified_mail', lob && { vendor: 'lob', isTest: lob.apiKey.startsWith('test_') }, 'outbox'),
  modeOf('images', images.name === 'local' ? null : { vendor: images.name, isTest: false }, 'local'),
]
const modeOf = (
  channel: 'payments' | 'sms' | 'email' | 'certified_mail' | 'images',
  real: { vendor: string; isTest: boolean } | null,
  embedded: string,
) => ({
  channel,
  vendor: real?.vendor ?? embedded,
  mode: real ? (real.isTest ? ('test' as const) : ('live' as const)) : ('embedded' as const),
})

export type Services = Awaited<ReturnType<typeof compose>>
