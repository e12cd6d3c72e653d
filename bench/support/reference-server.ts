import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { instant, token } from './bare-hold.ts'
import { logged, messagesTo } from './booked-rows.ts'
import type { formOf } from './buyer.ts'

type Hold = { bookingData: ReturnType<typeof formOf> }
type Payment = { clientSecret: string; billing: { email: string; phone: string } }
type Intent = { paymentIntentId: string; clientSecret: string }
type Answer = { status: number; body: object }

const REFUSED: Answer = { status: 409, body: { error: 'refused' } }
const now = () => instant(Date.now())

/**
 * Takes bookings by the product's three calls with the least work: `node:http`, one SQL function a step, no session, no
 * limits, no schemas. It shows what this machine can do with the rows that a booking needs.
 */
async function startReference(databaseUrl: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  await pool.query(readFileSync(join(import.meta.dirname, 'reference.sql'), 'utf8'))
  const call = async (name: string, values: unknown[]): Promise<unknown> => {
    const places = values.map((_, at) => `$${at + 1}`).join(', ')
    const { rows } = await pool.query({ name, text: `select reference.${name}(${places}) as answer`, values })
    return rows[0]?.answer
  }

  async function hold({ bookingData: form }: Hold, address: string): Promise<Answer> {
    const intent = `pi_reference_${randomBytes(12).toString('hex')}`
    const secret = `${intent}_secret_${token()}`
    const row = {
      id: randomUUIDv7(),
      payment_id: randomUUIDv7(),
      intent_id: intent,
      client_secret: secret,
      property_id: form.propertyId,
      showing_date: form.showingDate,
      showing_time: form.showingTime,
      requester_type: form.requesterType,
      buyer_name: form.buyerName,
      buyer_email: form.buyerEmail,
      buyer_phone: form.buyerPhone,
      client_address: address,
      amount_cents: 2500,
      manage_token: token(),
      notice_token: token(),
      language: 'en',
    }
    if (!(await call('hold', [JSON.stringify(row), now()]))) return REFUSED
    return { status: 201, body: { paymentIntentId: intent, clientSecret: secret, amount: 2500, currency: 'usd' } }
  }

  async function pay({ clientSecret }: Payment): Promise<Answer> {
    const intent = clientSecret.replace(/_secret_.*/, '')
    const event = `evt_reference_${randomBytes(12).toString('hex')}`
    const isPaid = await call('pay', [intent, clientSecret, event, now()])
    return isPaid ? { status: 200, body: { id: intent, status: 'succeeded' } } : REFUSED
  }

  async function settle({ paymentIntentId, clientSecret }: Intent): Promise<Answer> {
    const number = `SB-${randomBytes(6).toString('hex')}`
    const facts = {
      number,
      payload: JSON.stringify(logged({ intent_id: paymentIntentId }, now())),
      notifications: messagesTo({ email: 'buyer@buyers.example.com', phone: '2130000000' }),
    }
    const status = await call('settle', [paymentIntentId, clientSecret, JSON.stringify(facts), now()])
    return { status: 200, body: { booking: { status, confirmationNumber: number } } }
  }

  const steps: Record<string, (body: never, address: string) => Promise<Answer>> = {
    '/api/payments/create-payment-intent': hold,
    '/api/payments/sandbox/confirm': pay,
    '/api/payments/process-booking': settle,
  }
  const server = createServer(async (request, response) => {
    const step = steps[request.url ?? '']
    const answer = step
      ? await step(JSON.parse(await textOf(request)) as never, String(request.headers['x-forwarded-for']))
      : { status: 404, body: {} }
    const text = JSON.stringify(answer.body)
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((done, fail) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => done(text))
    request.on('error', fail)
  })
}

process.once('message', async ({ databaseUrl }: { databaseUrl: string }) => {
  process.send?.({ port: await startReference(databaseUrl) })
})
