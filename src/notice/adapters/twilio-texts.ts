import twilio from 'twilio'
import { DomainError } from '../../platform/errors.ts'
import { dialable } from '../../platform/phone.ts'
import { isWrittenUuid } from '../../platform/uuid.ts'
import { faultOnTheWay, retryAfterOf, VendorError } from '../../platform/vendor-error.ts'
import type { TwilioSettings } from '../../settings/vendor-settings.ts'
import type { Carriage, MessageSender, SignedCall, TextLine, Trace } from '../message/ports.ts'
import { OPTED_OUT } from '../message/reason-domain.ts'
import * as t from '../text/adapters.ts'

const TIMEOUT_MS = 10_000
const STATUS_PATH = '/api/webhooks/twilio/status'
/** The most by which our clock may be off. An older text is another one. */
const SKEW = { hours: 26 }
/** We search this many recent texts to a number. */
const LOOKED_AT = 200

/**
 * Sends texts through Twilio. Twilio has no idempotency keys for messages: if the answer to a text was lost, we look
 * for that text among those to the number before we send it again. Twilio reports later whether it arrived, at an
 * address that names the message.
 */
export function createTwilioTexts(
  settings: TwilioSettings,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): MessageSender & TextLine {
  const { accountSid, authToken, from, publicUrl } = settings
  const client = twilio(accountSid, authToken, { httpClient: httpClientFor(settings.apiBase, timeoutMs) })
  const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
  const asked = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error) => {
      throw faultOf(error)
    })

  async function findSent(to: string, texts: string[], { plannedAt, listSpent }: Trace): Promise<string | null> {
    const earliest = Temporal.Instant.from(plannedAt).subtract(SKEW).epochMilliseconds
    const sent = await asked(client.messages.list({ to, limit: LOOKED_AT }))
    if (!Array.isArray(sent)) throw unreadable()
    const alike = sent.filter(
      ({ body, direction, status, dateCreated }) =>
        // Texts from a trial account begin with Twilio's own words.
        texts.some((text) => body?.endsWith(text)) &&
        direction.startsWith('outbound') &&
        status !== 'failed' &&
        status !== 'canceled' &&
        dateCreated.getTime() >= earliest,
    )
    const sids = alike.map(({ sid }) => sid)
    const spent = new Set(sids.length > 0 ? await listSpent?.(sids) : [])
    return sids.find((sid) => !spent.has(sid)) ?? null
  }

  function paramsOf({ target, body, header }: SignedCall): Record<string, string> {
    const params = Object.fromEntries(new URLSearchParams(body))
    const signature = header('x-twilio-signature') ?? ''
    if (!twilio.validateRequest(authToken, signature, publicUrl + target, params)) {
      throw new DomainError('forbidden', 'bad_signature', t.wrongSignature())
    }
    return params
  }

  return {
    async send(message) {
      const to = dialable(String(message.to))
      if (!to) throw new VendorError('twilio', 'no number', { isPermanent: true, reason: NO_NUMBER })
      const earlier = message.isRepeat ? await findSent(to, message.earlierTexts ?? [message.text], message) : null
      if (earlier) return { reference: earlier }
      const sent = await asked(
        client.messages.create({
          to,
          ...sender,
          body: message.text,
          statusCallback: `${publicUrl}${STATUS_PATH}?message=${message.id}`,
        }),
      )
      if (!/^[SM]M/.test(String(sent.sid))) throw unreadable()
      return { reference: sent.sid }
    },

    async find(trace) {
      const to = dialable(String(trace.to))
      const sid = to && trace.earlierTexts ? await findSent(to, trace.earlierTexts, trace) : null
      return sid ? { reference: sid } : null
    },

    readCarriage(call) {
      const { MessageSid: sid = '', MessageStatus: status = '', ErrorCode: code, To: to = '' } = paramsOf(call)
      const state = STATES[status]
      if (!state) return null
      const sendId = new URLSearchParams(call.target.split('?')[1]).get('message')
      return {
        eventId: `twilio:${sid}:${status}`,
        vendor: 'twilio',
        type: status,
        sendId: isWrittenUuid(sendId ?? '') ? sendId : null,
        reference: sid,
        trackingNumber: null,
        state,
        code: code ?? null,
        isFinal: true,
        reason: state === 'delivered' ? null : (REASONS[code ?? ''] ?? NOT_DELIVERED),
        optedOut: code === String(UNSUBSCRIBED) ? to : null,
      } satisfies Carriage
    },

    readInbound(call) {
      const { From: sentBy = '', Body: text = '', MessageSid: reference = '', NumMedia, OptOutType } = paramsOf(call)
      return { from: sentBy, text, hasMedia: Number(NumMedia) > 0, reference, isAnswered: OptOutType !== undefined }
    },

    reply(text) {
      const response = new twilio.twiml.MessagingResponse()
      if (text) response.message(text)
      return response.toString()
    },
  }
}

