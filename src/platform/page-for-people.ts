import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './http.ts'
import { inSameLanguage } from './language.ts'

/** Describes, for the API document, how a file's route answers a browser whose link does not work. */
export const leadsToPage = {
  302: { description: 'The file does not exist. Browsers are redirected to a page that says so.' },
}

/**
 * Redirects a person whose link to a file does not work to a page that says so. A program gets the JSON error.
 * @param page path of that page; `{token}` stands for the link's token
 */
export const pageForPeople = (page: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.res.status !== 404 || !c.req.header('accept')?.includes('text/html')) return
    const Location = inSameLanguage(page.replace('{token}', () => encodeURIComponent(c.req.param('token') ?? '')))
    // Otherwise the redirect would keep the error's headers.
    c.res = undefined
    c.res = new Response(null, { status: 302, headers: { Location } })
  })
