/**
 * A text as long as it likes, part by part as its reader takes it; whoever leaves ends what is read for him. The first
 * part is waited for, so that what goes wrong at once is still an answer of its own.
 */
export async function textStream(parts: AsyncIterable<string>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const iterator = parts[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<string>> | undefined = iterator.next()
  await next
  return new ReadableStream({
    async pull(controller) {
      // A pull that brings nothing is never repeated.
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
