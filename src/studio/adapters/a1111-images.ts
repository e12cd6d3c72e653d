import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { VendorError } from '../../platform/vendor-error.ts'
import type { A1111Settings } from '../../settings/engine-settings.ts'
import type { Drawing, DrawingRequest, Engine } from '../studio/ports.ts'
import { type Answer, ask, pictureOf, refusalOf } from './image-model/server.ts'
import { wordsFor } from './image-model/styles.ts'

const VENDOR = 'a1111'
/** Long enough for a small graphics card that must load the model first. */
const TIMEOUT_MS = 240_000
const QUICK_MS = 5_000
const STEPS = 28
const CFG_SCALE = 7

const Generated = z.object({ images: z.array(z.string()).min(1), info: z.unknown() })
const Info = z.object({
  seed: z.int().min(0).optional(),
  all_seeds: z.array(z.int().min(0)).optional(),
  sd_model_name: z.string().max(200).nullish(),
  index_of_first_image: z.int().min(0).max(100).optional(),
})
const Progress = z.object({ progress: z.number() })
const Task = z.object({ active: z.boolean() })

/**
 * Drives the Stable Diffusion web UI (AUTOMATIC1111) and servers with the same API: `POST /sdapi/v1/txt2img`. The
 * server draws one image at a time, so we send one request at a time. Its interrupt stops the current drawing, even
 * another client's, so we send it only after the server reports our task.
 */
export function createA1111Images(
  { baseUrl }: A1111Settings,
  { timeoutMs = TIMEOUT_MS, lookEveryMs = 1_000 }: { timeoutMs?: number; lookEveryMs?: number } = {},
): Engine {
  const { url, headers } = addressOf(baseUrl)
  const quick = { signal: new AbortController().signal, timeoutMs: QUICK_MS }

  async function look(onProgress: (share: number) => void): Promise<void> {
    const request = { method: 'GET' as const, url: `${url}/sdapi/v1/progress?skip_current_image=true`, headers }
    const { json } = await ask(VENDOR, request, quick)
    const read = Progress.safeParse(json)
    if (read.success) onProgress(Math.min(Math.max(read.data.progress, 0), 1))
  }

  async function interrupt(task: string): Promise<void> {
    const asked = { id_task: task, id_live_preview: -1 }
    const { json } = await ask(VENDOR, { method: 'POST', url: `${url}/internal/progress`, headers, body: asked }, quick)
    if (Task.safeParse(json).data?.active)
      await ask(VENDOR, { method: 'POST', url: `${url}/sdapi/v1/interrupt`, headers }, quick)
  }

  return {
    name: 'a1111',
    label: 'AI image, Stable Diffusion',
    source: 'trainedAlgorithmicMedia',
    ignores: [],
    concurrency: 1,
    isSerial: true,

    async draw(request, { signal, onProgress }): Promise<Drawing> {
      const task = `task(${randomUUID().replaceAll('-', '').slice(0, 15)})`
      // The drawing goes on even if we cannot read its progress.
      const looking = setInterval(() => look(onProgress).catch(() => undefined), lookEveryMs)
      try {
        const body = bodyOf(request, task)
        const call = { method: 'POST' as const, url: `${url}/sdapi/v1/txt2img`, headers, body }
        return drawingOf(await ask(VENDOR, call, { signal, timeoutMs }), request)
      } catch (error) {
        // Interrupt before the next request reaches the server, or we would stop that one. A server that does not
        // report its task keeps drawing a result that no one uses.
        if (signal.aborted || isLate(error)) await interrupt(task).catch(() => undefined)
        throw error
      } finally {
        clearInterval(looking)
      }
    },
  }
}

const isLate = (error: unknown) => error instanceof VendorError && error.message.includes('no answer within')

/** Reads `http://user:password@host`, for servers that were started with `--api-auth`. */
function addressOf(baseUrl: string): { url: string; headers: Record<string, string> } {
  const { username, password, origin, pathname } = new URL(baseUrl)
  const url = `${origin}${pathname.replace(/\/+$/, '')}`
  if (username === '') return { url, headers: {} }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

function bodyOf(request: DrawingRequest, task: string) {
  const { prompt, negativePrompt } = wordsFor(request)
  return {
    prompt,
    negative_prompt: negativePrompt,
    seed: request.seed,
    restore_faces: request.restoreFaces,
    width: request.size,
    height: request.size,
    steps: STEPS,
    cfg_scale: CFG_SCALE,
    batch_size: 1,
    n_iter: 1,
    send_images: true,
    save_images: false,
    force_task_id: task,
  }
}

/** @throws VendorError */
function drawingOf(answer: Answer, request: DrawingRequest): Drawing {
  if (answer.status !== 200) throw refusalOf(VENDOR, answer, { code: codeOf(answer.json) })
  const read = Generated.safeParse(answer.json)
  if (!read.success) throw new VendorError(VENDOR, 'unreadable answer')
  const info = infoOf(read.data.info)
  // The images before it are a grid of all of them.
  const first = info.index_of_first_image ?? 0
  return {
    bytes: pictureOf(VENDOR, read.data.images[first] ?? read.data.images[0]),
    seed: info.seed ?? info.all_seeds?.[0] ?? request.seed,
    model: info.sd_model_name ?? null,
    usedWords: null,
    unusedWords: null,
  }
}

/** Parses the JSON text in `info`. Some servers leave it empty. */
function infoOf(info: unknown): z.infer<typeof Info> {
  if (typeof info !== 'string') return {}
  try {
    return Info.safeParse(JSON.parse(info)).data ?? {}
  } catch {
    return {}
  }
}

/** Returns only the class name of `{"error": "RuntimeError", …}`. */
function codeOf(json: unknown): string | null {
  const error = (json as { error?: unknown } | null)?.error
  return typeof error === 'string' && /^\w{1,60}$/.test(error) ? error : null
}
