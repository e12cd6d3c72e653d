/** Requests a minute from one address, which the routes of bookings and of arrangements count together. */
export const HOLDING = { perMinute: 30, sharedAs: 'hold' }
export const DECIDING = { perMinute: 60, sharedAs: 'decision' }
