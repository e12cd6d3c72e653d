import type { Security } from '../../src/platform/http.ts'
import type { Scene } from '../scene.ts'

/** The status that each caller gets. An expired or forged bearer token counts as a visitor. */
export type Answers = { visitor: number; owner: number; stranger: number; admin: number }
export const everybody = (status: number): Answers => ({
  visitor: status,
  owner: status,
  stranger: status,
  admin: status,
})
export const signedIn: Answers = { visitor: 401, owner: 200, stranger: 200, admin: 200 }
export const writers = (status: number): Answers => ({ visitor: 401, owner: status, stranger: status, admin: status })
export const owners: Answers = { visitor: 401, owner: 200, stranger: 404, admin: 200 }
export const admins: Answers = { visitor: 401, owner: 403, stranger: 403, admin: 200 }

export type Who = { accountId: string } | null
export type Ask = (
  scene: Scene,
  who?: Who,
) => { path?: string; serviceId?: string; name?: string; query?: string; body?: unknown }

/** Returns the status with which a route refuses this caller's bearer token by its declaration, or `null`. */
export function refusalOf(security: Security, who: keyof Answers): number | null {
  const alternatives = security.map((alternative) => Object.keys(alternative))
  if (alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0)) return null
  const forBearer = alternatives.find((schemes) => schemes.some((scheme) => /bearer$/i.test(scheme)))
  if (who === 'visitor' || !forBearer) return 401
  if (forBearer.includes('adminBearer') && who !== 'admin') return 403
  // No one here has entered an access code or confirmed their age.
  return forBearer.includes('oracleAccess') || forBearer.includes('adultBearer') ? 403 : null
}
