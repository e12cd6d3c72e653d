import { data, type RouterContextProvider } from 'react-router'
import { ApiError, apiFor, cacheHeaders } from '../../../platform/api-client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { PRICES } from '../domain.ts'
import { loadOrigin } from './page-head.tsx'

const SLUG = 'sample-property'

/** Loads the origin and whether the sample home can be booked. The page stays cached at this path while that holds. */
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

/** Links to the demo, which sends every message of a showing for a small fee. */
export function DemoLink() {
  return (
    <ButtonLink size="large" variant="secondary" href="/demo-booking">
      {t.bookDemo({ price: PRICES.demo })}
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
