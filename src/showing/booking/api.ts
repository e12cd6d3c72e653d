import { z } from '@hono/zod-openapi'
import type { PaymentProvider } from '../../money/area.ts'
import { HeldIntent } from '../../money/payment/contract.ts'
import { paymentIntentOf, payUrlOf } from '../../money/payment/domain.ts'
import type { MessageService } from '../../notice/area.ts'
import { allow } from '../../platform/callers.ts'
import { csvHeaders, csvStream } from '../../platform/csv.ts'
import {
  type AppContext,
  answers,
  createApi,
  createRoute,
  fileAnswers,
  jsonBody,
  jsonOrNothing,
  optionalJsonBody,
  pageQuery,
} from '../../platform/http.ts'
import { language } from '../../platform/language.ts'
import { leadsToPage, pageForPeople } from '../../platform/page-for-people.ts'
import { pdfHeaders } from '../../platform/pdf-document.ts'
import { textStream } from '../../platform/text-stream.ts'
import type { BuyerService } from './buyer-service.ts'
import {
  AwaitingPayment,
  type BookingForm,
  BookingRequest,
  BuyerPage,
  Completion,
  Hold,
  NoShow,
  PaymentIntentRequest,
  ProcessBookingRequest,
  ProcessedBooking,
  Reason,
  RefundDecision,
  RefundRequest,
  RescheduleForm,
  ShowingFilter,
  ShowingPage,
  ShowingRecord,
} from './contract.ts'
import type { HoldProof, HoldService, OpenHold } from './hold-service.ts'
import type { OutcomeService } from './outcome-service.ts'
import { DECIDING, HOLDING } from './request-limit-domain.ts'
import type { SettlementService } from './settlement-service.ts'
import type { ShowingService } from './showing-service.ts'
import type { TransitionService } from './transition-service.ts'

const ofBuyer = { security: allow.everyone, tags: ['Booking'] }
const ofAgent = { security: allow.signedIn, tags: ['Showings'] }
const token = z.object({ token: z.string().max(100) })
const params = z.object({ id: z.uuid() })
const faults = { 400: 'A field is invalid; each issue names its field' }
const unknown = { 404: 'No such booking' }

const holdFailures = {
  400: 'The form is incomplete, or that time is not offered',
  404: 'No such listed property',
  409: [
    'The slot is taken (`alternatives` has three free ones)',
    'the agent cannot be reached (`agent_unreachable`)',
    'or the former hold is paid (`already_paid`, with its `manageUrl`)',
  ].join(', '),
  429: 'Too many holds or requests',
  503: 'The payment provider cannot be reached; nothing is held',
}

const createIntent = createRoute({
  method: 'post',
  path: '/api/payments/create-payment-intent',
  operationId: 'createPaymentIntent',
  ...ofBuyer,
  limit: HOLDING,
  idempotencyKeyOf: 'address',
  summary: 'Hold a slot for ten minutes and open its payment',
  request: jsonBody(PaymentIntentRequest),
  responses: answers(201, HeldIntent, holdFailures),
})

const processBooking = createRoute({
  method: 'post',
  path: '/api/payments/process-booking',
  operationId: 'processBooking',
  ...ofBuyer,
  limit: { perMinute: 60 },
  summary: 'Turn a paid hold into a booking. Only a caller who proves the hold gets names, contacts, and the link',
  request: jsonBody(ProcessBookingRequest),
  responses: answers(200, ProcessedBooking, {
    402: 'Not paid',
    404: 'No such payment',
    409: 'The slot was lost; the payment is refunded in full',
    410: 'The hold has ended',
  }),
})

const book = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/book',
  operationId: 'bookShowing',
  ...ofBuyer,
  limit: HOLDING,
  idempotencyKeyOf: 'address',
  summary: 'Hold a slot in one call; the answer has the link to pay',
  request: jsonBody(BookingRequest),
  responses: answers(201, AwaitingPayment, holdFailures),
})

const getHold = createRoute({
  method: 'get',
  path: '/api/payments/hold/{clientSecret}',
  operationId: 'getHold',
  ...ofBuyer,
  summary: "Get a hold and its payment with the buyer's secret",
  request: { params: z.object({ clientSecret: z.string().max(255) }) },
  responses: answers(200, Hold, { 404: 'No such hold' }),
})

