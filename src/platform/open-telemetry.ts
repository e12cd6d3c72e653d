import { channel } from 'node:diagnostics_channel'
import { type Span as ApiSpan, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { isTracingSuppressed, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { type Attributes, type Span, type SpanOptions, type Tracer, traceWith } from './tracing.ts'
import { VERSION } from './version.ts'

const KINDS = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

/**
 * Traces requests and jobs and sends the spans to a collector (OTLP over HTTP). Only a process with a collector loads
 * this file, because it costs memory and startup time.
 * @param share the share of traces to keep, from 0 to 1
 * @param random returns a number from 0 up to but not including 1
 */
export function startTracing(options: {
  endpoint: string
  serviceName: string
  share: number
  random?: () => number
}): { stop(): Promise<void> } {
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const url = `${options.endpoint.replace(/\/$/, '')}/v1/traces`
  const sampler = keepShare(options.share, options.random ?? Math.random)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName, 'service.version': VERSION }),
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler, remoteParentNotSampled: sampler }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = createTracer(provider.getTracer('showingbooker', VERSION))
  traceWith(tracer)
  const ignoreCalls = watchOutgoingCalls(tracer)
  return {
    async stop() {
      ignoreCalls()
      traceWith(null)
      // An unreachable collector must not delay a stop.
      await provider.shutdown().catch(() => undefined)
      context.disable()
    },
  }
}

/** Keeps a random share of the traces. A caller chooses a trace's ID and flag, so we ignore both. */
const keepShare = (share: number, random: () => number): Sampler => ({
  shouldSample: () => ({
    decision: random() < share ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
  }),
  toString: () => `share of ${share}`,
})

function createTracer(spans: ReturnType<TracerProvider['getTracer']>): Tracer {
  const parentOf = ({ traceparent }: SpanOptions) => {
    if (!traceparent) return context.active()
    const remote = parseTraceParent(traceparent)
    return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : context.active()
  }
  const start = (about: SpanOptions) => {
    const parent = parentOf(about)
    const { name, kind, attributes = {} } = about
    const made = spans.startSpan(name, { kind: KINDS[kind], attributes }, parent)
    return { made, within: trace.setSpan(parent, made) }
  }
  return {
    isWithin: () => trace.getSpan(context.active())?.isRecording() === true && !isTracingSuppressed(context.active()),
    run(about, work) {
      const { made, within } = start(about)
      return context.with(within, () => ended(made, () => work(spanOf(made))))
    },
    begin(about) {
      const { made } = start(about)
      return { ...spanOf(made), end: () => made.end() }
    },
  }
}

const spanOf = (made: ApiSpan): Span => ({
  set: (attributes: Attributes) => void made.setAttributes(attributes),
  rename: (name) => void made.updateName(name),
  fail(kind) {
    made.setAttribute('error.type', kind)
    made.setStatus({ code: SpanStatusCode.ERROR })
  },
})

/** Ends a span when its work ends, at once or later. */
function ended<T>(made: ApiSpan, work: () => T): T {
  const failed = (error: unknown): never => {
    spanOf(made).fail(kindOf(error))
    made.end()
    throw error
  }
  try {
    const answer = work()
    if (answer instanceof Promise)
      return answer.then((value) => {
        made.end()
        return value
      }, failed) as T
    made.end()
    return answer
  } catch (error) {
    return failed(error)
  }
}

/** Returns an error's code or class, because its message may quote a person. */
function kindOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && /^[\w-]{1,60}$/.test(code)) return code
  return error instanceof Error ? error.name : 'unknown'
}

type Outgoing = { host: string; method: string }
type Sent = { request: object; response?: { statusCode?: number }; error?: unknown }

/**
 * Traces calls to vendors from any library: Node reports the calls of `fetch` and `node:http`. We record the host and
 * method, never the path, which may contain a person's phone number.
 */
function watchOutgoingCalls(tracer: Tracer): () => void {
  const open = new WeakMap<object, ReturnType<Tracer['begin']>>()
  function begin(request: object, { host, method }: Outgoing) {
    if (!tracer.isWithin()) return
    const attributes = { 'server.address': host, 'http.request.method': method }
    open.set(request, tracer.begin({ name: `${method} ${host}`, kind: 'client', attributes }))
  }
  function end({ request, response, error }: Sent) {
    const span = open.get(request)
    if (!span) return
    open.delete(request)
    const status = response?.statusCode
    if (status !== undefined) span.set({ 'http.response.status_code': status })
    if (error) span.fail(kindOf(error))
    else if (status !== undefined && status >= 400) span.fail(String(status))
    span.end()
  }
  type ByFetch = Sent & { request: { origin: string; method: string } }
  type ByHttp = Sent & { request: { host: string; method: string } }
  const subscriptions: [name: string, (message: never) => void][] = [
    [
      'undici:request:create',
      ({ request }: ByFetch) => begin(request, { host: new URL(request.origin).host, method: request.method }),
    ],
    ['undici:request:headers', end],
    ['undici:request:error', end],
    ['http.client.request.created', ({ request }: ByHttp) => begin(request, request)],
    ['http.client.response.finish', end],
    ['http.client.request.error', end],
  ]
  const listeners = subscriptions.map(([name, listen]) => ({ name, listen: listen as (message: unknown) => void }))
  for (const { name, listen } of listeners) channel(name).subscribe(listen)
  return () => {
    for (const { name, listen } of listeners) channel(name).unsubscribe(listen)
  }
}
