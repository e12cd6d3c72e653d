/** Writes an instant for others in the one allowed form: UTC, always with milliseconds. */
export const writeInstant = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' })

/** Converts a `Date` from the database. */
export const instantOf = (date: Date): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(date.getTime())
