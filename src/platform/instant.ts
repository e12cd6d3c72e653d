/** Writes an instant in the one form that we send: UTC, always with milliseconds. */
export const writeInstant = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' })

/** Converts a `Date` from the database. */
export const instantOf = (date: Date): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(date.getTime())
