import { createHash, timingSafeEqual } from 'node:crypto'

type Secret = string | Uint8Array | null | undefined

const digest = (secret: string | Uint8Array) => createHash('sha256').update(secret).digest()

/** Compares two secrets in constant time. Returns false if either is missing. */
export const isSameSecret = (given: Secret, secret: Secret): boolean =>
  Boolean(given && secret) && timingSafeEqual(digest(given ?? ''), digest(secret ?? ''))
