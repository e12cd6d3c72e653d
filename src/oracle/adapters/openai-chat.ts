import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, extractReasoningMiddleware, type ModelMessage, streamText, wrapLanguageModel } from 'ai'
import { faultOnTheWay, retryAfterOf, VendorError } from '../../platform/vendor-error.ts'
import type { ChatSettings } from '../../settings/engine-settings.ts'
import { promptOf } from '../conversation/answer-domain.ts'
import type { ChatEngine, Question } from '../conversation/ports.ts'
import * as t from '../text/adapters.ts'

const VENDOR = 'openai'
/** Maximum silence. A model on a private machine may read for a long time before its first word. */
const FIRST_WORD_MS = 60_000
const SILENCE_MS = 30_000
const MOST_TRIES = 3
/** If a server asks for a longer wait, give up. */
const LONGEST_WAIT_SECONDS = 10

type Options = { firstWordMs?: number; silenceMs?: number }

/**
 * Drives OpenAI and servers with the same API: `POST /chat/completions`, streamed. It gives the model no tools, calls
 * only this URL, and leaves out the model's reasoning.
 */
export function createOpenaiChat(settings: ChatSettings, options: Options = {}): ChatEngine {
  const { firstWordMs = FIRST_WORD_MS, silenceMs = SILENCE_MS } = options
  const server = createOpenAICompatible({
    name: VENDOR,
    baseURL: settings.baseUrl,
    ...(settings.apiKey && { apiKey: settings.apiKey }),
    fetch: (url, init) => fetch(url, { ...init, redirect: 'error' }),
  })
  const model = wrapLanguageModel({
    model: server.chatModel(settings.model),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  })

  /** @throws VendorError, and whatever `signal` was aborted with */
  async function* once(question: Question, signal: AbortSignal): AsyncGenerator<string> {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), firstWordMs)
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
    }
    let reason: string | undefined
    try {
      const { stream } = streamText({
        model,
        instructions: question.instructions,
        messages: messagesOf(question),
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, silence.signal]),
        onError: () => undefined,
      })
      for await (const part of stream) {
        restartTimer()
        if (part.type === 'text-delta') yield part.text
        else if (part.type === 'error') throw part.error
        else if (part.type === 'abort') break
        else if (part.type === 'finish-step') reason = part.rawFinishReason
      }
    } catch (error) {
      signal.throwIfAborted()
      throw silence.signal.aborted ? new VendorError(VENDOR, 'it stopped sending') : failureOf(error)
    } finally {
      clearTimeout(timer)
    }
    signal.throwIfAborted()
    if (silence.signal.aborted) throw new VendorError(VENDOR, 'it stopped sending')
    if (reason === undefined) throw new VendorError(VENDOR, 'its answer ended too early')
    if (reason === 'content_filter') throw new VendorError(VENDOR, 'content_filter', { isPermanent: true })
    if (reason === 'length') yield `\n\n*${t.cutOff()}*`
  }

  return {
    name: 'openai',
    label: `AI model ${settings.model} - it can be wrong; check what it cites`,
    model: settings.model,
    canSee: settings.canSee,
    async *answer(question, { signal }) {
      for (let tries = 1; ; tries++) {
        let isBegun = false
        try {
          for await (const text of once(question, signal)) {
            isBegun = true
            yield text
          }
          return
        } catch (error) {
          signal.throwIfAborted()
          const wait = error instanceof VendorError ? error.retryAfterSeconds : null
          // Never repeat words that the reader has already seen.
          const mayRetry = !isBegun && tries < MOST_TRIES && wait !== null && wait <= LONGEST_WAIT_SECONDS
          if (!mayRetry) throw error
          await pause(wait * 1000, undefined, { signal })
        }
      }
    },
  }
}

function messagesOf(question: Question): ModelMessage[] {
  const text = promptOf(question, randomBytes(6).toString('hex'))
  const pictures = question.pictures.map(({ bytes, mediaType }) => ({ type: 'file' as const, data: bytes, mediaType }))
  return [
    ...question.turns.map(({ role, text: content }) => ({ role, content })),
    { role: 'user', content: pictures.length > 0 ? [{ type: 'text', text }, ...pictures] : text },
  ]
}

/** Keeps only the server's codes, because its messages may quote the request. */
function failureOf(error: unknown): VendorError {
  if (error instanceof VendorError) return error
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders } = error
    if (statusCode === undefined) return new VendorError(VENDOR, faultOnTheWay(error.cause ?? error))
    const isPassing = statusCode === 408 || statusCode === 409 || statusCode === 429 || statusCode >= 500
    return new VendorError(VENDOR, `status ${statusCode}`, {
      isPermanent: !isPassing,
      retryAfterSeconds: retryAfterOf(responseHeaders?.['retry-after'], Date.now()),
    })
  }
  return new VendorError(VENDOR, faultOnTheWay(error))
}
