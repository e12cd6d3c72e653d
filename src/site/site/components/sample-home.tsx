import { data, type RouterContextProvider } from 'react-router'
import { ApiError, apiFor, cacheHeaders } from '../../../platform/api-client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { loadOrigin } from './page-head.tsx'

const SLUG = 'sample-property'

/** The page's origin, and whether the sample home can be booked, for a page that is kept at this path as long as it can. */
export async function findSampleHome(context: Readonly<RouterContextProvider>, path: string) {
  const origin = loadOrigin({ context })
  try {
    const params = { path: { slug: SLUG } }
    const sample = await apiFor(context).GET('/api/showingbooker/public/property/{slug}', { params })
    return data({ ...origin, hasSample: true }, { headers: { ...cacheHeaders(sample), 'x-cache-path': path } })
  } catch (error) {
    if (error instanceof ApiError) return data({ ...origin, hasSample: false })
    throw error
  }
}

/** Where every message of a showing can be had for a dollar. */
export function DemoLink() {
  return (
    <ButtonLink size="large" variant="secondary" href="/demo-booking">
      {t.bookDemo()}
    </ButtonLink>
  )
}

export function SampleLink() {
  return (
    <ButtonLink size="large" variant="secondary" href={`/showingbooker/book/${SLUG}`}>
      {t.bookSample()}
    </ButtonLink>
  )
}
