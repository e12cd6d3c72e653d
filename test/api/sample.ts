export type Body = Record<string, unknown>
/**
 * A body that its route accepts, different each time, and the route's answer to it. `path` has the values for `{}`;
 * `byCookie`: the route accepts no bearer token.
 */
export type Sample = {
  make: () => Promise<Body>
  status: number
  path?: string
  isForAdmins?: true
  byCookie?: true
}
