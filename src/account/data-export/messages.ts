import { ARCHIVE_DAYS } from './domain.ts'

/** What an archive holds, and how much of it. */
export type Contents = { path: string; count: number }[]

/** What each file is. A folder ends with a slash. */
const FILES: Record<string, string> = {
  'account.json': 'Your account: email address and settings of the sign-in.',
  'sessions.json': 'Where you are signed in. Addresses are shortened, as on the page Security.',
  'passkeys.json': 'Your passkeys by name. Their secrets never leave your devices.',
  'archives.json': 'The files with your data that you asked for.',
  'admin-acts.json': 'What administrators did to your account, homes and showings, and what you did as one.',
  'profile.json': 'Your profile: username, bio, picture, settings.',
  'showing-profile.json': 'The contact that your homes show.',
  'follows.json': 'Whom you follow, and since when.',
  'credits.json': 'Your credits, every movement.',
  'purchases.json': 'What you paid for credits, with every movement of the money. Amounts are US cents.',
  'plans.json': 'Your monthly plans.',
  'moderation.json':
    'What you reported of images, your appeals, when you said that you are of age, and how often a prompt was refused.',
  'calendar-feed.json': 'Since when your private calendar address exists.',
  'properties.json': 'Your homes with every field, deleted ones too. `photo_key` names the file of the photo.',
  'property-months.json': 'Bookings, views, notices and income of each home by month.',
  'property-days.json': 'Views and shares of each home by day.',
  'activity.json': 'What happened lately, as on your overview.',
  'bookings.json': 'The showings of your homes with what you may see of their buyers.',
  'messages.json': 'Every message about these showings: to whom, how, when, and what became of it.',
  'messages-to-you.json':
    'The words of those that went to you, where we carried them ourselves. A text message or email vendor keeps its own.',
  'reminders.json': 'Which reminders were planned.',
  'payments.json': 'What was paid for these showings. Amounts are US cents.',
  'money.json': 'Every charge, release and refund.',
  'services.json': 'How notices to enter were served, as you recorded it, withdrawn records too.',
  'service-photos.json': 'The photos of these services, and the SHA-256 of each.',
  'packets.json': 'Which packets of the compliance log were printed.',
  'compliance-log.json':
    'The compliance log of each home. `hash` is the SHA-256 of previous_hash, property_id, booking_id (empty where there is none), sequence, event, at and payload, with a line feed between them. Older entries named a payment by the provider’s id: this file has our own instead, so their hashes can be checked only on the log’s page.',
  'photos/': 'Photos of your homes and your picture, as they are shown.',
  'service-photos/': 'Photos of served notices.',
  'notices/': 'Notices to enter and certified letters, as they were printed.',
  'proofs/': 'Proofs of service, to be signed.',
  'conversations.json':
    'What you asked the Oracle, with every answer and version, temporary conversations too; not those that you deleted.',
  'conversations.md': 'The same to read.',
  'documents.json': 'The files that you gave the Oracle to read. The folder of each has its id.',
  'images.json': 'Your images, with every parameter. `sha256` is that of the file that is shown, and part of its name.',
  'generations.json': 'What you asked the studio for, and what became of it.',
  'images/':
    'Your images: `original.png` is the drawing, the other one as it is shown. Each says in its metadata where it comes from and how to make it again.',
  'documents/': 'These files, as they came.',
}

/** The text that says what is what. @param madeAt RFC 3339 */
export function readmeText(of: { email: string; madeAt: string; contents: Contents; missing: string[] }): string {
  const line = ({ path, count }: Contents[number]) => `${path}  (${count})\n    ${FILES[path] ?? ''}`
  const missing =
    of.missing.length === 0
      ? ''
      : `\nThese files are named in the data, and were not there any more:\n\n${of.missing.map((path) => `- ${path}`).join('\n')}\n`
  return `Your data at ShowingBooker
==========================

Of the account ${of.email}, put together on ${of.madeAt} (UTC).

All texts are UTF-8. The .json files are lists, one entry a line; the figure behind each name says how many entries or
files there are. Instants carry their offset; the date and the time of a showing are local to the home, whose time zone
stands beside them. The download is deleted from our server after ${ARCHIVE_DAYS} days: keep this file in a safe place,
for it holds data of the people who booked with you and of those who live in your homes.

${of.contents.map(line).join('\n')}
${missing}
What is not in it
-----------------

Your password and the keys of your second step and passkeys, of which we only keep what is needed to check them; links
and codes that open something by themselves, such as those of your buyers and of your calendar; and what our machines
write for a short time to stay quick and safe, such as counts of attempts.
`
}
