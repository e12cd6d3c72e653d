import { type EmailDocument, headerLine, renderEmail } from '../../platform/email-document.ts'
import type { SecurityNotice } from './domain.ts'

export type AccountMail = { subject: string; text: string; html: string }

const FOOTER = ['You get this email because of your ShowingBooker account. It cannot be answered.']

const written = (subject: string, document: Omit<EmailDocument, 'brand' | 'footer'>): AccountMail => ({
  subject: headerLine(subject),
  ...renderEmail({ brand: 'ShowingBooker', footer: FOOTER, ...document }),
})

export const confirmationMail = (link: string): AccountMail =>
  written('Please confirm your email address', {
    heading: 'Please confirm your email address',
    preview: 'One click, so that we know that this address is yours.',
    blocks: [
      { kind: 'text', text: 'Somebody opened a ShowingBooker account with this email address.' },
      { kind: 'button', label: 'Confirm my email', href: link },
      { kind: 'text', text: 'The link works for one day. If it was not you, ignore this email.' },
    ],
  })

export const resetMail = (link: string): AccountMail =>
  written('Choose a new password', {
    heading: 'Choose a new password',
    preview: 'The link works once, for one hour.',
    blocks: [
      { kind: 'text', text: 'Somebody asked for a new password for your ShowingBooker account.' },
      { kind: 'button', label: 'Choose a new password', href: link },
      {
        kind: 'text',
        text: 'The link works once, for one hour. If it was not you, ignore this email: your password stays as it is.',
      },
    ],
  })

/** @param at when, as a person reads it, with its zone */
export const passwordChangedMail = ({ at, link }: { at: string; link: string }): AccountMail =>
  written('Your password was changed', {
    heading: 'Your password was changed',
    preview: `On ${at}. Everybody was signed out.`,
    blocks: [
      {
        kind: 'text',
        text: `The password of your ShowingBooker account was changed on ${at}. Every device was signed out.`,
      },
      { kind: 'note', text: 'If it was not you, choose a new password now.' },
      { kind: 'button', label: 'Choose a new password', href: link },
    ],
  })

/** @param at when, as a person reads it, with its zone; `detail`: the passkey's name, or the admin's reason */
export function noticeMail(
  kind: SecurityNotice,
  { at, detail, publicUrl }: { at: string; detail: string; publicUrl: string },
): AccountMail {
  const security = { kind: 'button' as const, label: 'See your security page', href: `${publicUrl}/account/security` }
  const support = { kind: 'button' as const, label: 'Ask support', href: `${publicUrl}/support` }
  const passkeyAdvice = 'If it was not you, sign everybody out there and choose a new password now.'
  const said = {
    passkey_added: {
      heading: 'A passkey was added',
      text: `The passkey "${detail}" was added to your ShowingBooker account on ${at}. It signs in without your password.`,
      rest: [{ kind: 'note' as const, text: passkeyAdvice }, security],
    },
    passkey_removed: {
      heading: 'A passkey was removed',
      text: `The passkey "${detail}" was removed from your ShowingBooker account on ${at}. It opens nothing any more.`,
      rest: [{ kind: 'note' as const, text: passkeyAdvice }, security],
    },
    suspended: {
      heading: 'Your account is suspended',
      text: `Your ShowingBooker account was suspended on ${at}. Nobody can sign in to it, and your homes are not shown to the public. Showings that are booked stay booked.`,
      rest: [{ kind: 'note' as const, text: `The reason: ${detail}` }, support],
    },
    suspension_lifted: {
      heading: 'Your account is open again',
      text: `Your ShowingBooker account was opened again on ${at}. You can sign in, and homes that were taken off the list are back.`,
      rest: [{ kind: 'button' as const, label: 'Sign in', href: `${publicUrl}/login` }],
    },
  }[kind]
  return written(said.heading, {
    heading: said.heading,
    preview: `On ${at}.`,
    blocks: [{ kind: 'text', text: said.text }, ...said.rest],
  })
}
