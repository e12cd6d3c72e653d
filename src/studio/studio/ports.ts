import type { PromptReading } from './domain.ts'
import type { Style } from './limits-domain.ts'

export type EngineName = 'local' | 'a1111' | 'openai'

/** One image, without a filter: filters are ours whoever draws. */
export type DrawingRequest = {
  prompt: string
  negativePrompt: string
  style: Style
  /** 0 to 2^32 - 1. */
  seed: number
  /** In pixels, both ways. */
  size: number
  restoreFaces: boolean
}

export type Drawing = {
  /** PNG, JPEG or WebP, not yet trusted. */
  bytes: Uint8Array
  /** null: the engine knows none. */
  seed: number | null
  /** Which model or version drew it, such as `procedural/1`; null: it did not say. */
  model: string | null
  /** Words of the prompt that made a difference, as they stand in it; null: it cannot tell. */
  usedWords: string[] | null
  /** Words of the prompt that it could do nothing with. */
  unusedWords: string[] | null
}

/** Whoever draws. */
export type Engine = {
  readonly name: EngineName
  /** For a person, such as `Procedural artwork - drawn by code, not an AI model`. */
  readonly label: string
  /** IPTC digital source type of what it draws. */
  readonly source: 'algorithmicMedia' | 'trainedAlgorithmicMedia'
  /** What of a request makes no difference to it: said before. */
  readonly ignores: readonly ('negative_prompt' | 'seed' | 'restore_faces')[]
  /** Drawings at a time in this process. */
  readonly concurrency: number
  /** One drawing at a time, whichever process asks for it. */
  readonly isSerial?: true
  /**
   * @param run.onProgress from 0 to 1
   * @throws VendorError, and whatever `signal` was aborted with
   */
  draw(request: DrawingRequest, run: { signal: AbortSignal; onProgress(share: number): void }): Promise<Drawing>
  /**
   * What `draw` would use of a prompt, at once and without drawing. Absent: it takes all words as they are, and nobody
   * knows before what becomes of them.
   */
  read?(asked: Pick<DrawingRequest, 'prompt' | 'negativePrompt'>): PromptReading
  close?(): Promise<void>
}
