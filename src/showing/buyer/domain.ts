export const LONGEST_NOTE = 2000
