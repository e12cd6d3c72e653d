/** Number of days that an owner's report covers. */
export const REPORT_DAYS = 90
export const MOST_SHOWINGS = 100
