import type { Logger } from 'pino'
import { createDocumentReader } from './adapters/document-reader.ts'
import { createLocalOracle } from './adapters/local-oracle.ts'
import { typeSniffer } from './adapters/type-sniffer.ts'
import { answerJobs } from './oracle/answer/jobs.ts'
import { createAnswerService } from './oracle/answer/service.ts'
import { conversationJobs, conversationSchedule } from './oracle/conversation/jobs.ts'
import { createConversationService } from './oracle/conversation/service.ts'
import { documentJobs, documentSchedule } from './oracle/document/jobs.ts'
import { createDocumentService } from './oracle/document/service.ts'
import type { ChatEngine, Documents } from './oracle/oracle/ports.ts'
import { createOracleService } from './oracle/oracle/service.ts'
import { createRetrievalService } from './oracle/retrieval/service.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/connect.ts'
import type { ChatSettings } from './platform/engine-settings.ts'
import { createEventTails } from './platform/event-tail.ts'
import type { FileStore } from './platform/file-store.ts'

/** What a test may put in place of the real thing. */
export type OracleSubstitutes = {
  engine?: ChatEngine
  /** As a conversation finds them. */
  documents?: (real: Documents) => Documents
}

type Parts = {
  db: Database
  clock: Clock
  log: Logger
  files: FileStore
  rateLimitScale: number
  settings: ChatSettings | null
  substitutes: OracleSubstitutes
}

/** Files that each process reads at a time. */
const READ_AT_ONCE = 2

/** The Oracle: documents, who answers, conversations and what is asked in them. */
export async function composeOracle({ db, clock, log, files, rateLimitScale, settings, substitutes }: Parts) {
  const engine = substitutes.engine ?? (await openEngine(settings))
  const reader = createDocumentReader({ atOnce: READ_AT_ONCE })
  const documents = createDocumentService({
    ...{ db, clock, files, reader, sniffer: typeSniffer, canSee: () => engine.canSee },
  })
  const known = substitutes.documents?.(documents) ?? documents
  const retrieval = createRetrievalService({ db, clock })
  const tails = createEventTails()
  const answers = createAnswerService({ db, clock, log, engine, documents: known, retrieval, tails })
  const conversations = createConversationService({ db, clock, documents: known, answers, tails })
  const oracle = createOracleService({
    ...{ db, clock, engine, documents: known, answers, conversations, tails, rateLimitScale },
  })
  return {
    services: { documents, retrieval, conversations, oracle },
    tails,
    jobs: { ...documentJobs(documents), ...answerJobs(answers), ...conversationJobs(conversations) },
    slow: { concurrency: READ_AT_ONCE, tasks: ['document.read'] },
    schedule: { ...documentSchedule, ...conversationSchedule },
    hear(payload: string) {
      conversations
        .hear(payload)
        .catch((error) => log.warn({ err: error }, 'it is not known whether an answer was stopped'))
    },
    /** Reading a file can be repeated: nobody waits for its end. */
    stopReading: reader.close,
    /** What is being written is left to others. */
    stop: answers.close,
    async close() {
      await answers.close()
      tails.close()
      await reader.close()
    },
  }
}

/** A model's library is loaded where there is one: it is large. */
async function openEngine(settings: ChatSettings | null): Promise<ChatEngine> {
  return settings ? (await import('./adapters/openai-chat.ts')).createOpenaiChat(settings) : createLocalOracle()
}
