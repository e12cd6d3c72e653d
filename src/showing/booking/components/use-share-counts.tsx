import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import type { ShareCounts, SharedProperty } from '../../../property/share/contract.ts'
import type { Platform } from '../../../property/share/domain.ts'

/**
 * Returns the counts that the server gives after this view and each share. If the server does not answer, the page
 * quietly keeps the counts it came with.
 */
export function useShareCounts({ slug, ...at }: SharedProperty) {
  const [counts, setCounts] = useState<ShareCounts>(at)
  useEffect(() => {
    const isSeen = new AbortController()
    const count = () => {
      const path = '/api/showingbooker/public/share/{slug}/view'
      api.POST(path, { params: { path: { slug } } }).then((answer) => setCounts(bodyOf(answer)), ignore)
    }
    // A prerendered page counts as seen once it is shown.
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener('prerenderingchange', count, { once: true, signal: isSeen.signal })
    else count()
    return () => isSeen.abort()
  }, [slug])

  function countShare(platform: Platform) {
    const path = '/api/showingbooker/public/share/{slug}/share'
    // The visitor may leave at the same moment, for a mail app.
    const share = { params: { path: { slug } }, body: { platform }, keepalive: true }
    api.POST(path, share).then((answer) => setCounts(bodyOf(answer)), ignore)
  }
  return { counts, countShare }
}

const ignore = () => undefined
