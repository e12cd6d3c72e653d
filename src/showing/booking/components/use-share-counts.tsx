import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import type { ShareCounts, SharedProperty } from '../../../property/share/contract.ts'
import type { Platform } from '../../../property/share/domain.ts'

/**
 * Returns the counts that the server reports after this view and after each share. If the server does not answer, the
 * page keeps the counts that it came with and shows no error.
 */
export function useShareCounts({ slug, ...at }: SharedProperty) {
  const [counts, setCounts] = useState<ShareCounts>(at)
  useEffect(() => {
    const isSeen = new AbortController()
    const count = () => {
      const path = '/api/showingbooker/public/share/{slug}/view'
      api.POST(path, { params: { path: { slug } } }).then((answer) => setCounts(bodyOf(answer)), ignore)
    }
    // A prerendered page counts as viewed once the browser shows it.
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener('prerenderingchange', count, { once: true, signal: isSeen.signal })
    else count()
    return () => isSeen.abort()
  }, [slug])

  function countShare(platform: Platform) {
    const path = '/api/showingbooker/public/share/{slug}/share'
    // The visitor may leave for a mail app at the same moment.
    const share = { params: { path: { slug } }, body: { platform }, keepalive: true }
    api.POST(path, share).then((answer) => setCounts(bodyOf(answer)), ignore)
  }
  return { counts, countShare }
}

const ignore = () => undefined
