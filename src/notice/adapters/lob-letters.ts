import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { isSameSecret } from '../../platform/constant-time.ts'
import { DomainError } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { faultOnTheWay, retryAfterOf, VendorError } from '../../platform/vendor-error.ts'
import type { LobSettings } from '../../settings/vendor-settings.ts'
import type { Carriage, LetterLine, MessageSender } from '../message/ports.ts'
import * as t from '../text/adapters.ts'

const TIMEOUT_MS = 20_000
/** Metadata key by which we find a letter again. */
const KEY = 'notification'
const NAME_LENGTH = 40

const Letter = z.object({
  id: z.string().startsWith('ltr_'),
  tracking_number: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  deleted: z.boolean().optional(),
})
const Letters = z.object({ data: z.array(Letter) })

/**
 * Sends certified letters through Lob, printed from our own PDF. We use `fetch`, because Lob's SDK takes a letter's
 * file only as a string, so the PDF would have to be on the web first. Lob keeps an idempotency key for a day. Before
 * we send a letter again, we look for it by the ID in its metadata.
 */
export function createLobLetters(
  settings: LobSettings,
  { files, clock, timeoutMs = TIMEOUT_MS }: { files: Pick<FileStore, 'get'>; clock: Clock; timeoutMs?: number },
): MessageSender & LetterLine {
  const authorization = `Basic ${Buffer.from(`${settings.apiKey}:`).toString('base64')}`

  async function call<T>(
    schema: z.ZodType<T>,
    request: { method: string; path: string; body?: FormData; headers?: Record<string, string> },
  ): Promise<T> {
    const { method, path, body, headers } = request
    try {
      const response = await fetch(`${settings.apiBase}/v1${path}`, {
        method,
        redirect: 'error' as const,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { authorization, ...headers },
        ...(body && { body }),
      })
      if (!response.ok) throw await refusalOf(response, clock)
      const read = schema.safeParse(await response.json())
      if (read.success) return read.data
    } catch (error) {
      throw error instanceof VendorError ? error : new VendorError('lob', faultOnTheWay(error))
    }
    throw new VendorError('lob', 'unreadable answer')
  }

  async function findSent(id: string) {
    const path = `/letters?limit=100&${new URLSearchParams({ [`metadata[${KEY}]`]: id })}`
    const { data } = await call(Letters, { method: 'GET', path })
    return data.find(({ metadata, deleted }) => metadata?.[KEY] === id && !deleted)
  }

  return {
    async find({ id }) {
      const earlier = await findSent(id)
      return earlier ? { reference: earlier.id, trackingNumber: earlier.tracking_number ?? null } : null
    },

    async send(message) {
      if (typeof message.to === 'string' || typeof message.from === 'string' || !message.from) {
        throw new Error('a letter needs the addresses of its sender and its recipient')
      }
      const file = message.attachmentKey ? await files.get(message.attachmentKey) : null
      if (!file) throw new Error("the file store does not have a letter's file")
      const earlier = message.isRepeat ? await findSent(message.id) : undefined
      if (earlier) return { reference: earlier.id, trackingNumber: earlier.tracking_number ?? null }
      const form = new FormData()
      for (const [name, value] of Object.entries({
        description: 'Notice to enter',
        ...addressFields('to', message.to),
        ...addressFields('from', message.from),
        color: 'false',
        use_type: 'operational',
        mail_type: 'usps_first_class',
        extra_service: settings.hasReturnReceipt ? 'certified_return_receipt' : 'certified',
        // Our sheet leaves no window for the address, so the address gets its own sheet.
        address_placement: 'insert_blank_page',
        [`metadata[${KEY}]`]: message.id,
      })) {
        form.set(name, value)
      }
      form.set('file', new Blob([file.bytes], { type: 'application/pdf' }), 'letter.pdf')
      const headers = { 'idempotency-key': message.id }
      const letter = await call(Letter, { method: 'POST', path: '/letters', body: form, headers })
      return { reference: letter.id, trackingNumber: letter.tracking_number ?? null }
    },

    async cancel(reference) {
      const path = `/letters/${encodeURIComponent(reference)}`
      try {
        await call(z.object({ deleted: z.literal(true) }), { method: 'DELETE', path })
        return 'cancelled'
      } catch (error) {
        if (!(error instanceof VendorError) || !error.isPermanent) throw error
        const { deleted } = await call(Letter, { method: 'GET', path })
        return deleted ? 'cancelled' : 'too_late'
      }
    },

    readCarriage({ body, header }) {
      requireSignature({ body, header, secret: settings.webhookSecret, now: clock.now() })
      const read = Event.safeParse(JSON.parse(body))
      if (!read.success) return null
      const { id, event_type: type, body: letter } = read.data
      const state = type.id.replace(/^letter\.(certified\.)?/, '')
      const trackingNumber = letter.tracking_number ?? null
      if (!STATES.has(state)) return null
      const sendId = letter.metadata?.[KEY] ?? null
      return {
        eventId: `lob:${id}`,
        vendor: 'lob',
        type: type.id,
        sendId,
        reference: letter.id,
        state,
        code: null,
        reason: REASONS[state] ?? null,
        trackingNumber,
        isFinal: FINAL.has(state),
        optedOut: null,
      } satisfies Carriage
    },
  }
}

