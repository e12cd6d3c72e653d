import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverContext } from '../../../platform/api-client.ts'
import { Page } from '../../../ui/page.tsx'
import styles from './api-docs.module.css'

type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  example?: unknown
  required?: string[]
  maxLength?: number
}
type Content = Record<string, { schema?: Schema }>
type Ref = { $ref: string }
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema }
type Answer = { description: string; content?: Content }
type Operation = {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: (Parameter | Ref)[]
  requestBody?: { content: Content }
  responses: Record<string, Answer | Ref>
}
type Components = {
  schemas: Record<string, Schema>
  parameters: Record<string, Parameter>
  responses: Record<string, Answer>
}
type Document = {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Components
}

export const meta = () => [{ title: 'API · ShowingBooker' }]
export const headers = () => ({ 'x-cache-tag': 'api-docs', 'x-cache-path': '/api/docs' })

/** Loads the document that describes the API (GET /api/openapi.json). */
export async function loader({ context }: LoaderFunctionArgs) {
  const answer = await context.get(serverContext).fetchApi(new Request('http://in-process/api/openapi.json'))
  return (await answer.json()) as Document
}

export default function ApiDocs() {
  const { info, tags, paths, components } = useLoaderData<typeof loader>() as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return (
    <Page width="wide" title={`${info.title} API`} intro={info.description}>
      <div lang="en">
        <p>
          Version {info.version}. For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
        </p>
        {tags.map(({ name, description }) => (
          <section key={name} className={styles.group}>
            <h2>{name}</h2>
            <p>{description}</p>
            {operations
              .filter(({ operation }) => operation.tags?.[0] === name)
              .map((route) => (
                <Route key={`${route.method} ${route.path}`} {...route} components={components} />
              ))}
          </section>
        ))}
        <section className={styles.group}>
          <h2>Shapes</h2>
          {Object.entries(components.schemas).map(([name, schema]) => (
            <details key={name} id={name} className={styles.route}>
              <summary>
                <code>{name}</code>
              </summary>
              <Fields schema={schema} />
            </details>
          ))}
        </section>
      </div>
    </Page>
  )
}

/** Resolves a reference into `components`. Returns anything else as it is. */
function resolve<T>(named: Record<string, T>, it: T | Ref): T | undefined {
  const ref = typeof it === 'object' && it !== null && '$ref' in it ? it.$ref : undefined
  return ref === undefined ? (it as T) : named[ref.slice(ref.lastIndexOf('/') + 1)]
}

type RouteProps = { path: string; method: string; operation: Operation; components: Components }

function Route({ path, method, operation, components }: RouteProps) {
  const parameters = (operation.parameters ?? []).flatMap((it) => resolve(components.parameters, it) ?? [])
  const body = operation.requestBody && Object.values(operation.requestBody.content)[0]?.schema
  return (
    <details className={styles.route}>
      <summary>
        <code>
          <b>{method}</b> {path}
        </code>
        <span>{operation.summary}</span>
      </summary>
      <p>{operation.description}</p>
      {parameters.length > 0 && (
        <dl className={styles.fields}>
          {parameters.map((parameter) => (
            <Field
              key={parameter.name}
              name={`${parameter.name} (${parameter.in})`}
              schema={{ ...parameter.schema, description: parameter.description }}
              isRequired={parameter.required === true}
            />
          ))}
        </dl>
      )}
      {body && (
        <>
          <h3>Body</h3>
          <Fields schema={body} />
        </>
      )}
      <h3>Answers</h3>
      <dl className={styles.fields}>
        {Object.entries(operation.responses).map(([status, it]) => {
          const answer = resolve(components.responses, it)
          return (
            <div key={status}>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>
                {answer?.description} <Type schema={Object.values(answer?.content ?? {})[0]?.schema} />
              </dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}

function Fields({ schema }: { schema: Schema }) {
  const parts = schema.allOf ?? [schema]
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}))
  if (properties.length === 0) return <Type schema={schema} />
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  return (
    <>
      {parts.map(
        (part) =>
          part.$ref && (
            <p key={part.$ref}>
              All fields of <Type schema={part} />, and:
            </p>
          ),
      )}
      <dl className={styles.fields}>
        {properties.map(([name, property]) => (
          <Field key={name} name={name} schema={property} isRequired={required.has(name)} />
        ))}
      </dl>
    </>
  )
}

function Field({ name, schema, isRequired }: { name: string; schema: Schema; isRequired: boolean }) {
  return (
    <div>
      <dt>
        <code>{name}</code>
        {isRequired ? '' : ' (optional)'}
      </dt>
      <dd>
        <Type schema={schema} /> {schema.description}
        {schema.example !== undefined && (
          <>
            {' '}
            For example <code>{JSON.stringify(schema.example)}</code>
          </>
        )}
      </dd>
    </div>
  )
}

function Type({ schema }: { schema: Schema | undefined }) {
  if (!schema) return null
  const name = schema.$ref?.split('/').at(-1)
  if (name) {
    return (
      <a href={`#${name}`}>
        <code>{name}</code>
      </a>
    )
  }
  if (schema.anyOf) {
    return schema.anyOf.map((option, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a schema's options have no other key and never move.
      <span key={index}>
        {index > 0 && ' or '}
        <Type schema={option} />
      </span>
    ))
  }
  if (schema.items) {
    return (
      <>
        list of <Type schema={schema.items} />
      </>
    )
  }
  const values = schema.enum ?? (schema.const === undefined ? null : [schema.const])
  const type = values
    ? values.map((value) => JSON.stringify(value)).join(' | ')
    : [schema.type ?? 'any'].flat().join(' or ')
  return <code>{schema.format ? `${type} (${schema.format})` : type}</code>
}
