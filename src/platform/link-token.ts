import { randomBytes } from 'node:crypto'

/** The part of a link that nobody can guess. */
export const newLinkToken = (): string => randomBytes(24).toString('base64url')

/** Tells whether a text can be such a token. We never look up anything else. */
export const isLinkToken = (text: string): boolean => /^[\w-]{32}$/.test(text)
