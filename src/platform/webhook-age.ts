/** Days that we remember a vendor's call. A vendor repeats a call for a few days at most; an operator may look back months. */
export const WEBHOOK_DAYS = 180
/** Most calls that one statement deletes, so that it stays short. The job runs every hour. */
export const FORGOTTEN_AT_ONCE = 10_000
