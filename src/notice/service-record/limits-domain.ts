export const LONGEST_NAME = 120
export const LONGEST_NOTE = 1000
export const LONGEST_REASON = 500
