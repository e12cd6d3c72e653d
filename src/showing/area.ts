import type { AuditService, PersonalData } from '../account/area.ts'
import type { AreaDeps, AreaJobs } from '../area.ts'
import type { OpenedIntent, Orders, PaymentProvider } from '../money/area.ts'
import type {
  ComplianceService,
  MessageService,
  NoticeService,
  ServiceRecordService,
  ShowingPorts,
} from '../notice/area.ts'
import type { Database } from '../platform/db/connect.ts'
import { createTryCounts } from '../platform/db/try-counts.ts'
import type { PdfRenderer } from '../platform/pdf-document.ts'
import { createServerStreams } from '../platform/server-streams.ts'
import type { AvailabilityService, BlockOutService, PropertyService } from '../property/area.ts'
import { adminApi } from './admin/api.ts'
import { createAdminService } from './admin/service.ts'
import { arrangementApi } from './arrangement/api.ts'
import { arrangementJobs, arrangementSchedule } from './arrangement/jobs.ts'
import { bookingApi } from './booking/api.ts'
import { createBuyerService } from './booking/buyer-service.ts'
import { createByHandService } from './booking/by-hand-service.ts'
import { createDueMoneyService } from './booking/due-money-service.ts'
import { CORRECTIONS, createEmailService } from './booking/email-service.ts'
import { createHoldService } from './booking/hold-service.ts'
import { bookingJobs, bookingSchedule } from './booking/jobs.ts'
import { createLateService } from './booking/late-service.ts'
import { createOfferService } from './booking/offer-service.ts'
import { createOutcomeService } from './booking/outcome-service.ts'
import { composePayLinkMessage } from './booking/pay-link-messages.ts'
import { createPayLinkService } from './booking/pay-link-service.ts'
import { createProposalService } from './booking/proposal-service.ts'
import { createRefundRequestService, refundReading } from './booking/refund-request-service.ts'
import { createSettlementService } from './booking/settlement-service.ts'
import { createShowings } from './booking/showing-repository.ts'
import { createShowingService } from './booking/showing-service.ts'
import { createShownByService } from './booking/shown-by-service.ts'
import { composeLaterMessage } from './booking/status-service.ts'
import { createTransitionService } from './booking/transition-service.ts'
import { visitorLimits } from './booking/visitor-limit-service.ts'
import { buyerApi } from './buyer/api.ts'
import { createBuyerBook } from './buyer/service.ts'
import { calendarApi } from './calendar/api.ts'
import { calendar } from './calendar/file-service.ts'
import { createAgentCalendar } from './calendar/service.ts'
import { createAgendaService } from './dashboard/agenda-service.ts'
import { dashboardApi } from './dashboard/api.ts'
import { createDashboardService } from './dashboard/service.ts'
import { demoApi } from './demo/api.ts'
import { createDemoBookingService, createDemoRecords } from './demo/booking-service.ts'
import { markDemo, markDemoNotice } from './demo/messages.ts'
import { createDemoService } from './demo/service.ts'
import { evidenceApi } from './evidence/api.ts'
import { createEvidenceService } from './evidence/service.ts'
import { feedbackApi } from './feedback/api.ts'
import { feedbackJobs, feedbackSchedule } from './feedback/jobs.ts'
import { composeQuestion } from './feedback/message-service.ts'
import { createFeedbackService } from './feedback/service.ts'
import { ownerLinkApi } from './owner-link/api.ts'
import { createOwnerLinkService } from './owner-link/service.ts'
import { receiptApi } from './receipt/api.ts'
import { createReceiptService } from './receipt/service.ts'

type ShowingDeps = AreaDeps & {
  provider: PaymentProvider
  newIntent: (() => OpenedIntent) | null
  orders: Orders
  audit: AuditService
  properties: PropertyService
  availability: AvailabilityService
  blockOuts: BlockOutService
  notice: {
    compliance: ComplianceService
    notices: NoticeService
    serviceRecords: ServiceRecordService
    messaging: MessageService
    listOptedOut: (phones: string[]) => Promise<Set<string>>
  }
  pdf: PdfRenderer
}

/** Provides what messages need to know about a showing. */
export const showingPorts = (db: Database): ShowingPorts => ({
  calendar,
  showings: createShowings(db),
  composeShowingMessage: async (...message) =>
    (await composeQuestion(db, ...message)) ??
    (await composePayLinkMessage(db, ...message)) ??
    (await composeLaterMessage(db, ...message)),
  markDemo,
  markDemoNotice,
})