/** Twilio's final statuses of a text. The earlier ones tell us nothing new. */
const STATES: Record<string, string> = { delivered: 'delivered', undelivered: 'undelivered', failed: 'undelivered' }

const UNSUBSCRIBED = 21610
const NO_NUMBER = 'This is not a phone number that can get texts'
const NOT_DELIVERED = 'The phone company could not deliver the text message'
const REFUSED = 'The text message was refused'
/** Twilio's error codes in our words: https://www.twilio.com/docs/api/errors */
const REASONS: Record<string, string> = {
  21211: NO_NUMBER,
  21214: NO_NUMBER,
  21217: NO_NUMBER,
  21408: 'Texts to that country are turned off',
  21610: OPTED_OUT,
  21612: 'This number cannot be reached by text',
  21614: 'This is not a mobile number',
  21617: 'The text message is too long',
  30003: 'The phone could not be reached: it may be turned off',
  30004: 'The phone company or the owner of the phone blocks our texts',
  30005: 'This number is not in service',
  30006: 'This number is a landline or cannot get texts',
  30007: 'The phone company filtered the text message',
}

const unreadable = () => new VendorError('twilio', 'unreadable answer')

type Asked<T> = Parameters<typeof twilio.RequestClient.prototype.request<T>>[0]

/** HTTP client for Twilio. The SDK knows only Twilio's own address and hides the headers of a refusal. */
function httpClientFor(apiBase: string, timeoutMs: number) {
  class Client extends twilio.RequestClient {
    override async request<T>(options: Asked<T>) {
      const uri = options.uri.replace('https://api.twilio.com', apiBase)
      const response = await super.request<T>({ ...options, uri })
      if (response.statusCode === 429) {
        const { headers } = response as { headers?: Record<string, string> }
        throw new VendorError('twilio', '429', {
          retryAfterSeconds: retryAfterOf(headers?.['retry-after'], Date.now()),
        })
      }
      return response
    }
  }
  return new Client({ timeout: timeoutMs })
}

/** Treats a refused number or text as final. The operator must fix a fault of our account or sender, so we retry. */
function faultOf(error: unknown): VendorError {
  if (error instanceof VendorError) return error
  const { status, code } = error as { status?: number; code?: unknown }
  if (typeof status !== 'number') return new VendorError('twilio', faultOnTheWay(error))
  const message = `${status}${typeof code === 'number' ? ` ${code}` : ''}`
  const reason = typeof code === 'number' ? REASONS[code] : undefined
  const isOurs = status !== 400 || (typeof code === 'number' && OURS.has(code))
  if (isOurs && !reason) return new VendorError('twilio', message)
  return new VendorError('twilio', message, {
    isPermanent: true,
    hasOptedOut: code === UNSUBSCRIBED,
    reason: reason ?? REFUSED,
  })
}

/** Codes for a sender that is not ours, cannot send, or has too many texts waiting. */
const OURS = new Set([
  20001, 20003, 21212, 21601, 21603, 21606, 21609, 21611, 21659, 21660, 21661, 21701, 21703, 21704, 21705,
])
