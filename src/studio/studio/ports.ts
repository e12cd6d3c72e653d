import type { PromptReading } from './domain.ts'
import type { Style } from './limits-domain.ts'

export type EngineName = 'local' | 'a1111' | 'openai'

/** One image without a filter. The filters are ours, whichever engine draws. */
export type DrawingRequest = {
  prompt: string
  negativePrompt: string
  style: Style
  /** 0 to 2^32 - 1. */
  seed: number
  /** Side of the square in pixels. */
  size: number
  restoreFaces: boolean
}

export type Drawing = {
  /** An unchecked PNG, JPEG, or WebP. */
  bytes: Uint8Array
  /** `null` if the engine has no seeds. */
  seed: number | null
  /** The model or version that drew it, such as `procedural/1`, or `null` if the engine did not say. */
  model: string | null
  /** The words of the prompt that the engine used, as written there, or `null` if it cannot tell. */
  usedWords: string[] | null
  /** Words of the prompt that the engine could not use. */
  unusedWords: string[] | null
}

/** Draws the images. */
export type Engine = {
  readonly name: EngineName
  /** Name for people, such as `Procedural artwork - drawn by code, not an AI model`. */
  readonly label: string
  /** IPTC digital source type of its drawings. */
  readonly source: 'algorithmicMedia' | 'trainedAlgorithmicMedia'
  /** Parameters that it ignores, known in advance. */
  readonly ignores: readonly ('negative_prompt' | 'seed' | 'restore_faces')[]
  /** Maximum number of drawings at a time in this process. */
  readonly concurrency: number
  /** Draws only one image at a time across all processes. */
  readonly isSerial?: true
  /**
   * @param run.onProgress from 0 to 1
   * @throws VendorError, or the reason with which `signal` was aborted
   */
  draw(request: DrawingRequest, run: { signal: AbortSignal; onProgress(share: number): void }): Promise<Drawing>
  /**
   * Tells at once which words of a prompt `draw` would use. Missing if the engine takes all words as they are and
   * cannot tell in advance.
   */
  read?(asked: Pick<DrawingRequest, 'prompt' | 'negativePrompt'>): PromptReading
  close?(): Promise<void>
}
