/** Makes the part of a link that nobody can guess, here or in a browser: 24 random bytes in base64url. */
export const newLinkToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** Tells whether a text can be such a token. We never look up anything else. */
export const isLinkToken = (text: string): boolean => /^[\w-]{32}$/.test(text)
