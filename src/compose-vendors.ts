import { join } from 'node:path'
import { createDarkroom } from './adapters/darkroom.ts'
import { createDiskFiles } from './adapters/disk-files.ts'
import type { PaymentProvider } from './money/payment/ports.ts'
import type { MessageSender } from './notice/notification/ports.ts'
import { type CircuitBreaker, watched } from './platform/circuit-breaker.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { FileStore } from './platform/file-store.ts'
import type { Mailer } from './platform/mailer.ts'
import type { StripeSettings, Vendors } from './platform/vendor-settings.ts'

// A vendor's library is loaded where the vendor is on: they are large.

/** What is asked of whoever takes payments: by this his health is known. */
export const ASKED: (keyof PaymentProvider & string)[] = [
  ...(['open', 'changeAmount', 'retrieve', 'cancel', 'capture', 'giveBack', 'refund', 'listRefunds'] as const),
  ...(['chargeSaved', 'forget'] as const),
]

export async function watchedStripe(
  settings: StripeSettings | null,
  { clock, till, timeoutMs }: { clock: Clock; till: CircuitBreaker; timeoutMs: number | undefined },
) {
  if (!settings) throw new Error('nobody takes payments')
  const { createStripePayments } = await import('./adapters/stripe-payments.ts')
  return watched(createStripePayments(settings, { clock, ...(timeoutMs && { timeoutMs }) }), ASKED, till)
}

/** Develops and prints what is drawn. */
export const openDarkroom = createDarkroom

/** The bucket, or the data folder. */
export const openFiles = async ({ fileStore, dataDir }: Config): Promise<FileStore> =>
  fileStore
    ? (await import('./adapters/s3-files.ts')).createS3Files(fileStore)
    : createDiskFiles(join(dataDir, 'files'))

export async function openCarriers(
  { twilio, smtp, lob }: Vendors,
  {
    files,
    clock,
    support,
    timeoutMs,
  }: { files: FileStore; clock: Clock; support: string; timeoutMs: number | undefined },
) {
  const limit = timeoutMs ? { timeoutMs } : {}
  return {
    sms: twilio && (await import('./adapters/twilio-texts.ts')).createTwilioTexts(twilio, limit),
    email: smtp && (await import('./adapters/smtp-mail.ts')).createSmtpMail(smtp, { files, support, ...limit }),
    certified_mail:
      lob && (await import('./adapters/lob-letters.ts')).createLobLetters(lob, { files, clock, ...limit }),
  }
}

/** Mail about an account, which is about no booking, names no one else and carries nothing. */
export const mailerOver = (senderOf: () => MessageSender): Mailer => ({
  send: (mail) =>
    senderOf().send({
      ...{ ...mail, bookingId: null, role: 'account', cc: [], copy: null, calendar: null },
      ...{ attachmentKey: null, isRepeat: false },
    }),
})
