export const LONGEST_COMMENT = 500
export const CHANGEABLE_DAYS = 14
/** A showing that ended longer ago than this is not asked about any more. */
export const ASKED_WITHIN_DAYS = 3
