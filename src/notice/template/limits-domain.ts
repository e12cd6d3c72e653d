/** The most templates of one account. The table has as many places. */
export const MOST_TEMPLATES = 20
/** The most characters in a template's name. */
export const MOST_NAME = 60
