import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isUnknown } from '../../../platform/api-client.ts'
import { newLinkToken } from '../../../platform/link-token.ts'
import { keepText, keptText } from '../../../ui/tab-memory.ts'
import { useReload } from '../../../ui/use-reload.ts'

/** The token that this tab chose last. We keep it here, too, because a browser can forbid storage. */
let chosen: { token: string; nextToken: string } | null = null

const keyOf = (token: string) => `next link ${token}`

/**
 * Returns the token that this tab chose for the buyer's next link, or `null` if there
 * is none. A corrected email ends the link of the page. The tab keeps the token, also
 * through a reload, until it knows whether the server made the correction.
 */
export const chosenNext = (token: string): string | null =>
  keptText(keyOf(token)) ?? (chosen?.token === token ? chosen.nextToken : null)

/**
 * Chooses the token of the next link. It stays the same, so that
 * the buyer can send a correction again if its answer got lost.
 */
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
 * Returns a function that handles a failed load of the page and throws any error but an unknown link. If the link has
 * ended, the page says so. If this tab ended it, the page moves to the new link instead.
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

/** Moves the page to the new link if this tab ended the old one and a reload lost the answer. */
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
