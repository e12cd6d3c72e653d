import * as t from '../text/document.ts'

/**
 * Maps the stored reason why a file has no text to the words for its reader. Reasons are stored in English; a reader sees
 * them in their own language.
 */
const REASONS: Record<string, () => string> = {
  "I found no text in this file. It may be a scan, and I can't read text in pictures.": t.reasonNoText,
  'The file could not be kept. Please upload it again.': t.reasonLost,
  'This file could not be read. Please try again later.': t.reasonFailed,
  'This file is protected by a password. Please remove the password and upload it again.': t.reasonPassword,
  'This file unpacks to far more than a document needs, so it was not read.': t.reasonTooMuch,
  'This file has far more layers than a document needs, so it was not read.': t.reasonTooDeep,
  'This file is damaged, or not what it says it is.': t.reasonDamaged,
  'This picture has more than 60 megapixels.': t.reasonPicture,
  'This file took too long to read.': t.reasonTooLong,
  'This file needs too much memory to be read.': t.reasonMemory,
  'This file is damaged or cannot be read.': t.reasonCrashed,
}

/** Returns the stored reason in the reader's language. An unknown reason is shown as stored. */
export const reasonText = (stored: string): string => REASONS[stored]?.() ?? stored
