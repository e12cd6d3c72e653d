export type Attributes = Record<string, string | number | boolean>

export type SpanKind = 'server' | 'internal' | 'client' | 'consumer'

/** A step that is being measured. */
export type Span = {
  set(attributes: Attributes): void
  rename(name: string): void
  /** Notes that the step failed: the kind of the failure, never its message, which may quote a person. */
  fail(kind: string): void
}

/** Exports the spans. Without one, nothing is measured. */
export type Tracer = {
  /** Whether this runs within a step. */
  isWithin(): boolean
  /** @param traceparent the caller's step in the form of W3C, or undefined */
  run<T>(about: SpanOptions, work: (span: Span) => T): T
  /** Begins a step that ends elsewhere, within the running one. */
  begin(about: SpanOptions): Span & { end(): void }
}

export type SpanOptions = {
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** The caller's step in the form of W3C. */
  traceparent?: string | undefined
}

const nowhere: Span = { set: () => undefined, rename: () => undefined, fail: () => undefined }

let tracer: Tracer | null = null

/** Turns tracing on for this process, or off. */
export function traceWith(next: Tracer | null): void {
  tracer = next
}

/** Measures a step as a part of the running one. The attributes must have no personal data. */
export function traced<T>(about: SpanOptions, work: (span: Span) => T): T {
  return tracer ? tracer.run(about, work) : work(nowhere)
}

/** Whether steps are measured and this is within one. Spares the work of describing a step that nobody measures. */
export const isTracing = (): boolean => tracer?.isWithin() ?? false
