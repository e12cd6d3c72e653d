import type { PersonalData } from '../account/area.ts'
import type { AreaDeps, AreaJobs } from '../area.ts'
import type { ProductEvent } from '../events.ts'
import { createTryCounts } from '../platform/db/try-counts.ts'
import { createServerStreams } from '../platform/server-streams.ts'
import type { ChatSettings } from '../settings/engine-settings.ts'
import { createDocumentReader } from './adapters/document-reader.ts'
import { createLocalOracle } from './adapters/local-oracle.ts'
import { typeSniffer } from './adapters/type-sniffer.ts'
import { createAnswerService } from './conversation/answer-service.ts'
import { oracleApi } from './conversation/api.ts'
import { createExportService, type ExportService } from './conversation/export-service.ts'
import { conversationJobs, conversationSchedule } from './conversation/jobs.ts'
import type { ChatEngine } from './conversation/ports.ts'
import { createQuestionService } from './conversation/question-service.ts'
import { type ConversationService, createConversationService } from './conversation/service.ts'
import { createStreamService } from './conversation/stream-service.ts'
import { documentApi } from './document/api.ts'
import { createAttachmentService } from './document/attachment-service.ts'
import type { DocumentType } from './document/contract.ts'
import { originalKey } from './document/domain.ts'
import { documentJobs, documentSchedule } from './document/jobs.ts'
import { createReadingService } from './document/reading-service.ts'
import { createDocumentService } from './document/service.ts'
import { createRetrievalService } from './retrieval/service.ts'

/** Parts that a test may replace. */
export type OracleSubstitutes = {
  engine?: ChatEngine
  reader?: ReturnType<typeof createDocumentReader> | undefined
}

/** How many files each process reads at a time. */
const READ_AT_ONCE = 2

/** The Oracle: documents, engines, conversations, and their questions and answers. */
export async function createOracle(deps: AreaDeps, substitutes: OracleSubstitutes = {}) {
  const { db, clock, log, config, files } = deps
  const engine = substitutes.engine ?? (await openEngine(config.engines.chat))
  const reader = substitutes.reader ?? createDocumentReader({ atOnce: READ_AT_ONCE })
  const documents = createDocumentService({ db, clock, files, sniffer: typeSniffer, canSee: () => engine.canSee })
  const readings = createReadingService({ db, clock, files, reader })
  const attachments = createAttachmentService({ db, files })
  const retrieval = createRetrievalService({ db, clock })
  const streams = createServerStreams({ mostUnread: 256, retryMs: 1_000 })
  const answers = createAnswerService({ db, clock, log, engine, attachments, retrieval, streams })
  const conversations = createConversationService({ db, clock, attachments, answers, streams })
  const conversationStreams = createStreamService({ db, streams })
  const conversationExports = createExportService({ db, clock })
  const questions = createQuestionService({
    db,
    clock,
    engine,
    attachments,
    answers,
    streams,
    counts: createTryCounts({ db, clock, secret: config.authSecret }),
    rateLimitScale: config.rateLimitScale,
  })
  const work: AreaJobs = {
    jobs: { ...documentJobs(readings), ...conversationJobs({ answers, conversations }) },
    schedule: { ...documentSchedule, ...conversationSchedule },
  }
  return {
    services: {
      documents,
      readings,
      attachments,
      retrieval,
      conversations,
      conversationStreams,
      conversationExports,
      questions,
    },
    work,
    /** Long jobs run alongside the others. */
    slow: { concurrency: READ_AT_ONCE, tasks: ['document.read'] },
    personalData: [personalDocuments(conversations, conversationExports)],
    streams,
    onEvent(event: ProductEvent) {
      conversations
        .onEvent(event)
        .catch((error) => log.warn({ err: error }, 'could not check whether an answer was stopped'))
    },
    /** Reading a file can be repeated, so a stop does not wait for it. */
    stopReading: reader.close,
    async close() {
      await answers.close()
      streams.close()
      await reader.close()
    },
  }
}

type OracleServices = Awaited<ReturnType<typeof createOracle>>['services']
type RouteDeps = OracleServices & Pick<Parameters<typeof oracleApi>[0], 'accounts'>

export const oracleRoutes = (deps: RouteDeps) => [documentApi(deps), oracleApi(deps)]

/** Exports and erases an account's documents and conversations. */
const personalDocuments = (
  conversations: Pick<ConversationService, 'deleteAll'>,
  conversationExports: Pick<ExportService, 'exportAccount'>,
): PersonalData => ({
  part: 'documents',
  async *export(archive) {
    const { accountId } = archive.owner
    async function* keys() {
      for await (const { id, type } of archive.rows('documents')) yield originalKey(id as string, type as DocumentType)
    }
    yield archive.text('conversations.json', conversationExports.exportAccount(accountId, 'json'))
    yield archive.text('conversations.md', conversationExports.exportAccount(accountId, 'md'))
    yield archive.json('documents.json', 'documents')
    yield* archive.stored('documents/', keys(), true)
  },
  erase: (accountId) => conversations.deleteAll(accountId),
})

/** Opens the chat engine. A model's library is large, so it is loaded only if a model is configured. */
async function openEngine(settings: ChatSettings | null): Promise<ChatEngine> {
  return settings ? (await import('./adapters/openai-chat.ts')).createOpenaiChat(settings) : createLocalOracle()
}
