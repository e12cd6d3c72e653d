import { isSameSecret } from '../../platform/constant-time.ts'
import { cookieName, cookieOf, setCookieText } from '../../platform/cookie.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { requireValid, unauthenticated } from '../../platform/errors.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import { withinTries } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { tooManyTries } from '../account/domain.ts'
import type { Caller } from '../account/ports.ts'
import type { AccountService } from '../account/service.ts'
import type { ProtectedApp } from './contract.ts'
import { codeIssues, codeRequired, isWrongCode, VERIFYING_MS, WRONG_TRIES, wrongCode } from './domain.ts'

type AccessOptions = {
  accounts: Pick<AccountService, 'sessionOf'>
  secret: string
  codes: Record<ProtectedApp, string>
  counts: TryCounts
  publicUrl: string
  rateLimitScale: number
  pause: (ms: number) => Promise<unknown>
}
type AccessDeps = AccessOptions & { tries: ReturnType<typeof accessTries> }

/**
 * Opens protected apps with an access code. A grant is a signature over app, account, session and code. It works for
 * that session only, and ends with it or when the operator changes the code. We store nothing.
 */
export const createAccessService = (options: AccessOptions) =>
  withDeps({ ...options, tries: accessTries(options) }, { enter, isGranted, require: requireGrant })

export type AccessService = ReturnType<typeof createAccessService>

/**
 * @returns a cookie that holds the grant and ends with the browser
 * @throws DomainError unauthenticated, invalid, forbidden (a wrong code), too_many
 */
async function enter(deps: AccessDeps, { headers, address }: Caller, app: ProtectedApp, code: string): Promise<string> {
  const { accounts, codes, tries, pause, publicUrl } = deps
  const startedAt = performance.now()
  const session = await accounts.sessionOf(headers)
  if (!session) throw unauthenticated()
  requireValid(codeIssues(code))
  const limits = [
    { limit: tries.ofAccount, key: session.accountId },
    { limit: tries.ofAddress, key: address },
  ]
  const attempt = async () => {
    const isRight = isSameSecret(code, codes[app])
    await pause(Math.max(0, VERIFYING_MS - (performance.now() - startedAt)))
    if (!isRight) throw wrongCode()
    const value = sign(deps, app, session).toString('base64url')
    return setCookieText(nameOf(publicUrl, app), value, { isTls: isTls(publicUrl) })
  }
  return withinTries(limits, attempt, { isWrong: isWrongCode, refuse: tooManyTries })
}

/** Reads the cookie that `enter` set. @throws DomainError unauthenticated */
async function isGranted(deps: AccessDeps, headers: Headers, app: ProtectedApp): Promise<boolean> {
  const session = await deps.accounts.sessionOf(headers)
  if (!session) throw unauthenticated()
  const given = Buffer.from(cookieOf(headers.get('cookie'), nameOf(deps.publicUrl, app)) ?? '', 'base64url')
  return isSameSecret(given, sign(deps, app, session))
}

/** Checks that this session may use an app. @throws DomainError unauthenticated, forbidden (`access_code_required`) */
async function requireGrant(deps: AccessDeps, headers: Headers, app: ProtectedApp): Promise<void> {
  if (!(await isGranted(deps, headers, app))) throw codeRequired()
}

function accessTries({ counts, rateLimitScale }: AccessOptions) {
  const limit = (name: string) => counts(name, { tries: WRONG_TRIES * rateLimitScale, seconds: 60 })
  return { ofAccount: limit('access code: account'), ofAddress: limit('access code: address') }
}

const sign = ({ secret, codes }: AccessDeps, app: ProtectedApp, of: { accountId: string; sessionId: string }): Buffer =>
  keyedHash(secret, 'access', app, of.accountId, of.sessionId, codes[app])

const isTls = (publicUrl: string) => publicUrl.startsWith('https:')
const nameOf = (publicUrl: string, app: ProtectedApp) => cookieName(`showingbooker.access_${app}`, isTls(publicUrl))
