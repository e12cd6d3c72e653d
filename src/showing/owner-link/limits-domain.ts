/** Days that an owner's report looks back. */
export const REPORT_DAYS = 90
export const MOST_SHOWINGS = 100
