import { createHmac } from 'node:crypto'

/**
 * Hashes values with our secret for one purpose. Only someone with the secret can make or compare the hash, and a hash
 * for one purpose is worth nothing for another.
 */
export const keyedHash = (secret: string, purpose: string, ...values: string[]): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...values]))
    .digest()
