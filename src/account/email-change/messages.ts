import { type AccountMail, written } from '../recovery/messages.ts'
import * as t from '../text/email-change.ts'

/** The address may belong to someone without an account. */
export const linkMail = (link: string): AccountMail =>
  written(
    t.mailTitle(),
    {
      heading: t.mailTitle(),
      preview: t.mailPreview(),
      blocks: [
        { kind: 'text', text: t.mailText() },
        { kind: 'button', label: t.confirmNew(), href: link },
        { kind: 'text', text: t.mailNotYou() },
      ],
    },
    t.mailFooter(),
  )
