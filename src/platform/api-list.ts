import { type api, bodyOf } from './api-client.ts'
import type { paths } from './api-schema.ts'

export type Page<Item> = { items: Item[]; nextCursor: string | null }

/** A list of the API, loaded page by page. */
export type List<Item> = {
  /** Lists with the same key have the same items. */
  key: string
  /** @param cursor omitted for the first page */
  load: (cursor?: string | null, asked?: { signal?: AbortSignal; limit?: number }) => Promise<Page<Item>>
}

type Get<Path extends keyof paths> = paths[Path] extends { get: infer Its } ? Its : never
type Answer<Path extends keyof paths> =
  Get<Path> extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : null
type ListPath = {
  [Path in keyof paths]: Answer<Path> extends { nextCursor: string | null } ? Path : never
}[keyof paths]
type Asked<Path extends keyof paths> =
  Get<Path> extends { parameters: infer Its } ? Pick<Its, keyof Its & ('path' | 'query')> : never
type Item<Path extends keyof paths, Name> = Name extends keyof Answer<Path>
  ? Answer<Path>[Name] extends readonly (infer One)[]
    ? One
    : never
  : never
export type ApiClient = Pick<typeof api, 'GET'>
type AnyGet = (
  path: string,
  asked: object,
) => Promise<{ data?: Record<string, unknown> & { nextCursor: string | null } }>

/**
 * Describes one list for a loader and for the browser.
 * @param name the member of the answer that has the items
 */
export function listOf<Path extends ListPath, Name extends Exclude<keyof Answer<Path>, 'nextCursor'>>(
  client: ApiClient,
  path: Path,
  name: Name,
  params: Asked<Path>,
): List<Item<Path, Name>> {
  const { query, ...rest } = params as { query?: object }
  return {
    key: JSON.stringify([path, params]),
    async load(cursor, { signal, limit } = {}) {
      const asked = { ...rest, query: { ...query, ...(limit && { limit }), ...(cursor && { cursor }) } }
      const answer = bodyOf(await (client.GET as AnyGet)(path, { params: asked, signal }))
      return { items: answer[name as string] as Item<Path, Name>[], nextCursor: answer.nextCursor }
    },
  }
}
