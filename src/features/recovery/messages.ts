import { type EmailDocument, headerLine, renderEmail } from '../../platform/email-document.ts'

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
