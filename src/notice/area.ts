import type { PersonalData } from '../account/area.ts'
import type { AreaDeps, AreaJobs } from '../area.ts'
import type { Actor } from '../platform/actor.ts'
import { createTryCounts } from '../platform/db/try-counts.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { PdfDocument, PdfRenderer } from '../platform/pdf-document.ts'
import type { PictureRenderer } from '../platform/photo.ts'
import { SUPPORT } from '../product.ts'
import { complianceApi } from './compliance/api.ts'
import { createComplianceService } from './compliance/service.ts'
import { letterKey, noticeKey } from './entry-notice/domain.ts'
import type { NoticeToEnter, Showings } from './entry-notice/ports.ts'
import { createNoticeService } from './entry-notice/service.ts'
import { linkTextApi } from './link-text/api.ts'
import { MOST_A_DAY } from './link-text/domain.ts'
import { linkTextJobs, linkTextSchedule } from './link-text/jobs.ts'
import { createLinkTextService } from './link-text/service.ts'
import { messageApi } from './message/api.ts'
import { messageReading, noticeReading } from './message/gauge-service.ts'
import { messageJobs, messageSchedule } from './message/jobs.ts'
import { createLetterRecallService } from './message/letter-recall-service.ts'
import { listOptedOut, setOptedOut } from './message/opt-out-repository.ts'
import type { LetterLine, MessageSenders } from './message/ports.ts'
import { createReminderService } from './message/reminder-service.ts'
import { createMessageService } from './message/service.ts'
import { TEXTS_OF_ACCOUNT, TEXTS_TO } from './message/text-limits-domain.ts'
import { textFrame } from './message/thread-messages.ts'
import { preferenceApi } from './preference/api.ts'
import { listChoicesOf, listEmailOnly } from './preference/repository.ts'
import { createPreferenceService } from './preference/service.ts'
import { serviceRecordApi } from './service-record/api.ts'
import { serviceRecordJobs, serviceRecordSchedule } from './service-record/jobs.ts'
import { createServiceRecordService, type ServiceRecordService } from './service-record/service.ts'
import { templateApi } from './template/api.ts'
import { createTemplateService } from './template/service.ts'
import { threadApi } from './thread/api.ts'
import { createThreadService } from './thread/service.ts'

export type { ComplianceService } from './compliance/service.ts'
export type { NoticeToEnter, Showing, Showings } from './entry-notice/ports.ts'
export type { NoticeService } from './entry-notice/service.ts'
export type {
  CalendarUpdate,
  Channel,
  MailUpdate,
  MessageCopy,
  MessageSender,
  MessageSenders,
  Role,
} from './message/ports.ts'
export type { MessageService } from './message/service.ts'
export type { ServiceRecordService } from './service-record/service.ts'

/** Substitutes for tests. */
export type NoticeSubstitutes = {
  senders?: (real: MessageSenders) => MessageSenders
  /** Time limit for a real vendor, in milliseconds. */
  vendorTimeoutMs?: number
}

/** Takes every message in place of a vendor and keeps it for admins to read. */
type Embedded = { senders: MessageSenders; letters: Pick<LetterLine, 'cancel'> }

/** Opens each channel's vendor if its keys are set, or else the embedded outbox. */
export async function openCarriers(deps: AreaDeps, outbox: Embedded, substitutes: NoticeSubstitutes) {
  const { files, clock, config, openBreaker } = deps
  const { twilio, smtp, lob } = config.vendors
  const limit = substitutes.vendorTimeoutMs ? { timeoutMs: substitutes.vendorTimeoutMs } : {}
  const support = config.mailReplyTo ?? SUPPORT.email
  // A vendor's library is large, so we load it only if the vendor is on.
  const textLine = twilio && (await import('./adapters/twilio-texts.ts')).createTwilioTexts(twilio, limit)
  const mail = smtp && (await import('./adapters/smtp-mail.ts')).createSmtpMail(smtp, { files, support, ...limit })
  const letterLine =
    lob && (await import('./adapters/lob-letters.ts')).createLobLetters(lob, { files, clock, ...limit })
  const chosen: MessageSenders = {
    sms: textLine ?? outbox.senders.sms,
    email: mail ?? outbox.senders.email,
    certified_mail: letterLine ?? outbox.senders.certified_mail,
  }
  const senders = substitutes.senders?.(chosen) ?? chosen
  return {
    senders,
    textLine,
    letterLine,
    embeddedLetters: outbox.letters,
    mailer: mailerOver(senders),
    breakers: {
      sms: openBreaker('sms', twilio && 'twilio', 'outbox'),
      email: openBreaker('email', smtp && 'smtp', 'outbox'),
      certified_mail: openBreaker('certified_mail', lob && 'lob', 'outbox'),
    },
    close: () => mail?.close(),
  }
}

export type Carriers = Awaited<ReturnType<typeof openCarriers>>

/** Sends email about an account: without a booking, copies or attachments. */
const mailerOver = ({ email }: MessageSenders): Mailer => ({
  send: (mail) =>
    email.send({
      ...mail,
      bookingId: null,
      role: 'account',
      cc: [],
      copy: null,
      calendar: null,
      attachmentKey: null,
      isRepeat: false,
    }),
})

type MessageOptions = Parameters<typeof createMessageService>[0]

/** What messages need from the showing area, which is above this one. */
export type ShowingPorts = {
  calendar: MessageOptions['calendar']
  /** Finds the showings that messages are about. */
  showings: Showings
  /** Composes messages about changes of a booking. `null`: the message reads like that of a new booking. */
  composeShowingMessage: MessageOptions['composeShowingMessage']
  markDemo: MessageOptions['markDemo']
  markDemoNotice: Parameters<typeof createNoticeService>[0]['mark']
}

