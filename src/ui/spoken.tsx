/**
 * Has a screen reader read an error of a field when it appears. Use it if nothing else tells of the error, such as a
 * summary or the focus.
 */
export const spoken = (error: string | undefined) => error && <span role="alert">{error}</span>
