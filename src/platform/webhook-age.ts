/**
 * How many days we store a vendor's webhooks. A vendor repeats one for a few days at most, but an operator may look
 * back for months.
 */
export const WEBHOOK_DAYS = 180
