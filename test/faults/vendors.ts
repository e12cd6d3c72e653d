import type { Random } from '../crash-clients.ts'
import { startLob } from '../fakes/lob.ts'
import { type MailFault, startMailServer } from '../fakes/mail-server.ts'
import { startStripe } from '../fakes/stripe.ts'
import { startTwilio } from '../fakes/twilio.ts'
import type { VendorFault } from '../fakes/vendor-server.ts'
import type { Process } from './process.ts'

/** Every kind of vendor failure, with its weight. Slow failures are rare. */
const HTTP_FAULTS: [kind: string, weight: number, fault: VendorFault][] = [
  ['500', 4, { status: 500 }],
  ['429', 3, { status: 429, headers: { 'retry-after': '3' } }],
  ['garbage', 3, 'garbage'],
  ['no answer', 0.4, 'silence'],
  ['connection dropped', 3, 'hang up'],
  ['done, answer lost', 5, 'answer lost'],
  ['done, answer too late', 0.6, 'answer late'],
  ['done, answer garbled', 3, 'answer garbled'],
]
const MAIL_FAULTS: [kind: string, weight: number, fault: MailFault][] = [
  ['451 to the addressee', 3, { command: 'RCPT', code: 451, text: '4.7.1 Later' }],
  ['451 to the mail', 3, { command: 'DATA', code: 451, text: '4.3.0 Later' }],
  ['no answer', 0.4, 'silence'],
  ['connection dropped', 3, 'hang up'],
  ['taken, answer lost', 5, 'answer lost'],
  ['taken, answer too late', 0.6, 'answer late'],
]

function chosen<Fault>(faults: [string, number, Fault][], random: Random): [kind: string, fault: Fault] {
  let at = random() * faults.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [kind, weight, fault] of faults) {
    at -= weight
    if (at < 0) return [kind, fault]
  }
  throw new Error('no fault')
}

/** The failure rate of calls (0 to 1), and the generator that decides. */
type Storm = { share: number; random: Random }

/** Starts the four vendors on this machine. They outlive every process of the product. */
export async function startVendors(now: () => Date) {
  const [stripe, twilio, lob, mail] = await Promise.all([
    startStripe(),
    startTwilio({ now }),
    startLob(),
    startMailServer(),
  ])
  let storm: Storm = { share: 0, random: () => 1 }
  let process: Process | null = null
  const counts = new Map<string, number>()
  const count = (kind: string) => void counts.set(kind, (counts.get(kind) ?? 0) + 1)

  for (const [name, vendor] of Object.entries({ stripe, twilio, lob }))
    vendor.failBy(() => {
      // A call of a killed process does not arrive. This answer keeps its library from retrying.
      if (process && !process.pass()) return { status: 400 }
      if (storm.random() >= storm.share) return undefined
      const [kind, fault] = chosen(HTTP_FAULTS, storm.random)
      count(`${name}: ${kind}`)
      return fault
    })
  mail.failBy((command) => {
    if (command === 'DATA' && process && !process.pass()) return { command, code: 550, text: '5.0.0 Gone' }
    if (storm.random() >= storm.share) return undefined
    const [kind, fault] = chosen(MAIL_FAULTS, storm.random)
    const isHere = typeof fault === 'object' ? fault.command === command : command === 'DATA'
    if (!isHere) return undefined
    count(`smtp: ${kind}`)
    return fault
  })

  return {
    stripe,
    twilio,
    lob,
    mail,
    counts,
    /** Sets the process that makes the calls from now on. */
    serve(living: Process) {
      process = living
    },
    rage(next: Storm) {
      storm = next
    },
    calm() {
      storm = { share: 0, random: () => 1 }
    },
    env: (publicUrl: string) => ({
      ...stripe.env,
      ...twilio.env,
      ...lob.env,
      PUBLIC_URL: publicUrl,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Us <us@showings.example.com>',
      RETURN_ADDRESS_NAME: 'Acme Homes',
      RETURN_ADDRESS_LINE1: '5 Main St',
      RETURN_ADDRESS_CITY: 'Fresno',
      RETURN_ADDRESS_STATE: 'CA',
      RETURN_ADDRESS_ZIP: '93650',
    }),
    close: () => Promise.all([stripe.close(), twilio.close(), lob.close(), mail.close()]),
  }
}

export type Vendors = Awaited<ReturnType<typeof startVendors>>
