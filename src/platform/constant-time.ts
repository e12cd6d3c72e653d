import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether a caller has sent a secret, compared in a time that says nothing about it. Without either it is false. */
export const isSameSecret = (given: string | null | undefined, secret: string | null | undefined): boolean =>
  Boolean(given && secret) && timingSafeEqual(digest(given ?? ''), digest(secret ?? ''))
