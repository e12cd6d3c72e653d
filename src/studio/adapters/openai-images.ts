import { z } from 'zod'
import { fetchPublic, PublicFetchError } from '../../platform/public-fetch.ts'
import { faultOnTheWay, VendorError } from '../../platform/vendor-error.ts'
import type { OpenaiSettings } from '../../settings/engine-settings.ts'
import type { Drawing, DrawingRequest, Engine } from '../studio/ports.ts'
import * as t from '../text/adapters.ts'
import { type Answer, ask, picture, pictureOf, refusalOf } from './image-model/server.ts'
import { wordsFor } from './image-model/styles.ts'

const VENDOR = 'openai'
const TIMEOUT_MS = 180_000
const MOST_BYTES = 32 * 1024 * 1024
const AT_A_TIME = 4

const Generated = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
})
const Refusal = z.object({ error: z.union([z.string(), z.object({ code: z.unknown(), type: z.unknown() })]) })

type Options = {
  timeoutMs?: number
  /** Tells from which addresses we may fetch a picture. By default, only from public ones. */
  isAllowed?: (address: string) => boolean
}

/**
 * Drives OpenAI and servers with the same API: `POST /images/generations`. The answer is the picture in base64 or its
 * URL, which we fetch only from public addresses. The API has neither a seed nor a negative prompt.
 */
export function createOpenaiImages(settings: OpenaiSettings, options: Options = {}): Engine {
  const { timeoutMs = TIMEOUT_MS } = options
  const headers: Record<string, string> = settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {}

  async function bytesOf(answer: Answer, signal: AbortSignal): Promise<Uint8Array> {
    if (answer.status !== 200) throw refused(answer)
    const [first] = Generated.safeParse(answer.json).data?.data ?? []
    if (first?.b64_json) return pictureOf(VENDOR, first.b64_json)
    if (!first?.url) throw new VendorError(VENDOR, 'unreadable answer')
    if (first.url.startsWith('data:')) return pictureOf(VENDOR, first.url)
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      return picture(
        VENDOR,
        await fetchPublic(first.url, {
          mostBytes: MOST_BYTES,
          signal: AbortSignal.any([signal, limit]),
          ...(options.isAllowed && { isAllowed: options.isAllowed }),
        }),
      )
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof VendorError
        ? error
        : new VendorError(VENDOR, `could not get its picture: ${wordOf(error)}`)
    }
  }

  return {
    name: 'openai',
    label: `AI image, ${settings.model}`,
    source: 'trainedAlgorithmicMedia',
    ignores: ['negative_prompt', 'seed', 'restore_faces'],
    concurrency: AT_A_TIME,

    async draw(request, { signal }): Promise<Drawing> {
      const call = {
        method: 'POST' as const,
        url: `${settings.baseUrl}/images/generations`,
        headers,
        body: bodyOf(request, settings.model),
      }
      const bytes = await bytesOf(await ask(VENDOR, call, { signal, timeoutMs }), signal)
      return { bytes, seed: null, model: settings.model, usedWords: null, unusedWords: null }
    },
  }
}

const isGpt = (model: string) => /^(gpt-image|chatgpt-image)/.test(model)
/** `longest` is the maximum length of a prompt for this model, in characters. */
const DALLE_2 = { model: 'dall-e-2', longest: 1000 }

function bodyOf(request: DrawingRequest, model: string) {
  const words = wordsFor(request).prompt
  const isTooLong = model === DALLE_2.model && words.length > DALLE_2.longest
  // The newer models draw nothing smaller, so we shrink the picture.
  const side = isGpt(model) || model === 'dall-e-3' ? 1024 : request.size
  return {
    model,
    prompt: isTooLong ? words.slice(0, DALLE_2.longest) : words,
    n: 1,
    size: `${side}x${side}`,
    // The newer models always answer in base64, and refuse this option.
    ...(!isGpt(model) && { response_format: 'b64_json' }),
  }
}

const wordOf = (error: unknown) => (error instanceof PublicFetchError ? error.message : faultOnTheWay(error))

function refused(answer: Answer): VendorError {
  const error = Refusal.safeParse(answer.json).data?.error
  const code = typeof error === 'object' ? [error.code, error.type].find((word) => typeof word === 'string') : null
  const known = typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : null
  const failure = refusalOf(VENDOR, answer, { code: known })
  const isPolicy = answer.status === 400 && /content_policy|moderation|safety/.test(known ?? '')
  if (!isPolicy) return failure
  const reason = t.promptRefused()
  return new VendorError(VENDOR, known ?? 'refused', { isPermanent: true, reason })
}
