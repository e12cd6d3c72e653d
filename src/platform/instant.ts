/** The one way in which an instant is written for others: UTC, always with milliseconds. */
export const writeInstant = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' })

/** Of a `Date`, which is how the database gives one. */
export const instantOf = (date: Date): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(date.getTime())
