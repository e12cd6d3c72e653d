import { data, type RouterContextProvider } from 'react-router'
import { ApiError, apiFor, cacheHeaders } from '../../../platform/api-client.ts'
import { ButtonLink } from '../../../ui/button.tsx'

const SLUG = 'sample-property'

/** Whether the sample home can be booked, for a page that is kept at this path as long as it can. */
export async function findSampleHome(context: Readonly<RouterContextProvider>, path: string) {
  try {
    const params = { path: { slug: SLUG } }
    const sample = await apiFor(context).GET('/api/showingbooker/public/property/{slug}', { params })
    return data({ hasSample: true }, { headers: { ...cacheHeaders(sample), 'x-cache-path': path } })
  } catch (error) {
    if (error instanceof ApiError) return data({ hasSample: false })
    throw error
  }
}

export function SampleLink() {
  return (
    <ButtonLink size="large" variant="secondary" href={`/showingbooker/book/${SLUG}`}>
      Book the sample home
    </ButtonLink>
  )
}
