/**
 * Headers for a page with a secret URL: no cache stores it, no search engine indexes it, and no other site sees the
 * URL.
 */
export const secretPageHeaders = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
})
