import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import type { Clock } from './clock.ts'

/** How old the keys must be before a token with an unknown key makes us fetch them again. */
const KEYS_MIN_AGE_MS = 1000
const LONGEST_TOKEN = 4096

type Subject = { accountId: string; sessionId: string }

/** Verifies our own tokens in this process, with the keys kept in memory. */
export function createTokenCheck(options: { loadKeys: () => Promise<JSONWebKeySet>; issuer: string; clock: Clock }) {
  let kept: { find: ReturnType<typeof createLocalJWKSet>; loadedAtMs: number } | undefined

  async function load() {
    kept = { find: createLocalJWKSet(await options.loadKeys()), loadedAtMs: performance.now() }
    return kept
  }

  async function subjectOf(token: string, find: ReturnType<typeof createLocalJWKSet>): Promise<Subject | null> {
    const { payload } = await jwtVerify(token, find, {
      algorithms: ['EdDSA'],
      issuer: options.issuer,
      audience: options.issuer,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: new Date(options.clock.now().epochMilliseconds),
    })
    const { sub, sid } = payload
    return sub && typeof sid === 'string' ? { accountId: sub, sessionId: sid } : null
  }

  /** Returns the token's account, or null if the token is forged, expired, or not for us. */
  return async (token: string): Promise<Subject | null> => {
    if (token.length > LONGEST_TOKEN) return null
    try {
      const keys = kept ?? (await load())
      try {
        return await subjectOf(token, keys.find)
      } catch (error) {
        // Another process may have created a key since.
        const isOld = performance.now() - keys.loadedAtMs >= KEYS_MIN_AGE_MS
        if (!(error instanceof errors.JWKSNoMatchingKey) || !isOld) throw error
        return await subjectOf(token, (await load()).find)
      }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}
