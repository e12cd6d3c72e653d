/**
 * Makes a screen reader announce a field's error when it appears. Use it if nothing else does, such as a summary or the
 * focus.
 */
export const spoken = (error: string | undefined) => error && <span role="alert">{error}</span>