const Event = z.object({
  id: z.string(),
  event_type: z.object({ id: z.string().startsWith('letter.') }),
  body: Letter.extend({ metadata: z.object({ [KEY]: z.uuid().optional() }).nullish() }),
})

/** Lob reports these events of a certified letter as `letter.*`, and all later ones as `letter.certified.*`. */
export const BEFORE_THE_MAIL = ['created', 'deleted', 'failed', 'rejected']

/**
 * https://docs.lob.com, "Events". Renditions and proofs say nothing about where a letter is. `created` says that the
 * letter exists, even if Lob's answer came too late for us.
 */
const STATES = new Set([
  ...BEFORE_THE_MAIL,
  'mailed',
  'in_transit',
  'in_local_area',
  'processed_for_delivery',
  're-routed',
  'pickup_available',
  'issue',
  'delivered',
  'returned_to_sender',
])
const FINAL = new Set(['delivered', 'returned_to_sender', 'deleted', 'failed', 'rejected'])
const REASONS: Record<string, string> = {
  issue: 'The post office reports a problem with the delivery',
  returned_to_sender: 'The letter was returned to its sender',
  deleted: 'The letter was canceled before it was printed',
  failed: 'The letter could not be printed',
  rejected: 'The letter could not be printed',
}

const TOLERANCE_SECONDS = 300

/** Lob-Signature: HMAC-SHA256 in hex over `<Lob-Signature-Timestamp>.<raw body>`. @throws DomainError forbidden */
function requireSignature(call: {
  body: string
  header(name: string): string | undefined
  secret: string
  now: Temporal.Instant
}): void {
  const at = call.header('lob-signature-timestamp') ?? ''
  const given = Buffer.from(call.header('lob-signature') ?? '', 'hex')
  const expected = createHmac('sha256', call.secret).update(`${at}.${call.body}`).digest()
  const isGenuine = isSameSecret(given, expected)
  // The timestamp is in seconds or milliseconds since 1970, or a date.
  const number = /^\d+$/.test(at) ? Number(at) : Date.parse(at) / 1000
  const seconds = number > 1e11 ? number / 1000 : number
  const isRecent = Math.abs(call.now.epochMilliseconds / 1000 - seconds) <= TOLERANCE_SECONDS
  if (!isGenuine || !isRecent) {
    throw new DomainError('forbidden', 'bad_signature', t.wrongSignature())
  }
}

function addressFields(party: 'to' | 'from', address: PostalAddress): Record<string, string> {
  const fields: Record<string, string> = {
    name: address.name.slice(0, NAME_LENGTH),
    address_line1: address.address_line1,
    ...(address.address_line2 && { address_line2: address.address_line2 }),
    address_city: address.address_city,
    address_state: address.address_state,
    address_zip: address.address_zip,
    address_country: 'US',
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${party}[${name}]`, value]))
}

/** Treats a bad address or file as final. The operator must fix a fault of our account, so we retry until then. */
async function refusalOf(response: Response, clock: Clock): Promise<VendorError> {
  const { status } = response
  const code = z.object({ error: z.object({ code: z.string() }) }).safeParse(await response.json().catch(() => null))
  const message = `${status}${code.success ? ` ${code.data.error.code}` : ''}`
  if (status === 429) {
    const wait = retryAfterOf(response.headers.get('retry-after'), clock.now().epochMilliseconds)
    return new VendorError('lob', message, { retryAfterSeconds: wait })
  }
  const isPermanent = status === 400 || status === 404 || status === 422
  return new VendorError('lob', message, {
    isPermanent,
    reason: isPermanent ? 'The mailing address or the letter was refused' : null,
  })
}
