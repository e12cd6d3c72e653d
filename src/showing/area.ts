import type { AuditService } from '../account/area.ts'
import type { AreaDeps, AreaJobs } from '../area.ts'
import type { Orders, PaymentProvider } from '../money/area.ts'
import type { ComplianceService, NoticeService, ServiceRecordService, ShowingWords } from '../notice/area.ts'
import type { Database } from '../platform/db/connect.ts'
import type { PdfRenderer } from '../platform/pdf-document.ts'
import { createServerStreams } from '../platform/server-streams.ts'
import type { AvailabilityService, PropertyService } from '../property/area.ts'
import { adminApi } from './admin/api.ts'
import { createAdminService } from './admin/service.ts'
import { bookingApi } from './booking/api.ts'
import { createBuyerService } from './booking/buyer-service.ts'
import { createHoldService } from './booking/hold-service.ts'
import { bookingJobs, bookingSchedule } from './booking/jobs.ts'
import { createOutcomeService } from './booking/outcome-service.ts'
import { createBookingPaymentService } from './booking/payment-service.ts'
import { createSettlementService } from './booking/settlement-service.ts'
import { createShowings } from './booking/showing-repository.ts'
import { createShowingService } from './booking/showing-service.ts'
import { composeMessage } from './booking/status-service.ts'
import { createTransitionService } from './booking/transition-service.ts'
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
import { receiptApi } from './receipt/api.ts'
import { createReceiptService } from './receipt/service.ts'

type ShowingDeps = AreaDeps & {
  provider: PaymentProvider
  orders: Orders
  audit: AuditService
  properties: PropertyService
  availability: AvailabilityService
  notice: { compliance: ComplianceService; notices: NoticeService; serviceRecords: ServiceRecordService }
  pdf: PdfRenderer
}

/** Provides what messages need to know about a showing. */
export const showingWords = (db: Database): ShowingWords => ({
  calendar,
  showings: createShowings(db),
  composeStatusMessage: (...message) => composeMessage(db, ...message),
  markDemo,
  markDemoNotice,
})

/** Builds bookings from the hold to the end of the showing, the agent's dashboard and calendar, demos and agents. */
export function createShowing(deps: ShowingDeps) {
  const { db, clock, log, config, provider, audit, properties, availability, notice, pdf } = deps
  const { publicUrl } = config
  const { compliance } = notice
  const streams = createServerStreams({ heartbeatMs: 25_000, pauseMs: 1_000 })
  const demoRecords = createDemoRecords(db)
  const demos = createDemoService({ db, clock, properties })
  const holds = createHoldService({ db, clock, provider, orders: deps.orders, availability })
  const bookings = createSettlementService({
    db,
    clock,
    provider,
    orders: deps.orders,
    availability,
    demos: demoRecords,
  })
  const bookingPayments = createBookingPaymentService({ db, clock, provider, log })
  const transitions = createTransitionService({ db, clock, availability, log })
  const demoBookings = createDemoBookingService({ db, clock, provider: provider.name, holds })
  const showings = createShowingService({ db, clock, calendar, pdf })
  const buyers = createBuyerService({ db, clock, publicUrl, calendar, compliance, demos: demoRecords })
  const outcomes = createOutcomeService({ db, clock })
  const evidence = createEvidenceService({ db, clock, showings, ...notice, pdf })
  const agentCalendar = createAgentCalendar({ db, clock, publicUrl, calendar, showings })
  const receipts = createReceiptService({ db, pdf })
  const dashboard = createDashboardService({ db, clock, streams })
  const agendas = createAgendaService({ db, clock, showings })
  const admins = createAdminService({ db, properties, audit })
  const work: AreaJobs = {
    jobs: bookingJobs(transitions, bookingPayments, outcomes),
    schedule: bookingSchedule,
  }
  return {
    services: {
      demos,
      holds,
      bookings,
      bookingPayments,
      transitions,
      demoBookings,
      showings,
      buyers,
      outcomes,
      evidence,
      agentCalendar,
      receipts,
      dashboard,
      agendas,
      admins,
    },
    work,
    streams,
    hear: dashboard.hear,
  }
}

type ShowingServices = ReturnType<typeof createShowing>['services']
type RouteDeps = ShowingServices & Parameters<typeof bookingApi>[0] & Parameters<typeof dashboardApi>[0]

export const showingRoutes = (deps: RouteDeps) => [
  demoApi(deps),
  bookingApi(deps),
  calendarApi(deps),
  receiptApi(deps),
  evidenceApi(deps),
  dashboardApi(deps),
  adminApi(deps),
]
