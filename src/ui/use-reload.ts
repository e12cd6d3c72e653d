import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Returns a function that loads the page's data again, for reloads that nobody asked for. While the server cannot be
 * reached it does nothing: a reload that fails replaces the page, and what is typed or under way on it, with an error.
 */
export function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    if (await isServerReady()) await revalidate()
  }, [revalidate])
}

const isServerReady = () =>
  fetch('/readyz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
