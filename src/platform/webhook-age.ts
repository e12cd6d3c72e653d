/** Days that we remember a vendor's call. Vendors repeat one for days at most; an operator looks back for months. */
export const WEBHOOK_DAYS = 180
/** Most calls that one statement forgets, so that it never takes long. The job runs each hour. */
export const FORGOTTEN_AT_ONCE = 10_000
