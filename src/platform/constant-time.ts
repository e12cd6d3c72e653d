import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Tells in constant time whether a caller sent the secret. It is false if either is missing. */
export const isSameSecret = (given: string | null | undefined, secret: string | null | undefined): boolean =>
  Boolean(given && secret) && timingSafeEqual(digest(given ?? ''), digest(secret ?? ''))