const getBuyerPage = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}',
  operationId: 'getBuyerBooking',
  ...ofBuyer,
  summary: "Get the buyer's page",
  request: { params: token },
  responses: answers(200, BuyerPage, unknown),
})

const getVersion = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}/version',
  operationId: 'getBuyerBookingVersion',
  ...ofBuyer,
  limit: { perMinute: 60 },
  summary: "Get only the version of the buyer's page",
  request: { params: token },
  responses: answers(200, z.object({ version: z.string() }), unknown),
})

const getCalendarFile = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}/calendar.ics',
  operationId: 'getBuyerCalendarFile',
  ...ofBuyer,
  summary: 'Get the showing for a calendar (RFC 5545)',
  request: { params: token },
  responses: { ...fileAnswers('text/calendar', unknown), ...leadsToPage },
})

const getNotice = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/notice/{token}',
  operationId: 'getNotice',
  ...ofBuyer,
  summary: 'Get the notice to enter, or the page that says it was withdrawn (PDF)',
  request: { params: token },
  responses: { ...fileAnswers('application/pdf', unknown), ...leadsToPage },
})

/** Answers of the routes through which buyers change their booking. */
const buyerAnswers = answers(200, BuyerPage, {
  ...faults,
  ...unknown,
  409: 'Not possible in the current state, or the slot is taken; if taken, `alternatives` has three open ones',
})

const cancelAsBuyer = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/cancel',
  operationId: 'cancelBuyerBooking',
  ...ofBuyer,
  limit: { perMinute: 30 },
  summary: 'Cancel as the buyer before the start; an authorization is released, a charge is final',
  middleware: jsonOrNothing,
  request: { params: token, ...optionalJsonBody(Reason) },
  responses: buyerAnswers,
})

const reschedule = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/move',
  operationId: 'moveBuyerBooking',
  ...ofBuyer,
  limit: { perMinute: 30 },
  summary: 'Move a confirmed showing once, up to 24 hours before its start; the payment stays',
  request: { params: token, ...jsonBody(RescheduleForm) },
  responses: buyerAnswers,
})

const requestRefund = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/refund-request',
  operationId: 'requestRefund',
  ...ofBuyer,
  limit: { perMinute: 30 },
  summary: 'Request a refund with a reason (up to 1000 characters), from the start until 24 hours after the showing',
  request: { params: token, ...jsonBody(RefundRequest) },
  responses: buyerAnswers,
})

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings',
  operationId: 'listBookings',
  ...ofAgent,
  summary: 'List the bookings of your properties, latest start first',
  request: { query: ShowingFilter.extend(pageQuery) },
  responses: answers(200, ShowingPage, { ...faults }),
})

const exported = <Kind extends string>(kind: Kind, operationId: string, type: string, summary: string) =>
  createRoute({
    method: 'get',
    path: `/api/showingbooker/bookings.${kind}`,
    operationId,
    ...ofAgent,
    limit: { perMinute: 30 },
    summary,
    request: { query: ShowingFilter },
    responses: {
      ...answers(200, z.never(), { ...faults }),
      200: { description: 'OK', content: { [type]: { schema: z.string() } } },
    },
  })
const csvWords = 'All of them as CSV (RFC 4180, UTF-8 with a byte order mark)'
const getCsv = exported('csv', 'exportBookingsCsv', 'text/csv', csvWords)
const icsWords = 'All of them for a calendar (RFC 5545), an hour each'
const getIcs = exported('ics', 'exportBookingsCalendar', 'text/calendar', icsWords)
const getPdf = exported('pdf', 'exportBookingsPdf', 'application/pdf', 'The first 500 as a printed report')

const getCalendarOf = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings/{id}/calendar.ics',
  operationId: 'getBookingCalendarFile',
  ...ofAgent,
  summary: 'Get a booking of your property for a calendar (RFC 5545)',
  request: { params },
  responses: fileAnswers('text/calendar', { ...unknown }),
})

const refusals = { ...faults, ...unknown, 409: 'This outcome cannot be recorded now' }

