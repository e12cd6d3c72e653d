export const LONGEST_NAME = 120
export const LONGEST_NOTE = 1000
export const LONGEST_REASON = 500
/** The largest photo that the server takes. */
export const MOST_PHOTO_BYTES = 2048 * 1024
