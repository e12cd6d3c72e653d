import type { LoaderFunctionArgs } from 'react-router'
import { loadOrigin } from '../components/page-head.tsx'

/**
 * Paths that search engines must not request. Pages of single homes are not listed, because programs that preview
 * shared links read this file too. Those pages say `noindex` themselves (docs/decisions/0024).
 */
const PRIVATE = [
  '/showingbooker/booking/',
  '/showingbooker/feedback/',
  '/showingbooker/owner/',
  '/showingbooker/pay/',
  '/account',
  '/admin',
  '/api/',
  '/calendar/',
  '/confirm-new-email',
  '/dev/',
  '/get-started/',
  '/reset-password',
  '/unsubscribe/',
  '/verify-email',
]

export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(
    [
      'User-agent: *',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      'Allow: /api/docs',
      '',
      `Sitemap: ${loadOrigin({ context }).origin}/sitemap.xml`,
      '',
    ].join('\n'),
    { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } },
  )
