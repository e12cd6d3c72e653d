import type { Logger } from 'pino'
import { DomainError } from './errors.ts'
import { keyedHash } from './keyed-hash.ts'

export type SecurityFacts = {
  /** The attempted action, such as `sign_in`. */
  act: string
  /** The method, such as `password`. */
  factor?: string
  accountId?: string | null
  /** The caller's email. We log only its keyed hash. */
  email?: string
  address?: string
}

/** Logs sign-ins, refusals, and changes of an account's keys: one line each, without personal data. */
export type SecurityLog = {
  /**
   * Runs the attempt and records how it ended: `ok`, the refusal's code, or `fault`.
   * @param found more details about the attempt: its account, or another outcome
   */
  attempt<T>(
    facts: SecurityFacts,
    attempt: () => Promise<T>,
    found?: (result: T) => { accountId?: string | null; outcome?: string },
  ): Promise<T>
  /** Returns the key that stands for an email in the log. */
  keyOf(email: string): string
}

/** @param networkOf returns the part of an address to log */
export function createSecurityLog({
  log,
  secret,
  networkOf,
}: {
  log: Logger
  secret: string
  networkOf: (address: string) => string | null
}): SecurityLog {
  const keyOf = (email: string) => keyedHash(secret, 'log', email).toString('base64url').slice(0, 16)

  function write({ email, address, accountId, ...facts }: SecurityFacts, outcome: string) {
    const line = {
      security: facts.act,
      factor: facts.factor,
      outcome,
      account: accountId ?? undefined,
      emailKey: email === undefined ? undefined : keyOf(email),
      network: address === undefined ? undefined : (networkOf(address) ?? undefined),
    }
    if (outcome === 'ok') log.info(line, 'security')
    else log.warn(line, 'security')
  }

  return {
    keyOf,
    async attempt(facts, attempt, found = () => ({})) {
      try {
        const result = await attempt()
        const { accountId = facts.accountId, outcome = 'ok' } = found(result)
        write({ ...facts, accountId }, outcome)
        return result
      } catch (error) {
        write(facts, error instanceof DomainError ? error.code : 'fault')
        throw error
      }
    },
  }
}