type NoticeDeps = AreaDeps & {
  carriers: Carriers
  showing: ShowingPorts
  pictures: PictureRenderer
  pdf: PdfRenderer<PdfDocument | NoticeToEnter>
  /** `true` if we do not charge real cards. Receipts say so. */
  isTestMode: boolean
}

/** A phone without a showing gets one answer a week. */
const STRANGERS = { tries: 1, seconds: 7 * 24 * 60 * 60 }

const LINK_TEXTS = { tries: MOST_A_DAY, seconds: 24 * 60 * 60 }

/** Builds the notice area: messages, letters, the notice to enter, its proof of service, and the compliance log. */
export function createNotice(deps: NoticeDeps) {
  const { db, clock, log, config, files, carriers, showing, pictures, pdf, isTestMode } = deps
  const { publicUrl, mailFrom, returnAddress } = config
  const { senders, breakers, textLine, letterLine } = carriers
  const compliance = createComplianceService({ db, clock, publicUrl, pdf })
  const notices = createNoticeService({ files, pdf, returnAddress, mark: showing.markDemoNotice })
  const { showings } = showing
  const serviceRecords = createServiceRecordService({ db, clock, files, pictures, notices, showings, pdf })
  const reminders = createReminderService({ db, clock, log, listOptedOut, listEmailOnly, showings })
  const letters = createLetterRecallService({
    db,
    clock,
    log,
    breaker: breakers.certified_mail,
    letterLine: letterLine ?? carriers.embeddedLetters,
  })
  const counts = createTryCounts({ db, clock, secret: config.authSecret })
  const textLimits = {
    to: {
      buyer: counts('thread text to buyer', TEXTS_TO.buyer),
      resident: counts('text to resident', TEXTS_TO.resident),
      listing_agent: counts('thread text to agent', TEXTS_TO.listing_agent),
    },
    ofAccount: counts('thread text of account', TEXTS_OF_ACCOUNT),
  }
  const linkTexts = createLinkTextService({
    db,
    clock,
    log,
    publicUrl,
    texts: senders.sms,
    breaker: breakers.sms,
    daily: counts('link-text', LINK_TEXTS),
    listOptedOut,
    setOptedOut,
  })
  const threads = createThreadService({
    db,
    clock,
    publicUrl,
    findShowing: showings.find,
    listOptedOut,
    textFrame,
    strangers: counts('stranger', STRANGERS),
    textLimits,
  })
  const preferences = createPreferenceService({ db })
  const templates = createTemplateService({ db })
  const messaging = createMessageService({
    db,
    clock,
    log,
    publicUrl,
    mailFrom,
    returnAddress,
    senders,
    textLimits,
    breakers,
    textLine,
    letterLine,
    receiveWords: threads.receiveText,
    notices,
    calendar: showing.calendar,
    isTestMode,
    showings,
    listChoices: (accountIds) => listChoicesOf(db, accountIds),
    composeShowingMessage: showing.composeShowingMessage,
    markDemo: showing.markDemo,
  })
  const work: AreaJobs = {
    jobs: {
      ...messageJobs({ messaging, letters, reminders }),
      ...serviceRecordJobs(serviceRecords),
      ...linkTextJobs(linkTexts),
    },
    schedule: { ...messageSchedule, ...serviceRecordSchedule, ...linkTextSchedule },
  }
  return {
    services: {
      /** Returns which of these phones (E.164) want no texts. */
      listOptedOut: (phones: string[]) => listOptedOut(db, phones),
      compliance,
      notices,
      serviceRecords,
      reminders,
      letters,
      messaging,
      linkTexts,
      threads,
      preferences,
      templates,
      senders,
      letterLine,
    },
    work,
    readings: [messageReading({ db, clock }), noticeReading(showings, clock)],
    personalData: [personalNotices, personalProofs(serviceRecords)],
  }
}

type NoticeServices = ReturnType<typeof createNotice>['services']

export const noticeRoutes = (deps: NoticeServices & Pick<AreaDeps, 'clock'>) => [
  complianceApi(deps),
  serviceRecordApi(deps),
  messageApi(deps),
  threadApi(deps),
  linkTextApi(deps),
  preferenceApi(deps),
  templateApi(deps),
]

/** Lists every possible key: a moved showing has a notice for each of its times, and no row says which we printed. */
const personalNotices: PersonalData = {
  part: 'notices',
  export(archive) {
    async function* keys() {
      for await (const { id, calendar_sequence } of archive.bookings())
        for (let sequence = 0; sequence <= calendar_sequence; sequence++) {
          const paper = { id, calendarSequence: sequence }
          yield noticeKey(paper)
          yield letterKey(paper)
        }
    }
    return archive.stored('notices/', keys(), false)
  },
}

const personalProofs = (serviceRecords: Pick<ServiceRecordService, 'pdf'>): PersonalData => ({
  part: 'proofs',
  export(archive) {
    const actor: Actor = { kind: 'account', role: 'agent', ...archive.owner }
    async function* papers() {
      for await (const { id, booking_id } of archive.rowsOfBookings('services')) {
        const { name, pdf } = await serviceRecords.pdf(actor, booking_id as string, id as string)
        yield { path: `proofs/${name}-${id}.pdf`, content: pdf, isPacked: true }
      }
    }
    return archive.counted('proofs/', papers())
  },
})
