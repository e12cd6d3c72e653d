import { type EmailDocument, headerLine, renderEmail } from '../../platform/email-document.ts'
import * as t from '../text/recovery.ts'
import type { SecurityNotice } from './domain.ts'

export type AccountMail = { subject: string; text: string; html: string }

export const written = (
  subject: string,
  document: Omit<EmailDocument, 'brand' | 'footer'>,
  footer = t.mailFooter(),
): AccountMail => ({
  subject: headerLine(subject),
  ...renderEmail({ brand: 'ShowingBooker', footer: [footer], ...document }),
})

export const confirmationMail = (link: string): AccountMail =>
  written(t.mailConfirm(), {
    heading: t.mailConfirm(),
    preview: t.mailConfirmPreview(),
    blocks: [
      { kind: 'text', text: t.mailConfirmText() },
      { kind: 'button', label: t.confirmEmail(), href: link },
      { kind: 'text', text: t.mailConfirmLink() },
    ],
  })

export const resetMail = (link: string): AccountMail =>
  written(t.choosePassword(), {
    heading: t.choosePassword(),
    preview: t.mailResetPreview(),
    blocks: [
      { kind: 'text', text: t.mailResetText() },
      { kind: 'button', label: t.choosePassword(), href: link },
      {
        kind: 'text',
        text: t.mailResetLink(),
      },
    ],
  })

/** @param at formatted for people, with its time zone */
export const passwordChangedMail = ({ at, link }: { at: string; link: string }): AccountMail =>
  written(t.passwordChanged(), {
    heading: t.passwordChanged(),
    preview: t.passwordChangedPreview({ at }),
    blocks: [
      {
        kind: 'text',
        text: t.passwordChangedText({ at }),
      },
      { kind: 'note', text: t.passwordNotYou() },
      { kind: 'button', label: t.choosePassword(), href: link },
    ],
  })

/**
 * `at` is formatted for people, with its time zone. `detail` is the passkey's name, the account's ID, the admin's reason, or how many
 * properties the end of a suspension listed again.
 */
export function noticeMail(
  kind: SecurityNotice,
  { at, detail, publicUrl }: { at: string; detail: string; publicUrl: string },
): AccountMail {
  const security = { kind: 'button' as const, label: t.seeSecurity(), href: `${publicUrl}/account/security` }
  const support = { kind: 'button' as const, label: t.askSupport(), href: `${publicUrl}/support` }
  const advice = (text: string) => [{ kind: 'note' as const, text }, security]
  const content = {
    passkey_added: {
      heading: t.passkeyAdded(),
      text: t.passkeyAddedText({ name: detail, at }),
      // A new password ends sessions, but no passkey.
      rest: advice(t.passkeyNotYou()),
    },
    passkey_removed: {
      heading: t.passkeyRemoved(),
      text: t.passkeyRemovedText({ name: detail, at }),
      rest: advice(t.securityNotYou()),
    },
    second_step_on: {
      heading: t.secondStepOn(),
      text: t.secondStepOnText({ at }),
      // An owner who signs out needs a code that only the other person has.
      rest: [...advice(t.secondStepNotYou()), support],
    },
    second_step_off: {
      heading: t.secondStepOff(),
      text: t.secondStepOffText({ at }),
      rest: advice(t.securityNotYou()),
    },
    recovery_codes: {
      heading: t.recoveryCodesReplaced(),
      text: t.recoveryCodesReplacedText({ at }),
      rest: advice(t.recoveryCodesNotYou()),
    },
    email_changed: {
      heading: t.emailChanged(),
      text: t.emailChangedText({ at }),
      rest: [{ kind: 'note' as const, text: t.emailChangedNotYou({ id: detail }) }, support],
    },
    suspended: {
      heading: t.accountSuspended(),
      text: t.accountSuspendedText({ at }),
      rest: [{ kind: 'note' as const, text: t.suspendedReason({ reason: detail }) }, support],
    },
    suspension_lifted: {
      heading: t.accountReopened(),
      text: t.accountReopenedText({ at, count: Number(detail) }),
      rest: [{ kind: 'button' as const, label: t.signIn(), href: `${publicUrl}/login` }],
    },
  }[kind]
  return written(content.heading, {
    heading: content.heading,
    preview: t.onDate({ at }),
    blocks: [{ kind: 'text', text: content.text }, ...content.rest],
  })
}
