import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

const trees = new WeakMap<Routes, RouteObject[]>()

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
  const matches = matchRoutes(treeOf(routes), path.replace(/\.data$/, '')) ?? []
  return `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
}

const isEverythingElse = ({ path }: RouteObject) => path === '*'

const routeOf = ({ routes }: { routes: Routes }, path: string): RouteObject | undefined =>
  matchRoutes(treeOf(routes), path)?.at(-1)?.route

function treeOf(routes: Routes): RouteObject[] {
  const known = trees.get(routes)
  if (known) return known
  const tree = childrenOf(routes, undefined)
  trees.set(routes, tree)
  return tree
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

/** Every page's declared path: `/account/security`, `/unsubscribe/:token`. */
export function pagePaths({ routes }: { routes: Routes }): string[] {
  const below = (tree: RouteObject[], above: string): string[] =>
    tree.flatMap(({ path, children = [] }) => {
      const whole = path ? `${above}/${path}` : above
      return [whole, ...below(children, whole)]
    })
  return below(childrenOf(routes, undefined), '')
}