/** Builds bookings from the hold to the end of the showing, the agent's dashboard and calendar, demos and agents. */
export function createShowing(deps: ShowingDeps) {
  const { db, clock, log, config, provider, newIntent, audit, properties, availability, blockOuts, notice, pdf } = deps
  const { publicUrl } = config
  const { compliance } = notice
  const streams = createServerStreams({ heartbeatMs: 25_000, pauseMs: 1_000 })
  const demoRecords = createDemoRecords(db)
  const demos = createDemoService({ db, clock, properties })
  const settlements = createSettlementService({
    db,
    clock,
    provider,
    orders: deps.orders,
    availability,
    demos: demoRecords,
  })
  const holds = createHoldService({
    db,
    clock,
    publicUrl,
    provider,
    newIntent,
    orders: deps.orders,
    availability,
    settlements,
  })
  const dueMoney = createDueMoneyService({ db, clock, provider, orders: deps.orders, log })
  const transitions = createTransitionService({ db, clock, availability, log })
  const refundRequests = createRefundRequestService({ db, clock, log })
  const lateness = createLateService({ db, clock, availability, log, messaging: notice.messaging })
  const shownBy = createShownByService({ db, clock })
  const proposals = createProposalService({ db, clock, availability, log })
  const limitsOn = (on: Database) => visitorLimits({ db: on, clock, secret: config.authSecret })
  const byHand = createByHandService({ db, clock, availability, messaging: notice.messaging, limitsOn })
  const offers = createOfferService({ db, clock, availability, log, holds, byHand })
  const counts = createTryCounts({ db, clock, secret: config.authSecret })
  const emails = createEmailService({
    db,
    clock,
    availability,
    log,
    corrections: counts('buyer email', CORRECTIONS),
    audit,
  })
  const payLinks = createPayLinkService({
    db,
    clock,
    publicUrl,
    provider,
    availability,
    holds,
    messaging: notice.messaging,
    limits: limitsOn(db),
  })
  const demoBookings = createDemoBookingService({ db, clock, provider: provider.name, holds })
  const showings = createShowingService({ db, clock, calendar, pdf, blockOuts })
  const buyers = createBuyerService({ db, clock, publicUrl, calendar, compliance, demos: demoRecords })
  const outcomes = createOutcomeService({ db, clock })
  const evidence = createEvidenceService({ clock, showings, ...notice, pdf })
  const agentCalendar = createAgentCalendar({
    db,
    clock,
    publicUrl,
    calendar,
    showings,
    payLinks,
    blockOuts,
    availability,
  })
  const receipts = createReceiptService({ db, pdf })
  const buyerBook = createBuyerBook({ db, clock })
  const feedback = createFeedbackService({ db, clock, log, listOptedOut: notice.listOptedOut })
  const ownerLinks = createOwnerLinkService({ db, clock, publicUrl, showings, feedback })
  const dashboard = createDashboardService({ db, clock, streams })
  const agendas = createAgendaService({ db, clock, showings })
  const admins = createAdminService({ db, properties, audit })
  const work: AreaJobs = {
    jobs: {
      ...bookingJobs(transitions, dueMoney, outcomes, holds, refundRequests),
      ...arrangementJobs(proposals),
      ...feedbackJobs(feedback),
    },
    schedule: { ...bookingSchedule, ...arrangementSchedule, ...feedbackSchedule },
  }
  return {
    services: {
      demos,
      holds,
      settlements,
      dueMoney,
      transitions,
      refundRequests,
      lateness,
      shownBy,
      proposals,
      offers,
      emails,
      byHand,
      payLinks,
      demoBookings,
      showings,
      buyers,
      outcomes,
      evidence,
      agentCalendar,
      receipts,
      buyerBook,
      feedback,
      ownerLinks,
      dashboard,
      agendas,
      admins,
    },
    work,
    readings: [refundReading({ db, clock })],
    personalData: [erasedWithProperties(feedback), erasedWithProperties(ownerLinks)],
    streams,
    onEvent: dashboard.onEvent,
  }
}

/** What goes with an account's properties. The account area exports it. */
const erasedWithProperties = ({ eraseAll }: { eraseAll: (accountId: string) => Promise<void> }): PersonalData => ({
  part: 'properties',
  erase: eraseAll,
})

type ShowingServices = ReturnType<typeof createShowing>['services']
type RouteDeps = ShowingServices & Parameters<typeof bookingApi>[0] & Parameters<typeof dashboardApi>[0]

export const showingRoutes = (deps: RouteDeps) => [
  demoApi(deps),
  bookingApi(deps),
  arrangementApi(deps),
  calendarApi(deps),
  receiptApi(deps),
  evidenceApi(deps),
  feedbackApi(deps),
  buyerApi(deps),
  ownerLinkApi(deps),
  dashboardApi(deps),
  adminApi(deps),
]
