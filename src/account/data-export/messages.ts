import * as t from '../text/data-export.ts'
import { ARCHIVE_DAYS } from './domain.ts'

/** The files of an archive, with the number of entries in each. */
export type Contents = { path: string; count: number }[]

/** What each file contains. A folder ends with a slash. */
const FILES: Record<string, () => string> = {
  'account.json': t.fileAccount,
  'sessions.json': t.fileSessions,
  'passkeys.json': t.filePasskeys,
  'archives.json': t.fileArchives,
  'admin-acts.json': t.fileAdminActs,
  'profile.json': t.fileProfile,
  'showing-profile.json': t.fileShowingProfile,
  'message-choices.json': t.fileMessageChoices,
  'message-templates.json': t.fileMessageTemplates,
  'follows.json': t.fileFollows,
  'credits.json': t.fileCredits,
  'purchases.json': t.filePurchases,
  'plans.json': t.filePlans,
  'moderation.json': t.fileModeration,
  'calendar-feed.json': t.fileCalendarFeed,
  'properties.json': t.fileProperties,
  'property-months.json': t.filePropertyMonths,
  'property-days.json': t.filePropertyDays,
  'owner-links.json': t.fileOwnerLinks,
  'activity.json': t.fileActivity,
  'block-outs.json': t.fileBlockOuts,
  'bookings.json': t.fileBookings,
  'feedback.json': t.fileFeedback,
  'buyer-notes.json': t.fileBuyerNotes,
  'messages.json': t.fileMessages,
  'messages-to-you.json': t.fileMessagesToYou,
  'conversations-with-buyers.json': t.fileWritten,
  'reminders.json': t.fileReminders,
  'payments.json': t.filePayments,
  'money.json': t.fileMoney,
  'services.json': t.fileServices,
  'service-photos.json': t.fileServicePhotos,
  'packets.json': t.filePackets,
  'compliance-log.json': t.fileComplianceLog,
  'photos/': t.filePhotoFolder,
  'service-photos/': t.fileServicePhotoFolder,
  'notices/': t.fileNoticeFolder,
  'proofs/': t.fileProofFolder,
  'conversations.json': t.fileConversations,
  'conversations.md': t.fileConversationsText,
  'documents.json': t.fileDocuments,
  'images.json': t.fileImages,
  'generations.json': t.fileGenerations,
  'images/': t.fileImageFolder,
  'documents/': t.fileDocumentFolder,
}

/** Writes the text that explains each file. @param madeAt UTC, such as `2026-11-21 09:00` */
export function readmeText(of: { email: string; madeAt: string; contents: Contents; missing: string[] }): string {
  const { email, madeAt, contents, missing } = of
  const line = ({ path, count }: Contents[number]) => `${path}  (${count})\n    ${FILES[path]?.() ?? ''}`
  const gone = missing.length === 0 ? [] : [t.readmeMissing(), missing.map((path) => `- ${path}`).join('\n')]
  const parts = [
    t.readme({ email, madeAt, days: ARCHIVE_DAYS }),
    contents.map(line).join('\n'),
    ...gone,
    t.readmeNotIn(),
  ]
  return `${parts.join('\n\n')}\n`
}
