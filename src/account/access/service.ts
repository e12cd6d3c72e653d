import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { cookieName, cookieOf, setCookieText } from '../../platform/cookie.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { invalid, unauthenticated } from '../../platform/errors.ts'
import { withinTries } from '../../platform/try-limit.ts'
import { tooManyTries } from '../account/domain.ts'
import type { Caller } from '../account/ports.ts'
import type { AccountService } from '../account/service.ts'
import type { ProtectedApp } from './contract.ts'
import * as rule from './domain.ts'

type AccessDependencies = {
  accounts: Pick<AccountService, 'sessionOf'>
  secret: string
  codes: Record<ProtectedApp, string>
  counts: TryCounts
  publicUrl: string
  rateLimitScale: number
  pause: (ms: number) => Promise<unknown>
}

/**
 * Protected apps open with a code. What is granted is a seal over app, account, session and the code itself: it holds for
 * that session alone, ends with it, and ends when the operator changes the code. Nothing is stored.
 */
export function createAccessService({
  accounts,
  secret,
  codes,
  counts,
  publicUrl,
  rateLimitScale,
  pause,
}: AccessDependencies) {
  const limit = (name: string) => counts(name, { tries: rule.WRONG_TRIES * rateLimitScale, seconds: 60 })
  const tries = { ofAccount: limit('access code: account'), ofAddress: limit('access code: address') }

  const isTls = publicUrl.startsWith('https:')
  const nameOf = (app: ProtectedApp) => cookieName(`showingbooker.access_${app}`, isTls)

  function sealOf(app: ProtectedApp, session: { accountId: string; sessionId: string }): Buffer {
    const about = JSON.stringify(['access', app, session.accountId, session.sessionId, codes[app]])
    return createHmac('sha256', secret).update(about).digest()
  }

  /** By the cookie that `enter` gave. @throws DomainError unauthenticated */
  async function isGranted(headers: Headers, app: ProtectedApp): Promise<boolean> {
    const session = await accounts.sessionOf(headers)
    if (!session) throw unauthenticated()
    const given = Buffer.from(cookieOf(headers.get('cookie'), nameOf(app)) ?? '', 'base64url')
    const expected = sealOf(app, session)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  return {
    /**
     * @returns a cookie that holds the grant and ends with the browser
     * @throws DomainError unauthenticated, invalid, forbidden (a wrong code), too_many
     */
    async enter({ headers, address }: Caller, app: ProtectedApp, code: string): Promise<string> {
      const startedAt = performance.now()
      const session = await accounts.sessionOf(headers)
      if (!session) throw unauthenticated()
      const issues = rule.codeIssues(code)
      if (issues.length > 0) throw invalid(issues)
      const limits = [
        { limit: tries.ofAccount, key: session.accountId },
        { limit: tries.ofAddress, key: address },
      ]
      const attempt = async () => {
        const isRight = timingSafeEqual(digestOf(code), digestOf(codes[app]))
        await pause(Math.max(0, rule.VERIFYING_MS - (performance.now() - startedAt)))
        if (!isRight) throw rule.wrongCode()
        return setCookieText(nameOf(app), sealOf(app, session).toString('base64url'), { isTls })
      }
      return withinTries(limits, attempt, { isWrong: rule.isWrongCode, refuse: tooManyTries })
    },

    isGranted,

    /** Before whatever only a code opens. @throws DomainError unauthenticated, forbidden (`access_code_required`) */
    async require(headers: Headers, app: ProtectedApp): Promise<void> {
      if (!(await isGranted(headers, app))) throw rule.codeRequired()
    },
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

export type AccessService = ReturnType<typeof createAccessService>
