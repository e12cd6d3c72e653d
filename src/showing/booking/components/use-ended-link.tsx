import { useNavigate } from 'react-router'
import { isUnknown } from '../../../platform/api-client.ts'
import { newLinkToken } from '../../../platform/link-token.ts'
import { useReload } from '../../../ui/use-reload.ts'

/** What this tab has chosen for the time after it corrects the buyer's email: the link of the page ends then. */
let chosen = { token: '', nextToken: '' }

/** Chooses the token of the next link. It stays the same, so that a correction whose answer was lost can be sent again. */
export function nextTokenOf(token: string): string {
  if (chosen.token !== token) chosen = { token, nextToken: newLinkToken() }
  return chosen.nextToken
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
    await (chosen.token === token ? moveTo(chosen.nextToken) : reload())
  }
}