const complete = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/complete',
  operationId: 'completeBooking',
  ...ofAgent,
  limit: { perMinute: 60, sharedAs: 'mark' },
  summary: 'Mark a showing as completed; you can correct a no-show for 7 days after its end',
  middleware: jsonOrNothing,
  request: { params, ...optionalJsonBody(Completion) },
  responses: answers(200, ShowingRecord, refusals),
})

const noShow = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/no-show',
  operationId: 'markBookingNoShow',
  ...ofAgent,
  limit: { perMinute: 60, sharedAs: 'mark' },
  summary: 'Mark a no-show, also in place of completed, for 7 days after its end',
  middleware: jsonOrNothing,
  request: { params, ...optionalJsonBody(NoShow) },
  responses: answers(200, ShowingRecord, refusals),
})

const get = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings/{id}',
  operationId: 'getBooking',
  ...ofAgent,
  summary: 'Get a booking of your property',
  request: { params },
  responses: answers(200, ShowingRecord, { ...unknown }),
})

/** Builds a route for an agent's decision about a booking. */
const decision = (name: 'approve' | 'cancel', summary: string) =>
  createRoute({
    method: 'post',
    path: `/api/showingbooker/bookings/{id}/${name}`,
    operationId: `${name}Booking`,
    ...ofAgent,
    limit: DECIDING,
    summary,
    middleware: jsonOrNothing,
    request: { params, ...optionalJsonBody(Reason) },
    responses: answers(200, ShowingRecord, {
      ...faults,
      ...unknown,
      409: "Not possible in the booking's current state, which `status` names",
    }),
  })

const decisions = [
  ['approve', decision('approve', 'Approve a showing, which charges the authorized card')],
  ['cancel', decision('cancel', 'Cancel a showing, which refunds everything that was paid')],
] as const

const decideRefund = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/refund',
  operationId: 'decideRefund',
  ...ofAgent,
  limit: DECIDING,
  summary: 'Decide on a refund request; a refund takes 5–7 business days',
  request: { params, ...jsonBody(RefundDecision) },
  responses: answers(200, ShowingRecord, {
    ...faults,
    ...unknown,
    409: 'No refund was requested, or it is already decided',
  }),
})

const heldIntentOf = (held: OpenHold, provider: PaymentProvider): HeldIntent => ({
  ...paymentIntentOf(held, provider),
  onApproval: held.onApproval,
})

