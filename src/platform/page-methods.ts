import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

const trees = new WeakMap<Routes, RouteObject[]>()

/** What a page can be asked for beside HEAD and OPTIONS. Only a page with a form of its own, a route's `action`, takes a POST. */
export function pageMethods({ routes }: { routes: Routes }, path: string): string[] {
  let tree = trees.get(routes)
  if (!tree) {
    tree = childrenOf(routes, undefined)
    trees.set(routes, tree)
  }
  const id = matchRoutes(tree, path)?.at(-1)?.route.id
  return id && routes[id]?.module.action ? ['GET', 'POST'] : ['GET']
}

/** The build lists routes flat, each with its parent's id. */
function childrenOf(routes: Routes, parentId: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || (route.parentId ?? undefined) !== parentId) return []
    const { id, path, index, caseSensitive } = route
    const about = { id, ...(path === undefined ? {} : { path }), ...(caseSensitive ? { caseSensitive } : {}) }
    return [index ? { ...about, index } : { ...about, children: childrenOf(routes, id) }]
  })
}
