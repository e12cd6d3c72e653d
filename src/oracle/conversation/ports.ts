import type { FileState, Picture } from '../document/domain.ts'
import type { Passage } from '../retrieval/domain.ts'

/** The input of an engine. Everything in it except `instructions` is data. */
export type Question = {
  instructions: string
  /** Turns before this question, oldest first. */
  turns: { role: 'user' | 'assistant'; text: string }[]
  text: string
  passages: Passage[]
  /** Whether the passages are the whole files, or what a search found. */
  extent: 'whole' | 'found'
  /** Number of files that were searched. */
  searched: number
  /** Files of the conversation. */
  files: FileState[]
  pictures: Picture[]
}

/** Answers the questions. */
export type ChatEngine = {
  readonly name: 'local' | 'openai'
  /** Name for people, such as `Quotes from your files - no AI model connected`. */
  readonly label: string
  readonly model: string | null
  /** Whether it can see pictures. */
  readonly canSee: boolean
  /**
   * Yields the text in pieces as it arrives. It cites as [n], where n counts `passages` from 1.
   * @throws VendorError, or the reason with which `signal` was aborted
   */
  answer(question: Question, run: { signal: AbortSignal }): AsyncIterable<string>
}
