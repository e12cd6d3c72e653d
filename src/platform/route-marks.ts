/** What a middleware does to its routes, for the API document: it says so of each route that has the middleware. */
export type RouteMark = { perMinute?: number; honorsIdempotencyKey?: true }

const marks = new WeakMap<object, RouteMark>()

export function markRoutes<Handler extends object>(middleware: Handler, mark: RouteMark): Handler {
  marks.set(middleware, mark)
  return middleware
}

export const marksOf = (handlers: object[]): RouteMark =>
  Object.assign({}, ...handlers.map((handler) => marks.get(handler) ?? {}))
