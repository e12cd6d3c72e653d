import { data, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ApiError, apiFor, bodyOf, cacheHeaders, serverContext } from '../../../platform/api-client.ts'
import { offeredDays } from './offered-times.tsx'

type Api = ReturnType<typeof apiFor>

/**
 * Loads a property through `read`, and when people can see it. Answers 404 with `null` if there is no such property.
 */
export async function loadProperty<Property>(
  { context }: LoaderFunctionArgs,
  slugOrId: string,
  read: (api: Api) => Promise<{ data?: Property; response: Response }>,
) {
  const api = apiFor(context)
  try {
    const [property, availability] = await Promise.all([
      read(api),
      api.GET('/api/showingbooker/public/property/{slugOrId}/availability', { params: { path: { slugOrId } } }),
    ])
    const page = {
      property: bodyOf(property),
      days: offeredDays(bodyOf(availability)),
      mapsApiKey: context.get(serverContext).mapsApiKey ?? null,
    }
    return data(page, { headers: cacheHeaders(property, availability) })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return data(null, { status: 404 })
    throw error
  }
}

/** Keeps search engines away: only the agent gives out the link (docs/decisions/0024). */
export const unlistedHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
  ...Object.fromEntries(loaderHeaders),
  'X-Robots-Tag': 'noindex',
})

/** Every step is a history entry of the same page, so a change of step reloads nothing. */
export const isOtherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.href !== nextUrl.href
