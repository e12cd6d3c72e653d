import { headerLine, renderEmail } from '../../platform/email-document.ts'
import * as t from '../text/account-deletion.ts'
import { GOES, STAYS } from './domain.ts'

/** Builds the last email to a deleted account's address. @param askedAt formatted for people, with its time zone */
export function receiptMail({ receiptNumber, askedAt }: { receiptNumber: string; askedAt: string }) {
  const document = {
    brand: 'ShowingBooker',
    footer: [t.mailFooter()],
    heading: t.mailHeading(),
    preview: t.mailPreview({ receiptNumber }),
    blocks: [
      {
        kind: 'facts' as const,
        rows: [
          { label: t.receipt(), value: receiptNumber },
          { label: t.requested(), value: askedAt },
        ],
      },
      { kind: 'title' as const, text: t.deleted() },
      ...GOES.map((text) => ({ kind: 'text' as const, text: `${text()}.` })),
      { kind: 'title' as const, text: t.kept() },
      ...STAYS.map(({ what, why }) => ({ kind: 'text' as const, text: `${what()}. ${why()}` })),
      { kind: 'text' as const, text: t.staysUntil() },
      { kind: 'note' as const, text: t.notYou() },
    ],
  }
  return { subject: headerLine(t.mailSubject({ receiptNumber })), ...renderEmail(document) }
}
