/** Days that we remember a vendor's webhook. A vendor repeats one for a few days at most; an operator may look back for months. */
export const WEBHOOK_DAYS = 180
