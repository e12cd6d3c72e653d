import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ServerBuild } from 'react-router'
import type { AppEnv } from './http.ts'
import { isUnknownPage, pagePaths } from './page-methods.ts'

type Routes = ServerBuild['routes']

/**
 * Returns the path prefixes that only the API uses: for each route, the shortest prefix that no page shares. A prefix
 * ends before a placeholder such as `{id}`.
 */
export function apiBeginnings(apiPaths: string[], pages: string[]): string[] {
  const beginnings = new Set<string>()
  for (const path of apiPaths) {
    const segments = path.split('/').slice(1)
    const fixed = segments.findIndex((segment) => segment.includes('{'))
    const least = (fixed === -1 ? segments : segments.slice(0, fixed)).map((_, at) =>
      ['', ...segments.slice(0, at + 1)].join('/'),
    )
    const beginning = least.find((one) => !pages.some((page) => page.startsWith(`${one}/`)))
    if (beginning) beginnings.add(beginning)
  }
  return [...beginnings]
}

/** Tells whether a path without a page belongs to the API, so that its 404 is JSON and not a page. */
export function createApiPaths(api: OpenAPIHono<AppEnv>) {
  const known = new WeakMap<Routes, string[]>()
  return (build: { routes: Routes }, path: string): boolean => {
    let beginnings = known.get(build.routes)
    if (!beginnings) {
      const routes = api.openAPIRegistry.definitions.flatMap((one) => (one.type === 'route' ? [one.route.path] : []))
      beginnings = apiBeginnings(routes, pagePaths(build))
      known.set(build.routes, beginnings)
    }
    const isBelow = beginnings.some((one) => path === one || path.startsWith(`${one}/`))
    return isBelow && isUnknownPage(build, path)
  }
}
