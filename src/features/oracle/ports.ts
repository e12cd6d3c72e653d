import type { AccountActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { AttachedFile } from './contract.ts'

/** Some sentences of a file that may answer a question. */
export type Passage = {
  fileId: string
  name: string
  /** From 1; null: the file has no pages. */
  page: number | null
  /** Whole sentences, word for word as the page has them. */
  quote: string
  /** What stands around the quote, with it. */
  text: string
  /** From 0 to 1: how much of what was asked stands in it, rare words counting more. */
  score: number
  /** Of the quote in its page's text, in UTF-16 units. */
  start: number
  end: number
}

/** A picture as a model sees it. */
export type Picture = { fileId: string; name: string; mediaType: string; bytes: Uint8Array }

/** A file of a conversation, and whether anything in it can be read. */
export type FileState = AttachedFile & {
  messageId: string | null
  state: 'reading' | 'text' | 'picture' | 'no_text' | 'failed'
}

/** The documents of a conversation (src/features/document/service.ts). All of it is its owner's alone. */
export type Documents = {
  /** Best first. Those of this conversation alone; `fileIds`: only these of them. */
  search(
    accountId: string,
    asked: { conversationId: string; fileIds?: string[]; question: string; limit: number },
  ): Promise<Passage[]>
  /**
   * Files of the account's that belong to no conversation yet, or to this one, now belong to it and to this question.
   * @throws DomainError invalid at `files`: not there, or another conversation's
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
