/** Header that names the account that our page shows. */
export const PAGE_ACCOUNT = 'x-account'

let shown: string | null = null

/** Sets the account that the open page shows; null if none. From now on its acts are only done as this account. */
export function actAs(accountId: string | null) {
  shown = accountId
}

/** Headers that go with each act of the open page. */
export const actHeaders = (): Record<string, string> => (shown ? { [PAGE_ACCOUNT]: shown } : {})
