export const LONGEST_COMMENT = 500
export const CHANGEABLE_DAYS = 14
/** We no longer ask about a showing that ended longer ago than this. */
export const ASKED_WITHIN_DAYS = 3
