import type { AccountActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { FileState, Picture } from '../document/domain.ts'
import type { Passage, Scope } from '../retrieval/domain.ts'

/** Finds what files say (src/oracle/retrieval/service.ts). */
export type Retrieval = {
  /**
   * The best first: answers, or, where there is none, what comes closest. `files`: how many were searched.
   * @param asked.before the question before, where this one is about the same
   */
  search(
    accountId: string,
    scope: Scope,
    asked: { question: string; before?: string; limit: number },
  ): Promise<{ passages: Passage[]; files: number }>
  /** Whole files of together at most so many characters, piece by piece: all of them, else the conversation's own. */
  whole(accountId: string, scope: Scope, most: number): Promise<{ passages: Passage[]; isAll: boolean }>
}

/** The documents of an account (src/oracle/document/service.ts). All of it is its owner's alone. */
export type Documents = {
  /**
   * Files of the account are this conversation's from now on, also of it if they came with another one.
   * @throws DomainError invalid at `files`: not there
   */
  attach(
    tx: Database,
    actor: AccountActor,
    to: { conversationId: string; messageId: string; fileIds: string[] },
  ): Promise<void>
  /** In the order in which they came. */
  list(db: Database, accountId: string, conversationId: string): Promise<FileState[]>
  /** Waits until none of them is being read any more, for so long at most. */
  settle(accountId: string, conversationId: string, run: { signal: AbortSignal; timeoutMs: number }): Promise<void>
  /** Where a quote stands in the file, spaces and line ends aside; null: it does not. */
  findQuote(
    accountId: string,
    fileId: string,
    quote: string,
  ): Promise<{ page: number | null; start: number; end: number } | null>
  /** Newest first, so many bytes at most. */
  images(accountId: string, conversationId: string): Promise<Picture[]>
  /** Rows and index at once; the files themselves by a job of the same transaction. */
  deleteOf(tx: Database, conversationIds: string[]): Promise<void>
}

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
