import type { LoaderFunctionArgs } from 'react-router'
import { SUPPORT } from '../../../product.ts'
import { loadOrigin } from '../components/page-head.tsx'

const DAYS_VALID = 90
const DAY_MS = 86_400_000

/** Says where to report a security problem (RFC 9116). We write it for each request, so that it never expires. */
export function loader({ context }: LoaderFunctionArgs) {
  const { origin } = loadOrigin({ context })
  const expires = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAYS_VALID * DAY_MS).toISOString()
  const text = [
    `Contact: mailto:${SUPPORT.email}`,
    `Contact: ${origin}/contact`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
  return new Response(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
