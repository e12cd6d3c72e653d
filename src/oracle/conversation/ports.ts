import type { FileState, Picture } from '../document/domain.ts'
import type { Passage } from '../retrieval/domain.ts'

/** What an engine is told. Everything in it but `instructions` is data. */
export type Question = {
  instructions: string
  /** Before this question, the oldest first. */
  turns: { role: 'user' | 'assistant'; text: string }[]
  text: string
  passages: Passage[]
  /** How much of the files the passages are: all of them, or what a search found. */
  extent: 'whole' | 'found'
  /** Files that were searched. */
  searched: number
  /** Those of the conversation. */
  files: FileState[]
  pictures: Picture[]
}

/** Whoever answers. */
export type ChatEngine = {
  readonly name: 'local' | 'openai'
  /** For a person, such as `Quotes from your files - no AI model connected`. */
  readonly label: string
  readonly model: string | null
  /** Whether it is shown pictures. */
  readonly canSee: boolean
  /**
   * The text, piece by piece as it comes. Cites as [n], n from 1 by the order of `passages`.
   * @throws VendorError, and whatever `signal` was aborted with
   */
  answer(question: Question, run: { signal: AbortSignal }): AsyncIterable<string>
}
