import type { AuditService } from '../account/area.ts'
import type { PaymentProvider } from '../money/area.ts'
import type { ComplianceService, NoticeService, ServiceRecordService, ShowingWords } from '../notice/area.ts'
import type { AreaDeps, AreaJobs } from '../platform/area.ts'
import { createEventStreams } from '../platform/event-stream.ts'
import type { PdfRenderer, ReportPrinter } from '../platform/pdf-document.ts'
import type { AvailabilityService, PropertyService } from '../property/area.ts'
import { adminApi } from './admin/api.ts'
import { createAdminService } from './admin/service.ts'
import { bookingApi } from './booking/api.ts'
import { createBookingService, type PaymentRows } from './booking/service.ts'
import { calendarApi } from './calendar/api.ts'
import { createAgentCalendar, createCalendar } from './calendar/service.ts'
import { dashboardApi } from './dashboard/api.ts'
import { createDashboardService } from './dashboard/service.ts'
import { demoApi } from './demo/api.ts'
import { markDemo, markDemoNotice } from './demo/messages.ts'
import { createDemoBookingService, createDemoRecords, createDemoService } from './demo/service.ts'
import { evidenceApi } from './evidence/api.ts'
import { createEvidenceService } from './evidence/service.ts'
import { lifecycleApi } from './lifecycle/api.ts'
import { lifecycleJobs, lifecycleSchedule } from './lifecycle/jobs.ts'
import { createLifecycleService } from './lifecycle/service.ts'
import { receiptApi } from './receipt/api.ts'
import { createReceiptService } from './receipt/service.ts'
import { showingApi } from './showing/api.ts'
import { showingJobs, showingSchedule } from './showing/jobs.ts'
import { createShowingService } from './showing/service.ts'

type ShowingDeps = AreaDeps & {
  provider: PaymentProvider
  paymentRows: PaymentRows
  audit: AuditService
  properties: PropertyService
  availability: AvailabilityService
  notice: { compliance: ComplianceService; notices: NoticeService; serviceRecords: ServiceRecordService }
  printers: { papers: PdfRenderer; reports: ReportPrinter }
}

/** What messages need to know of a showing. They are made before the showings, so these come when they are asked for. */
export const showingWords = (showing: () => Pick<ShowingServices, 'showings' | 'lifecycle'>): ShowingWords => ({
  calendar: createCalendar(),
  find: (id) => showing().showings.find(id),
  composeLife: (...message) => showing().lifecycle.compose(...message),
  markDemo,
  markDemoNotice,
})

/** Bookings from the hold to the end of the showing, the agent's dashboard and calendar, demos and agents. */
export function createShowing(deps: ShowingDeps) {
  const { db, clock, log, config, provider, audit, properties, availability, notice, printers } = deps
  const { publicUrl } = config
  const { compliance } = notice
  const calendar = createCalendar()
  const streams = createEventStreams()
  const demoRecords = createDemoRecords(db)
  const demos = createDemoService({ db, clock, properties })
  const bookings = createBookingService({
    db,
    clock,
    provider,
    availability,
    log,
    payments: deps.paymentRows,
    demos: demoRecords,
  })
  const demoBookings = createDemoBookingService({ db, clock, provider: provider.name, bookings })
  const lifecycle = createLifecycleService({ db, clock, provider, availability, log })
  const showings = createShowingService({
    db,
    clock,
    publicUrl,
    calendar,
    compliance,
    printer: printers.reports,
    demos: demoRecords,
  })
  const evidence = createEvidenceService({ db, clock, showings, ...notice, printer: printers.papers })
  const agentCalendar = createAgentCalendar({ db, clock, publicUrl, calendar, showings })
  const receipts = createReceiptService({ db, printer: printers.papers })
  const dashboard = createDashboardService({ db, clock, streams })
  const admins = createAdminService({ db, properties, audit })
  const work: AreaJobs = {
    jobs: { ...lifecycleJobs(lifecycle), ...showingJobs(showings) },
    schedule: { ...lifecycleSchedule, ...showingSchedule },
  }
  return {
    services: {
      demos,
      bookings,
      demoBookings,
      lifecycle,
      showings,
      evidence,
      agentCalendar,
      receipts,
      dashboard,
      admins,
    },
    work,
    streams,
    /** Hears of what another process has changed. */
    hear: dashboard.hear,
  }
}

type ShowingServices = ReturnType<typeof createShowing>['services']
type RouteDeps = ShowingServices &
  Parameters<typeof bookingApi>[0] &
  Parameters<typeof showingApi>[0] &
  Parameters<typeof dashboardApi>[0]

export const showingRoutes = (deps: RouteDeps) => [
  demoApi(deps),
  bookingApi(deps),
  showingApi(deps),
  lifecycleApi(deps),
  calendarApi(deps),
  receiptApi(deps),
  evidenceApi(deps),
  dashboardApi(deps),
  adminApi(deps),
]
