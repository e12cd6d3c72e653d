/** What a middleware does to its routes. The API document describes it, and the server obeys it. */
export type RouteMark = { perMinute?: number; honorsIdempotencyKey?: true; limitsBody?: true }

const marks = new WeakMap<object, RouteMark>()

export function markRoutes<Handler extends object>(middleware: Handler, mark: RouteMark): Handler {
  marks.set(middleware, mark)
  return middleware
}

export const marksOf = (handlers: object[]): RouteMark =>
  Object.assign({}, ...handlers.map((handler) => marks.get(handler) ?? {}))
