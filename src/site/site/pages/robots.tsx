import type { LoaderFunctionArgs } from 'react-router'
import { loadOrigin } from '../components/page-head.tsx'

/**
 * What no search engine has to ask for. The pages of single homes are not among them: whoever shows a preview of a
 * shared link reads this file too, and they say `noindex` themselves (docs/decisions/0024).
 */
const PRIVATE = [
  '/showingbooker/booking/',
  '/showingbooker/pay/',
  '/account',
  '/admin',
  '/api/',
  '/calendar/',
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
