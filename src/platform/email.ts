import { regexes } from 'zod/v4/core'

/** Maximum lengths of the local part and the whole address (RFC 5321, section 4.5.3.1). */
const LOCAL_LENGTH = 64
const LENGTH = 254

/**
 * Tells whether a text is one email address that we can write to. This is the only such rule, for every form and call:
 * the pattern that the identity library checks, and the browsers' pattern, which knows domain labels better.
 */
export const isEmail = (text: string): boolean =>
  text.length <= LENGTH &&
  text.lastIndexOf('@') <= LOCAL_LENGTH &&
  regexes.email.test(text) &&
  regexes.html5Email.test(text)
