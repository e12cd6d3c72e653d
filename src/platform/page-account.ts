/** The header with the account that our page shows. */
export const PAGE_ACCOUNT = 'x-account'

let shown: string | null = null

/**
 * Sets the account that the open page shows, or null. From now on the server accepts its actions only for this account.
 */
export function actAs(accountId: string | null) {
  shown = accountId
}

/** Returns the headers to send with each action of the open page. */
export const actHeaders = (): Record<string, string> => (shown ? { [PAGE_ACCOUNT]: shown } : {})
