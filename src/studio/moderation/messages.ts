import { type EmailDocument, headerLine, renderEmail } from '../../platform/email-document.ts'
import { removalReason } from '../image/domain.ts'
import * as t from '../text/moderation.ts'

export type ModerationMail = { subject: string; text: string; html: string }

const written = (subject: string, document: Omit<EmailDocument, 'brand' | 'footer' | 'heading'>): ModerationMail => ({
  subject: headerLine(subject),
  ...renderEmail({ brand: 'ShowingBooker', heading: subject, footer: [t.mailFooter()], ...document }),
})

const seeImage = (link: string) => ({ kind: 'button' as const, label: t.seeImage(), href: link })

/** @param link page where the creator sees the image and can appeal */
export function removalMail({ reason, link }: { reason: string; link: string }): ModerationMail {
  const said = t.mailReason({ reason: removalReason(reason) })
  return written(t.mailRemoved(), {
    preview: said,
    blocks: [{ kind: 'text', text: t.mailRemovedText() }, { kind: 'note', text: said }, seeImage(link)],
  })
}

export type AppealView = { decision: 'restore' | 'uphold'; answer: string; link: string }

export function appealMail({ decision, answer, link }: AppealView): ModerationMail {
  const isGranted = decision === 'restore'
  return written(isGranted ? t.mailGranted() : t.mailDenied(), {
    preview: isGranted ? t.restored() : t.upheld(),
    blocks: [
      { kind: 'text', text: isGranted ? t.mailGrantedText() : t.mailDeniedText() },
      ...(answer ? [{ kind: 'note' as const, text: t.mailAnswer({ answer }) }] : []),
      seeImage(link),
    ],
  })
}
