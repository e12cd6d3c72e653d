/** If no one has decided on a refund request after this time, we remind the agent. */
export const REMINDED_AFTER = { hours: 3 * 24 }

/** After this time, a refund request is overdue, and the admins decide. */
export const OVERDUE_AFTER = { hours: 6 * 24 }

/** Returns until when the agent can decide on a refund request before we step in. */
export const refundDueAt = (requestedAt: Temporal.Instant): Temporal.Instant => requestedAt.add(OVERDUE_AFTER)
