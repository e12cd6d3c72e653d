import type { LoaderFunctionArgs } from 'react-router'
import { SUPPORT } from '../../../product.ts'
import { loadOrigin } from '../components/page-head.tsx'

const DAYS_VALID = 90
const DAY_MS = 86_400_000

/** RFC 9116: where to report a weakness. It is written anew for each reader, so that it never runs out. */
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
