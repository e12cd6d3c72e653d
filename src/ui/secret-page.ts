/** Headers of a page whose address is a secret: it is not cached, not indexed, and named to no other site. */
export const secretPageHeaders = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
})
