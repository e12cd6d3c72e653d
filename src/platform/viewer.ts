import { isbot } from 'isbot'
import type { AppContext } from './http.ts'

/** Who looks at something that we count or log. `purpose` is what the browser says about prefetching. */
export type Viewer = { address: string; userAgent: string | undefined; purpose: string | undefined }

export const viewerOf = (c: AppContext): Viewer => ({
  address: c.var.clientAddress,
  userAgent: c.req.header('user-agent'),
  purpose: c.req.header('sec-purpose') ?? c.req.header('purpose') ?? c.req.header('x-moz'),
})

/** Checks whether a person may be looking: no program that says what it is, and no browser that only prefetches. */
export const isPerson = ({ userAgent, purpose }: Viewer): boolean =>
  !!userAgent && !isbot(userAgent) && !isPrefetch(purpose)

/** Checks whether the browser prefetches for a person who may never look (Fetch standard, Sec-Purpose). */
export const isPrefetch = (purpose: string | null | undefined): boolean => /\bprefetch\b/i.test(purpose ?? '')
