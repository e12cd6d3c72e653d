import type { LoaderFunctionArgs } from 'react-router'
import { loadOrigin } from '../components/page-head.tsx'

/** Public pages. Homes are not listed, because their agents decide who gets the links (docs/decisions/0024). */
const PATHS = [
  '/',
  '/showingbooker',
  '/how',
  '/about',
  '/pricing',
  '/demo-booking',
  '/speed',
  '/public-gallery',
  '/contact',
  '/support',
  '/terms',
  '/showingbooker/terms',
  '/privacy',
  '/api/docs',
]

/** Writes the sitemap (https://www.sitemaps.org/protocol.html). An origin has no character that XML must escape. */
export function loader({ context }: LoaderFunctionArgs) {
  const { origin } = loadOrigin({ context })
  const urls = PATHS.map((path) => `  <url><loc>${origin}${path}</loc></url>`)
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
