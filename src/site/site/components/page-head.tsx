import type { LoaderFunctionArgs } from 'react-router'
import { serverContext } from '../../../platform/api-client.ts'
import { locale } from '../../../platform/language.ts'
import { languageLinks } from '../../../ui/language-links.ts'
import * as t from '../../text/site.ts'

/** Loads only the origin for a page's links, for a page that is the same for everyone. */
export const loadOrigin = ({ context }: Pick<LoaderFunctionArgs, 'context'>) => ({
  origin: context.get(serverContext).publicUrl ?? '',
})

type Head = {
  /** Canonical path of the page for search engines. */
  path: string
  title: string
  description: string
  /** Objects of schema.org, side by side. */
  data?: object[]
}

const CARD = {
  path: '/icons/card.png',
  width: 1200,
  height: 630,
}

/** Builds the head of a public page. @param origin undefined if the page could not be loaded */
export function pageHead(origin: string | undefined, { path, title, description, data = [] }: Head) {
  if (origin === undefined) return [{ title: 'ShowingBooker' }]
  const url = origin + path
  const image = origin + CARD.path
  return [
    { title },
    { name: 'description', content: description },
    ...languageLinks(url),
    { property: 'og:site_name', content: 'ShowingBooker' },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: locale().replace('-', '_') },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(CARD.width) },
    { property: 'og:image:height', content: String(CARD.height) },
    { property: 'og:image:alt', content: t.cardAlt() },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: t.cardAlt() },
    ...(data.length > 0 ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': data } }] : []),
  ]
}
