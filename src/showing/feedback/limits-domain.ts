export const LONGEST_COMMENT = 500
export const CHANGEABLE_DAYS = 14
/** We ask only about showings that started at most this many days ago. */
export const ASKED_WITHIN_DAYS = 3
