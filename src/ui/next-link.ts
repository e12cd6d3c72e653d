/** Adds to a page of the sign-in where the person wanted to go. */
export const withNext = (path: string, next: string | null): string =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path
