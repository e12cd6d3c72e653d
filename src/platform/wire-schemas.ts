import type { OpenAPIHono } from '@hono/zod-openapi'

export type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>
type Schema = { [member: string]: unknown }

/** Matches an instant as every answer writes it: UTC with exactly milliseconds. */
export const INSTANT_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$'

/**
 * Finishes the schemas: requests and answers have different shapes. A request may omit a member that has a default.
 * Code generators take `default` to mean "always present", so we describe the default in words instead. In answers,
 * every instant has one form.
 */
export function finishSchemas(document: ApiDocument): void {
  const sent = new Set<Schema>()
  const answered = new Set<Schema>()
  const components = (document.components?.schemas ?? {}) as Record<string, Schema>
  const visit = (value: unknown, seen: Set<Schema>): void => {
    if (typeof value !== 'object' || value === null || seen.has(value as Schema)) return
    const schema = value as Schema
    seen.add(schema)
    const name = typeof schema.$ref === 'string' ? /^#\/components\/schemas\/(.+)$/.exec(schema.$ref)?.[1] : undefined
    if (name !== undefined) visit(components[name], seen)
    for (const member of Object.values(schema)) visit(member, seen)
  }
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item)) {
      if (typeof operation !== 'object' || !('responses' in operation)) continue
      visit(operation.requestBody, sent)
      visit(operation.responses, answered)
    }
  for (const [name, schema] of Object.entries(components))
    if (sent.has(schema) && answered.has(schema) && hasDefault(schema))
      throw new Error(`${name} is both a request and an answer, and a member has a default: split it into two shapes`)
  for (const schema of [...sent, ...answered]) mendNullable(schema)
  for (const [name, schema] of Object.entries(components)) refuseNarrowing(name, schema, components)
  for (const schema of sent) if (isSchemaWithDefault(schema)) noteDefault(schema)
  for (const schema of answered) if (schema.format === 'date-time') schema.pattern = INSTANT_PATTERN
}

const isSchemaWithDefault = (schema: Schema) =>
  'default' in schema && ('type' in schema || 'anyOf' in schema || '$ref' in schema)

const hasDefault = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (isSchemaWithDefault(value as Schema) || Object.values(value).some(hasDefault))

function noteDefault(schema: Schema): void {
  const { default: value, description } = schema
  const note = value === '' || value === null ? 'May be left out.' : `Default: \`${JSON.stringify(value)}\`.`
  schema.description = description ? `${description} ${note}` : note
  delete schema.default
}

/** The generator writes "this shape or null" as both at once, which no value matches. */
function mendNullable(schema: Schema): void {
  const [named, rest] = (schema.allOf ?? []) as Schema[]
  if (!named?.$ref || !Array.isArray(rest?.type) || !rest.type.includes('null') || rest.properties) return
  const { type: _, ...others } = rest
  delete schema.allOf
  Object.assign(schema, { anyOf: [named, { type: 'null' }] }, others)
}

/** Every part of `allOf` must hold, so an extended shape cannot redefine a member. */
function refuseNarrowing(name: string, schema: Schema, components: Record<string, Schema>): void {
  const [base, added] = (schema.allOf ?? []) as Schema[]
  const baseName =
    String(base?.$ref ?? '')
      .split('/')
      .at(-1) ?? ''
  const known = Object.keys((components[baseName]?.properties as object | undefined) ?? {})
  const again = known.filter((member) => member in ((added?.properties as object | undefined) ?? {}))
  if (again.length > 0) throw new Error(`${name} declares ${again} differently from ${baseName}: give it its own shape`)
}
