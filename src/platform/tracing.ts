export type Attributes = Record<string, string | number | boolean>

export type SpanKind = 'server' | 'internal' | 'client' | 'consumer'

/** A running span: one step of a request or job. */
export type Span = {
  set(attributes: Attributes): void
  rename(name: string): void
  /** Records that the step failed, with the kind of failure and never its message, which may quote a person. */
  fail(kind: string): void
}

/** Creates and exports spans. Without a tracer, we measure nothing. */
export type Tracer = {
  /** Tells whether a span is active. */
  isWithin(): boolean
  /** @param traceparent the caller's span in W3C form, or undefined */
  run<T>(about: SpanOptions, work: (span: Span) => T): T
  /** Begins a span within the active one. Other code ends it. */
  begin(about: SpanOptions): Span & { end(): void }
}

export type SpanOptions = {
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** The caller's span in W3C form. */
  traceparent?: string | undefined
}

const nowhere: Span = { set: () => undefined, rename: () => undefined, fail: () => undefined }

let tracer: Tracer | null = null

/** Turns tracing on for this process, or off. */
export function traceWith(next: Tracer | null): void {
  tracer = next
}

/** Measures a step as a child of the active span. Its attributes must not contain personal data. */
export function traced<T>(about: SpanOptions, work: (span: Span) => T): T {
  return tracer ? tracer.run(about, work) : work(nowhere)
}

/** Tells whether tracing is on and a span is active. Check it before you describe a step at some cost. */
export const isTracing = (): boolean => tracer?.isWithin() ?? false
