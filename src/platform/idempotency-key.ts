import { DomainError } from './errors.ts'
import * as t from './text/fault.ts'

/** @throws DomainError invalid, if an Idempotency-Key is too long */
export function requireKey(key: string): void {
  if (key.length > 255) throw new DomainError('invalid', 'invalid_idempotency_key', t.keyTooLong())
}

/** Says that this Idempotency-Key belongs to another request. */
export const keyReused = () => new DomainError('conflict', 'idempotency_key_reused', t.keyReused())
