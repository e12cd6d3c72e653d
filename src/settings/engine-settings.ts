import { z } from 'zod'
import { hasReadableLogin, isLoopback } from './vendor-settings.ts'

const base = (example: string) =>
  z
    .string()
    .refine(isBase, { error: `must be a URL such as ${example}, without a query, with %25 for a percent sign` })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
const model = z
  .string()
  .regex(/^\S{1,200}$/, { error: 'must be the name of a model, without spaces' })
  .optional()

const ENGINES = ['local', 'a1111', 'openai'] as const

/** Engines that draw images and answer in the chat. Without them, our own local engines do. */
export const engineVariables = {
  STUDIO_ENGINE: z.enum(ENGINES, { error: `must be one of ${ENGINES.join(', ')}` }).optional(),
  A1111_BASE_URL: base('http://127.0.0.1:7860'),
  OPENAI_BASE_URL: base('https://api.openai.com/v1'),
  OPENAI_API_KEY: z.string().regex(/^\S+$/, { error: 'must be a key without spaces' }).optional(),
  OPENAI_IMAGE_MODEL: model,
  OPENAI_CHAT_MODEL: model,
  OPENAI_CHAT_SEES: z.enum(['true', 'false'], { error: 'must be one of true, false' }).default('false'),
}

type Set = Record<string, unknown>

/** Lists the drawing engines that are set up. */
const imageEnginesOf = (set: Set) => [
  ...('A1111_BASE_URL' in set ? ['a1111'] : []),
  ...('OPENAI_IMAGE_MODEL' in set ? ['openai'] : []),
]

/** Lists what is missing or conflicts, one line each. */
export function faultsOfEngines(set: Set): string[] {
  const lines: string[] = []
  const isOpenai = 'OPENAI_BASE_URL' in set || 'OPENAI_API_KEY' in set
  const hasModel = 'OPENAI_IMAGE_MODEL' in set || 'OPENAI_CHAT_MODEL' in set
  if (isOpenai && !hasModel)
    lines.push('OPENAI_IMAGE_MODEL or OPENAI_CHAT_MODEL is missing: nothing would use the OpenAI-compatible server.')
  for (const name of ['OPENAI_IMAGE_MODEL', 'OPENAI_CHAT_MODEL'])
    if (name in set && !isOpenai) lines.push(`OPENAI_API_KEY or OPENAI_BASE_URL is missing: ${name} needs one of them.`)
  if ('OPENAI_API_KEY' in set && typeof set.OPENAI_BASE_URL === 'string' && !isSafeForKeys(set.OPENAI_BASE_URL))
    lines.push('OPENAI_BASE_URL must be https if OPENAI_API_KEY is set, unless the server is on this machine.')
  const engines = imageEnginesOf(set)
  const chosen = set.STUDIO_ENGINE
  if (engines.length > 1 && chosen === undefined)
    lines.push(`STUDIO_ENGINE is missing: ${engines.join(' and ')} are both set, so choose the one that draws.`)
  if (chosen === 'a1111' && !engines.includes('a1111'))
    lines.push('A1111_BASE_URL is missing: STUDIO_ENGINE a1111 needs it.')
  if (chosen === 'openai' && !engines.includes('openai'))
    lines.push('OPENAI_IMAGE_MODEL is missing: STUDIO_ENGINE openai needs it.')
  return lines
}

type Variables = z.infer<z.ZodObject<typeof engineVariables>>

export type A1111Settings = { baseUrl: string }
export type OpenaiSettings = { baseUrl: string; apiKey: string | null; model: string }
/** `canSee` means that we show pictures to the engine. */
export type ChatSettings = OpenaiSettings & { canSee: boolean }
export type ImageEngineSettings =
  | { name: 'local' }
  | ({ name: 'a1111' } & A1111Settings)
  | ({ name: 'openai' } & OpenaiSettings)

/** Returns the engine that draws and the one that answers in the chat, which is null for the local engine. */
export function enginesOf(v: Variables): { images: ImageEngineSettings; chat: ChatSettings | null } {
  const openai = { baseUrl: v.OPENAI_BASE_URL ?? 'https://api.openai.com/v1', apiKey: v.OPENAI_API_KEY ?? null }
  return {
    images: imagesOf(v, openai),
    chat:
      v.OPENAI_CHAT_MODEL === undefined
        ? null
        : { ...openai, model: v.OPENAI_CHAT_MODEL, canSee: v.OPENAI_CHAT_SEES === 'true' },
  }
}

function imagesOf(v: Variables, openai: Omit<OpenaiSettings, 'model'>): ImageEngineSettings {
  const name = v.STUDIO_ENGINE ?? imageEnginesOf(withoutUnset(v))[0] ?? 'local'
  if (name === 'a1111' && v.A1111_BASE_URL !== undefined) return { name, baseUrl: v.A1111_BASE_URL }
  if (name === 'openai' && v.OPENAI_IMAGE_MODEL !== undefined) return { name, ...openai, model: v.OPENAI_IMAGE_MODEL }
  return { name: 'local' }
}

const withoutUnset = (v: object) => Object.fromEntries(Object.entries(v).filter(([, value]) => value !== undefined))

function isBase(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && hasReadableLogin(url)
}

/** Tells whether a URL is safe for keys, which must not cross a network unencrypted. */
function isSafeForKeys(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url?.protocol === 'https:' || (url !== null && isLoopback(url.hostname))
}