/** Builds the routes from the hold of a slot to the outcome of the showing, in the order of events. */
export function bookingApi(options: {
  holds: HoldService
  settlements: SettlementService
  transitions: TransitionService
  showings: ShowingService
  buyers: BuyerService
  outcomes: OutcomeService
  messaging: MessageService
  provider: PaymentProvider
  publicUrl: string
}) {
  const { holds, settlements, transitions, showings, buyers, outcomes, messaging, provider, publicUrl } = options
  const api = createApi()
  const hold = (c: AppContext, form: BookingForm, proof: HoldProof) =>
    holds.hold(form, { ...proof, clientAddress: c.var.clientAddress, language: language() })

  api.openapi(createIntent, async (c) => {
    const { bookingData, ...more } = c.req.valid('json')
    return c.json(heldIntentOf(await hold(c, bookingData, more), provider), 201)
  })
  api.openapi(processBooking, async (c) => {
    const { paymentIntentId, ...proof } = c.req.valid('json')
    const booking = buyers.showSettled(await settlements.settle(paymentIntentId), proof)
    return c.json({ success: true as const, booking }, 200)
  })
  api.openapi(book, async (c) => {
    const body = c.req.valid('json')
    const { clientSecret } = body
    const held = await hold(c, 'bookingData' in body ? body.bookingData : body, { clientSecret })
    const payment = heldIntentOf(held, provider)
    const payUrl = payUrlOf(publicUrl, held.clientSecret)
    return c.json({ bookingId: held.bookingId, status: 'awaiting_payment' as const, payment, payUrl }, 201)
  })
  api.openapi(getHold, async (c) => {
    const held = await buyers.getHold(c.req.valid('param').clientSecret)
    return c.json({ ...held, provider: provider.name, publishableKey: provider.publishableKey }, 200)
  })

  api.openapi(getBuyerPage, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json(await buyers.getPage(c.req.valid('param').token), 200)
  })
  api.openapi(getVersion, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json({ version: await buyers.getPageVersion(c.req.valid('param').token) }, 200)
  })
  api.use(getCalendarFile.getRoutingPath(), pageForPeople('/showingbooker/booking/{token}'))
  api.openapi(getCalendarFile, async (c) => {
    return c.body(await buyers.getCalendarFile(c.req.valid('param').token), 200, calendarHeaders('showing'))
  })
  // A resident has no page, so a person gets the page for an unknown link, which says to open the whole link.
  api.use(getNotice.getRoutingPath(), pageForPeople('/showingbooker/booking/unknown'))
  api.openapi(getNotice, async (c) => {
    const showing = await showings.getByNoticeToken(c.req.valid('param').token)
    const pdf = await messaging.noticePdf(showing)
    return c.body(pdf as Uint8Array<ArrayBuffer>, 200, pdfHeaders('notice-to-enter'))
  })
  api.openapi(list, async (c) => {
    const { cursor, limit, ...filter } = c.req.valid('query')
    return c.json(await showings.list(await c.var.actor(), filter, { cursor, limit }), 200)
  })
  api.openapi(getCsv, async (c) => {
    const { name, head, batches } = await showings.exportSpreadsheet(await c.var.actor(), c.req.valid('query'))
    return c.body(await csvStream(head, batches), 200, csvHeaders(name))
  })
  api.openapi(getIcs, async (c) => {
    const { name, parts } = await showings.exportCalendar(await c.var.actor(), c.req.valid('query'))
    return c.body(await textStream(parts), 200, calendarHeaders(name))
  })
  api.openapi(getPdf, async (c) => {
    const { name, pdf } = await showings.printReport(await c.var.actor(), c.req.valid('query'))
    return c.body(pdf as Uint8Array<ArrayBuffer>, 200, pdfHeaders(name))
  })
  api.openapi(getCalendarOf, async (c) => {
    const { name, parts } = await showings.exportCalendarOf(await c.var.actor(), c.req.valid('param').id)
    return c.body(await textStream(parts), 200, calendarHeaders(name))
  })
  api.openapi(complete, async (c) => {
    const { id } = c.req.valid('param')
    const entered = { ...c.req.valid('json'), outcome: 'completed' as const }
    return c.json(await outcomes.recordOutcome(await c.var.actor(), id, entered), 200)
  })
  api.openapi(noShow, async (c) => {
    const { id } = c.req.valid('param')
    const entered = { ...c.req.valid('json'), outcome: 'no_show' as const }
    return c.json(await outcomes.recordOutcome(await c.var.actor(), id, entered), 200)
  })
  api.openapi(get, async (c) => c.json(await showings.get(await c.var.actor(), c.req.valid('param').id), 200))

  api.openapi(cancelAsBuyer, async (c) => {
    const { token } = c.req.valid('param')
    const { reason, seen } = c.req.valid('json') ?? {}
    await transitions.cancelAsBuyer(token, reason, seen)
    return c.json(await buyers.getPage(token), 200)
  })
  api.openapi(reschedule, async (c) => {
    const { token } = c.req.valid('param')
    await transitions.reschedule(token, c.req.valid('json'))
    return c.json(await buyers.getPage(token), 200)
  })
  api.openapi(requestRefund, async (c) => {
    const { token } = c.req.valid('param')
    await transitions.requestRefund(token, c.req.valid('json').reason ?? '')
    return c.json(await buyers.getPage(token), 200)
  })
  api.openapi(decideRefund, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await transitions.decideRefund(actor, id, c.req.valid('json'))
    return c.json(await showings.get(actor, id), 200)
  })
  for (const [decision, route] of decisions)
    api.openapi(route, async (c) => {
      const actor = await c.var.actor()
      const { id } = c.req.valid('param')
      const { reason, seen } = c.req.valid('json') ?? {}
      await transitions.decide(actor, id, decision, reason, seen)
      return c.json(await showings.get(actor, id), 200)
    })
  return api
}

const calendarHeaders = (name: string) => ({
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': `attachment; filename="${name}.ics"`,
})
