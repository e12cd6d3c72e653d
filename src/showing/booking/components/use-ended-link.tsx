import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isUnknown } from '../../../platform/api-client.ts'
import { newLinkToken } from '../../../platform/link-token.ts'
import { keepText, keptText } from '../../../ui/tab-memory.ts'
import { useReload } from '../../../ui/use-reload.ts'

/** What this tab has chosen last. A browser can forbid its storage. */
let chosen: { token: string; nextToken: string } | null = null

const keyOf = (token: string) => `next link ${token}`

/**
 * Returns the token of the link that this tab chose for the time after it corrects the buyer's email: the link of the page
 * ends then. The tab keeps it, also through a reload, until it knows whether the correction was made. `null`: none.
 */
export const chosenNext = (token: string): string | null =>
  keptText(keyOf(token)) ?? (chosen?.token === token ? chosen.nextToken : null)

/** Chooses the token of the next link. It stays the same, so that a correction whose answer was lost can be sent again. */
export function chooseNext(token: string): string {
  const nextToken = chosenNext(token) ?? newLinkToken()
  chosen = { token, nextToken }
  keepText(keyOf(token), nextToken)
  return nextToken
}

export function forgetNext(token: string): void {
  if (chosen?.token === token) chosen = null
  keepText(keyOf(token), null)
}

/** Returns a function that moves the page to the buyer's new link in place. */
export function useNextLink() {
  const navigate = useNavigate()
  return async (token: string) => {
    const { search } = window.location
    await navigate({ pathname: `/showingbooker/booking/${token}`, search }, { replace: true, preventScrollReset: true })
  }
}

/**
 * Returns what to do if a look at the page fails. If the link of the page has ended, the page says so, unless this tab has
 * ended it: then the page moves to the new link.
 * @throws any other error
 */
export function useEndedLink(token: string) {
  const reload = useReload()
  const moveTo = useNextLink()
  return async (error: unknown): Promise<undefined> => {
    if (!isUnknown(error)) throw error
    const next = chosenNext(token)
    if (!next) return void (await reload())
    await moveTo(next)
    forgetNext(token)
  }
}

/** Moves a page whose link this tab has ended to the new link, if the answer was lost before a reload. */
export function useLostAnswer(token: string): void {
  const moveTo = useNextLink()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each link.
  useEffect(() => {
    const next = chosenNext(token)
    if (!next) return
    forgetNext(token)
    void moveTo(next)
  }, [token])
}
