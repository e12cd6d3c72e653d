import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/** React Router sorts all routes again for each path, which takes much of a page's time, so we keep its results. */
type Known = { tree: RouteObject[]; found: LRUCache<string, RouteObject[]> }
const known = new WeakMap<Routes, Known>()
/** Maximum total length of the paths that we keep for a build, in characters. */
const KEPT_CHARACTERS = 100_000

/** Lists a page's methods except HEAD and OPTIONS. Only a page with its own form, a route's `action`, accepts POST. */
export function pageMethods(build: { routes: Routes }, path: string): string[] {
  const found = routeOf(build, path)
  return found && !isEverythingElse(found) && build.routes[found.id ?? '']?.module.action ? ['GET', 'POST'] : ['GET']
}

/** Tells whether no page except the not-found page has this path. Every method gets a 404 there. */
export function isUnknownPage(build: { routes: Routes }, path: string): boolean {
  const found = routeOf(build, path)
  return !found || isEverythingElse(found)
}

/** Returns the declared path of the page that answers a path: `/book/:slug`. Data of a page (`….data`) counts as the page. */
export function patternOf({ routes }: { routes: Routes }, path: string): string {
  const found = routesOf(routes, path.replace(/\.data$/, ''))
  return `/${found.flatMap((route) => route.path || []).join('/')}`
}

const isEverythingElse = ({ path }: RouteObject) => path === '*'

const routeOf = ({ routes }: { routes: Routes }, path: string): RouteObject | undefined => routesOf(routes, path).at(-1)

/** Returns a path's routes, from the outermost to its own. */
function routesOf(routes: Routes, path: string): RouteObject[] {
  const { tree, found } = knownOf(routes)
  const kept = found.get(path) ?? (matchRoutes(tree, path) ?? []).map(({ route }) => route)
  found.set(path, kept)
  return kept
}

function knownOf(routes: Routes): Known {
  const kept = known.get(routes)
  if (kept) return kept
  const found: Known['found'] = new LRUCache({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, path) => path.length + 1,
  })
  const made = { tree: childrenOf(routes, undefined), found }
  known.set(routes, made)
  return made
}

/** The build lists routes flat, each with its parent's ID. */
function childrenOf(routes: Routes, parentId: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || (route.parentId ?? undefined) !== parentId) return []
    const { id, path, index, caseSensitive } = route
    const about = { id, ...(path === undefined ? {} : { path }), ...(caseSensitive ? { caseSensitive } : {}) }
    return [index ? { ...about, index } : { ...about, children: childrenOf(routes, id) }]
  })
}

/** Lists every page's declared path: `/account/security`, `/unsubscribe/:token`. */
export function pagePaths({ routes }: { routes: Routes }): string[] {
  const below = (tree: RouteObject[], above: string): string[] =>
    tree.flatMap(({ path, children = [] }) => {
      const whole = path ? `${above}/${path}` : above
      return [whole, ...below(children, whole)]
    })
  return below(childrenOf(routes, undefined), '')
}
