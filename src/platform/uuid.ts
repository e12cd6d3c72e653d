const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id in any case, as a caller may write it. PostgreSQL takes it as one. */
export const isUuid = (text: string): boolean => isWrittenUuid(text.toLowerCase())

/** An id in small letters, as PostgreSQL writes it: the only form that a cursor or a file's key has. */
export const isWrittenUuid = (text: string): boolean => UUID.test(text)
