import { languageLinks } from '../../../ui/language-links.ts'
import type { Image } from '../../image/contract.ts'

type Head = {
  origin: string
  path: string
  title: string
  description: string
  /** Picture for link previews of the page. `null` uses the product's own card. */
  image: { url: string; alt: string; width: number; height: number } | null
}

const CARD = { url: '/icons/card.png', width: 1200, height: 630, alt: 'ShowingBooker' }

export const cardOf = ({ image_url: url, prompt, width, height }: Image) => ({ url, alt: prompt, width, height })

/** Builds the head of a gallery page for search engines and link previews. */
export function galleryHead({ origin, path, title, description, image }: Head) {
  const { url, alt, width, height } = image ?? CARD
  return [
    { title: `${title} · ShowingBooker` },
    { name: 'description', content: description },
    ...languageLinks(origin + path),
    { property: 'og:site_name', content: 'ShowingBooker' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: origin + path },
    { property: 'og:image', content: origin + url },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: image ? 'summary' : 'summary_large_image' },
  ]
}
