import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './http.ts'
import { inSameLanguage } from './language.ts'

/** The answer of a file's route to a browser whose link leads nowhere, for the API document. */
export const leadsToPage = {
  302: { description: 'The file does not exist. Browsers are redirected to a page that says so.' },
}

/**
 * Sends a person whose link to a file leads nowhere to a page that says so. A program gets the problem.
 * @param page path of that page, in which `{token}` is a placeholder for the link's
 */
export const pageForPeople = (page: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.res.status !== 404 || !c.req.header('accept')?.includes('text/html')) return
    const Location = inSameLanguage(page.replace('{token}', () => encodeURIComponent(c.req.param('token') ?? '')))
    // Otherwise the redirect would keep the headers of the problem.
    c.res = undefined
    c.res = new Response(null, { status: 302, headers: { Location } })
  })
