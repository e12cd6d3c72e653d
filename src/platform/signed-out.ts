import { ApiError } from './api-client.ts'

/**
 * Tells whether a call failed because it needs a sign-in. If another account is signed in, the error's own message says
 * so.
 */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== 'other_account'
