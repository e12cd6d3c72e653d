import { createHmac, randomBytes } from 'node:crypto'
import { startVendor, type VendorAnswer, type VendorRequest } from './vendor-server.ts'

type Text = { sid: string; to: string; body: string; status: string; callback: string | null; created: string }

const TOKEN = 'a-token-of-the-tests'
const ACCOUNT = `AC${'1'.repeat(32)}`

/**
 * Starts the part of Twilio's messages API that the product uses: sending, searching, signed callbacks.
 * @param now the vendor's own clock
 */
export async function startTwilio({ now = () => new Date() }: { now?: () => Date } = {}) {
  const texts: Text[] = []
  const refusals = new Map<string, number>()

  const shown = ({ sid, to, body, status, created }: Text) => ({
    sid,
    to,
    body,
    status,
    direction: 'outbound-api',
    account_sid: ACCOUNT,
    from: '+12135550100',
    date_created: created,
    date_updated: created,
    date_sent: null,
    error_code: null,
    error_message: null,
  })
  function create(form: URLSearchParams): VendorAnswer {
    const to = form.get('To') ?? ''
    const code = refusals.get(to)
    if (code) return { status: 400, body: { status: 400, code, message: `refused ${to}`, more_info: '' } }
    const text = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      to,
      body: form.get('Body') ?? '',
      status: 'queued',
      callback: form.get('StatusCallback'),
      created: now().toUTCString(),
    }
    texts.push(text)
    return { status: 201, body: shown(text) }
  }
  const list = (query: URLSearchParams): VendorAnswer => ({
    status: 200,
    body: {
      messages: texts
        .filter(({ to }) => to === query.get('To'))
        .reverse()
        .map(shown),
      next_page_uri: null,
    },
  })

  const vendor = await startVendor({
    failure: (status) => ({ status, code: status === 429 ? 20429 : 20500, message: `injected ${status}` }),
    answer: (request: VendorRequest) =>
      request.method === 'POST' ? create(new URLSearchParams(request.body.toString())) : list(request.query),
  })

  /** Sends us a webhook, signed as Twilio signs (https://www.twilio.com/docs/usage/security). */
  function call(url: string, params: Record<string, string>) {
    const signed = Object.keys(params)
      .sort()
      .reduce((text, name) => text + name + params[name], url)
    const { pathname, search } = new URL(url)
    return {
      target: pathname + search,
      body: new URLSearchParams(params).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', TOKEN).update(signed).digest('base64'),
      },
    }
  }

  return {
    ...vendor,
    texts,
    /** Refuses texts to this number with this Twilio code. */
    refuse: (to: string, code: number) => void refusals.set(to, code),
    settings: (publicUrl: string) => ({
      accountSid: ACCOUNT,
      authToken: TOKEN,
      from: '+12135550100',
      apiBase: vendor.url,
      publicUrl,
    }),
    env: {
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: '+12135550100',
      TWILIO_API_BASE: vendor.url,
    },
    call,
    /** Sends Twilio's later status of a text. */
    status(text: Text, status: string, errorCode?: number) {
      return call(text.callback ?? '', {
        MessageSid: text.sid,
        MessageStatus: status,
        To: text.to,
        From: '+12135550100',
        AccountSid: ACCOUNT,
        ...(errorCode && { ErrorCode: String(errorCode) }),
      })
    },
    inbound: (publicUrl: string, from: string, body: string, more: Record<string, string> = {}) =>
      call(`${publicUrl}/api/webhooks/twilio/inbound`, {
        MessageSid: `SM${randomBytes(16).toString('hex')}`,
        From: from,
        To: '+12135550100',
        Body: body,
        ...more,
      }),
  }
}

export type FakeTwilio = Awaited<ReturnType<typeof startTwilio>>
