import { headerLine, renderEmail } from '../../platform/email-document.ts'
import { GOES, STAYS, STAYS_UNTIL } from './domain.ts'

/** The last mail to a deleted account's address. @param askedAt as a person reads it, with its zone */
export function receiptMail({ receiptNumber, askedAt }: { receiptNumber: string; askedAt: string }) {
  const document = {
    brand: 'ShowingBooker',
    footer: ['You get this email because you deleted your ShowingBooker account. It is the last one about it.'],
    heading: 'Your account is deleted',
    preview: `Receipt ${receiptNumber}.`,
    blocks: [
      {
        kind: 'facts' as const,
        rows: [
          { label: 'Receipt', value: receiptNumber },
          { label: 'Asked for', value: askedAt },
        ],
      },
      { kind: 'title' as const, text: 'Deleted' },
      ...GOES.map((text) => ({ kind: 'text' as const, text: `${text}.` })),
      { kind: 'title' as const, text: 'Kept, because it has to be' },
      ...STAYS.map(({ what, why }) => ({ kind: 'text' as const, text: `${what}: ${why}.` })),
      { kind: 'text' as const, text: `It is kept ${STAYS_UNTIL}.` },
      { kind: 'note' as const, text: 'If you did not ask for this, tell support at once, with the receipt number.' },
    ],
  }
  return { subject: headerLine(`Your account is deleted: ${receiptNumber}`), ...renderEmail(document) }
}
