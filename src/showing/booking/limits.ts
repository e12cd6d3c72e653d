import { limitRequests } from '../../platform/rate-limit.ts'

/**
 * Makes the limits that routes of several features count against together, per address and minute.
 * @param scale RATE_LIMIT_SCALE
 */
export const bookingLimits = (scale: number) => ({
  holding: limitRequests('hold', 30, scale),
  deciding: limitRequests('decisions', 60, scale),
})

export type BookingLimits = ReturnType<typeof bookingLimits>
