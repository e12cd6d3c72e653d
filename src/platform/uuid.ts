const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Checks for a UUID in any case, as callers write it and PostgreSQL accepts it. */
export const isUuid = (text: string): boolean => isWrittenUuid(text.toLowerCase())

/** Checks for a UUID in lower case, as PostgreSQL writes it. Cursors and file keys have only this form. */
export const isWrittenUuid = (text: string): boolean => UUID.test(text)
