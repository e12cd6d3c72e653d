/** Most requests per minute from one address. The routes of bookings and of arrangements share one count. */
export const HOLDING = { perMinute: 30, sharedAs: 'hold' }
export const DECIDING = { perMinute: 60, sharedAs: 'decision' }
