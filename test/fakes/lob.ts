import { createHmac } from 'node:crypto'
import { startVendor, type VendorAnswer, type VendorRequest } from './vendor-server.ts'

type Letter = { id: string; fields: Record<string, string>; pdf: string; deleted: boolean; isPrinted: boolean }
const SECRET = 'a-secret-of-the-tests'

/**
 * Starts the part of Lob's letters API that the product uses: multipart uploads, idempotency keys, canceling, signed
 * events.
 */
export async function startLob() {
  const letters: Letter[] = []
  const answered = new Map<string, VendorAnswer>()
  let hasTracking = true
  const trackingOf = ({ id }: Letter) => `9407${id.slice(4)}`

  const refuse = (code: string, status = 422): VendorAnswer => ({
    status,
    body: { error: { code, message: `refused: ${code}`, status_code: status } },
  })
  const shown = (letter: Letter) => ({
    id: letter.id,
    object: 'letter',
    tracking_number: hasTracking ? trackingOf(letter) : null,
    ...(letter.fields['metadata[notification]'] && {
      metadata: { notification: letter.fields['metadata[notification]'] },
    }),
    ...(letter.deleted && { deleted: true }),
  })

  async function create(request: VendorRequest): Promise<VendorAnswer> {
    const type = String(request.headers['content-type'])
    const form = await new Response(new Uint8Array(request.body), { headers: { 'content-type': type } }).formData()
    const file = form.get('file')
    const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<
      string,
      string
    >
    if (!(file instanceof File) || !/^\d{5}/.test(fields['to[address_zip]'] ?? '')) return refuse('invalid')
    const pdf = Buffer.from(await file.arrayBuffer()).toString('latin1')
    const letter = { id: `ltr_${letters.length + 1}`, fields, pdf, deleted: false, isPrinted: false }
    letters.push(letter)
    return { status: 200, body: shown(letter) }
  }

  async function act(request: VendorRequest): Promise<VendorAnswer> {
    const id = request.path.split('/')[3]
    if (request.method === 'POST') return create(request)
    if (!id) {
      const key = request.query.get('metadata[notification]')
      const data = letters.filter(({ fields }) => fields['metadata[notification]'] === key).map(shown)
      return { status: 200, body: { object: 'list', data, count: data.length } }
    }
    const letter = letters.find((one) => one.id === id)
    if (!letter) return refuse('not_found', 404)
    if (request.method === 'GET') return { status: 200, body: shown(letter) }
    if (letter.deleted || letter.isPrinted) return refuse('not_deletable')
    letter.deleted = true
    return { status: 200, body: { id, deleted: true } }
  }

  const vendor = await startVendor({
    failure: (status) => ({ error: { code: 'injected', message: `injected ${status}`, status_code: status } }),
    async answer(request) {
      const key = request.method === 'POST' ? (request.headers['idempotency-key'] as string) : undefined
      const before = key && answered.get(key)
      if (before) return before
      const answer = await act(request)
      if (key) answered.set(key, answer)
      return answer
    },
  })

  return {
    ...vendor,
    letters,
    /** Lob keeps a key for a day. */
    forgetKeys: () => answered.clear(),
    hideTracking() {
      hasTracking = false
    },
    settings: { apiKey: 'test_sesame', webhookSecret: SECRET, apiBase: vendor.url, hasReturnReceipt: false },
    env: { LOB_API_KEY: 'test_sesame', LOB_WEBHOOK_SECRET: SECRET, LOB_API_BASE: vendor.url },
    /** Sends Lob's later event about a letter, signed as Lob signs. */
    event(letter: Letter, type: string, { id, at }: { id: string; at: Temporal.Instant }, secret = SECRET) {
      const body = JSON.stringify({
        id,
        object: 'event',
        reference_id: letter.id,
        event_type: { id: type, resource: 'letters' },
        body: { ...shown(letter), tracking_number: trackingOf(letter) },
      })
      const time = String(Math.floor(at.epochMilliseconds / 1000))
      const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
      return {
        body,
        headers: { 'content-type': 'application/json', 'lob-signature-timestamp': time, 'lob-signature': mac },
      }
    },
  }
}

export type FakeLob = Awaited<ReturnType<typeof startLob>>
