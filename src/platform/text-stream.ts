/**
 * Streams a text of any length, part by part as its reader takes it. When the reader leaves, the source stops. It waits
 * for the first part, so that an early failure can still be answered as an error.
 */
export async function textStream(parts: AsyncIterable<string>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const iterator = parts[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<string>> | undefined = iterator.next()
  await next
  return new ReadableStream({
    async pull(controller) {
      // A stream does not pull again if a pull enqueued nothing.
      for (;;) {
        const { done, value } = await (next ?? iterator.next())
        next = undefined
        if (done) return controller.close()
        if (value) return controller.enqueue(encoder.encode(value))
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
