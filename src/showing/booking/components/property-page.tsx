import { data, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ApiError, apiFor, bodyOf, cacheHeaders, serverContext } from '../../../platform/api-client.ts'
import type { SharedProperty } from '../../../property/share/contract.ts'
import { offeredDays } from './offered-times.tsx'

type Api = ReturnType<typeof apiFor>

/** Tags of a page's head. The server makes them, so that the page's script needs no code for them. */
export type HeadTags = Record<string, string>[]

/**
 * Loads a property through `read`, when people can see it, and the tags of the page's head. Answers 404 with `null` if
 * there is no such property.
 */
export async function loadProperty<Property>(
  { context }: LoaderFunctionArgs,
  slugOrId: string,
  read: (api: Api) => Promise<{ data?: Property; response: Response }>,
  headOf: (property: Property, api: Api) => HeadTags | Promise<HeadTags>,
) {
  const api = apiFor(context)
  try {
    const [property, availability] = await Promise.all([
      read(api),
      api.GET('/api/showingbooker/public/property/{slugOrId}/availability', { params: { path: { slugOrId } } }),
    ])
    const page = {
      property: bodyOf(property),
      head: await headOf(bodyOf(property), api),
      days: offeredDays(bodyOf(availability)),
      mapsApiKey: context.get(serverContext).mapsApiKey ?? null,
    }
    return data(page, { headers: cacheHeaders(property, availability) })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return data(null, { status: 404 })
    throw error
  }
}

/** Returns the title and description, also for networks, which show them next to a link with its picture. */
export const tagsOf = (
  title: string,
  description: string,
  { url, full_address, preview }: { url: string } & Pick<SharedProperty, 'full_address' | 'preview'>,
): HeadTags => [
  { title },
  { name: 'description', content: description },
  { property: 'og:type', content: 'website' },
  { property: 'og:site_name', content: 'ShowingBooker' },
  { property: 'og:title', content: full_address },
  { property: 'og:description', content: description },
  { property: 'og:url', content: url },
  { property: 'og:image', content: preview.url },
  { property: 'og:image:type', content: 'image/jpeg' },
  { property: 'og:image:width', content: String(preview.width) },
  { property: 'og:image:height', content: String(preview.height) },
  { property: 'og:image:alt', content: preview.alt },
  { name: 'twitter:card', content: 'summary_large_image' },
  { name: 'twitter:title', content: full_address },
  { name: 'twitter:description', content: description },
  { name: 'twitter:image', content: preview.url },
  { name: 'twitter:image:alt', content: preview.alt },
]

/** Keeps search engines away: only the agent gives out the link (docs/decisions/0024). */
export const unlistedHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
  ...Object.fromEntries(loaderHeaders),
  'X-Robots-Tag': 'noindex',
})

/** Every step is a history entry of the same page, so a change of step reloads nothing. */
export const isOtherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.href !== nextUrl.href
