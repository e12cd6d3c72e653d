/** Creates the unguessable part of a link, on the server or in a browser: 24 random bytes in base64url. */
export const newLinkToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** Tells whether a text has the form of such a token. We never look up anything else. */
export const isLinkToken = (text: string): boolean => /^[\w-]{32}$/.test(text)
