import { setTimeout as pauseFor } from 'node:timers/promises'
import type { PersonalData } from '../account/area.ts'
import type { AreaDeps, AreaJobs } from '../area.ts'
import type { ProductEvent } from '../events.ts'
import type { Orders, PaymentProvider } from '../money/area.ts'
import type { CircuitBreaker } from '../platform/circuit-breaker.ts'
import { createTryCounts } from '../platform/db/try-counts.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { PageCache } from '../platform/page-cache.ts'
import type { PdfRenderer } from '../platform/pdf-document.ts'
import { createServerStreams } from '../platform/server-streams.ts'
import type { ImageEngineSettings } from '../settings/engine-settings.ts'
import { createImageProcessor } from './adapters/image-processing.ts'
import { createLocalRenderer } from './adapters/local-renderer.ts'
import { creatorApi } from './creator/api.ts'
import { createCreatorService } from './creator/service.ts'
import { creditApi } from './credit/api.ts'
import { creditJobs, creditSchedule } from './credit/jobs.ts'
import { createCreditService } from './credit/service.ts'
import { drawingJobs, drawingSchedule } from './drawing/jobs.ts'
import { createDrawingService } from './drawing/service.ts'
import { galleryApi } from './gallery/api.ts'
import { createGalleryService } from './gallery/service.ts'
import { imageApi } from './image/api.ts'
import { originalKey, printKey } from './image/domain.ts'
import { imageJobs, imageSchedule } from './image/jobs.ts'
import type { ImageProcessor } from './image/ports.ts'
import { createImageService, type ImageService } from './image/service.ts'
import { moderationApi, requireAdult } from './moderation/api.ts'
import { moderationJobs, moderationSchedule } from './moderation/jobs.ts'
import { createModerationService } from './moderation/service.ts'
import { purchaseJobs } from './purchase/jobs.ts'
import { createPurchaseService } from './purchase/service.ts'
import { studioApi } from './studio/api.ts'
import type { Engine } from './studio/ports.ts'
import { createStudioService } from './studio/service.ts'
import * as t from './text/studio.ts'

export { createImageProcessor, requireAdult }

/** Parts that a test may replace. */
export type StudioSubstitutes = {
  engine?: Engine
  /** How long a request waits for its image. */
  patienceMs?: number
  imageProcessor?: (real: ImageProcessor) => ImageProcessor
  images?: (real: ImageService) => Pick<ImageService, 'keep' | 'insert' | 'discard'>
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

type StudioDeps = AreaDeps & {
  audit: Parameters<typeof createModerationService>[0]['audit']
  provider: PaymentProvider
  orders: Orders
  pdf: PdfRenderer
  mailer: Mailer
  /** Circuit breaker of the mail. */
  breaker: Pick<CircuitBreaker, 'run'>
}

/** The engines have their own, shorter limits. */
const LONGEST_DRAWING_MS = 15 * 60_000
/** A caller waits at most 60 seconds (decisions.md section 7), of which the work before and after takes some. */
const PATIENCE_MS = 55_000

/** Images: requests, engines, the gallery, its moderation, and the credits that images cost. */
export async function createStudio(deps: StudioDeps, substitutes: StudioSubstitutes = {}) {
  const { db, clock, log, config, files, audit, provider, orders, pdf, mailer } = deps
  const { publicUrl, mailFrom, rateLimitScale, authSecret: secret } = config
  const realProcessor = createImageProcessor()
  const imageProcessor = substitutes.imageProcessor?.(realProcessor) ?? realProcessor
  const images = createImageService({ db, clock, files, imageProcessor, audit })
  const credits = createCreditService({ db, clock, provider, orders })
  const post = { mailer, mailFrom, publicUrl, breaker: deps.breaker }
  const purchases = createPurchaseService({ db, clock, pdf, ...post })
  const counts = createTryCounts({ db, clock, secret })
  const moderation = createModerationService({ db, clock, audit, images, counts, rateLimitScale, secret, ...post })
  const engine = substitutes.engine ?? (await openImageEngine(config.engines.images))
  const vendor = engine.name === 'local' ? null : engine.name
  const breaker = deps.openBreaker('images', vendor, 'local', LONGEST_DRAWING_MS)
  const tooMany = { message: t.tooManyStreams, retryAfterSeconds: 30 }
  const streams = createServerStreams({ pauseMs: 200, tooMany })
  const patienceMs = substitutes.patienceMs ?? PATIENCE_MS
  const studio = createStudioService({ db, clock, engine, moderation, streams, patienceMs })
  const drawings = createDrawingService({
    db,
    clock,
    engine,
    breaker,
    log,
    onChange: studio.changed,
    images: substitutes.images?.(images) ?? images,
    pause: substitutes.pause ?? ((ms, signal) => pauseFor(ms, undefined, { signal })),
  })
  const gallery = createGalleryService({ db })
  const creators = createCreatorService({ db, clock, gallery })
  const work: AreaJobs = {
    jobs: {
      ...imageJobs(images),
      ...drawingJobs(drawings),
      ...creditJobs(credits),
      ...purchaseJobs(purchases),
      ...moderationJobs(moderation),
    },
    schedule: { ...imageSchedule, ...drawingSchedule, ...creditSchedule, ...moderationSchedule },
  }
  return {
    services: { images, credits, purchases, moderation, studio, drawings, gallery, creators },
    work,
    /**
     * Drawings run alongside the other jobs. The engine is asked at most `concurrency` times at once, so one place is
     * always free for the sweep.
     */
    slow: { concurrency: engine.concurrency + 1, tasks: ['studio.draw', 'studio.sweep'] },
    personalData: [personalImages(images)],
    streams,
    /** Drops the gallery's lists, which show images with their creators' names. */
    drops: ({ name }: ProductEvent) => (/^(image|creator)\./.test(name) ? ['gallery'] : []),
    onEvent({ name, subject }: ProductEvent) {
      if (name !== 'generation.changed') return
      studio.changed(subject)
      drawings
        .stopIfOver(subject)
        .catch((error) => log.warn({ err: error }, 'could not check whether a drawing was canceled'))
    },
    async close() {
      drawings.stop()
      streams.close()
      await engine.close?.()
      await imageProcessor.close()
    },
  }
}

type StudioServices = Awaited<ReturnType<typeof createStudio>>['services']
type RouteDeps = StudioServices &
  Pick<AreaDeps, 'db' | 'clock'> &
  Pick<Parameters<typeof studioApi>[0], 'accounts' | 'access'> & {
    answerCache: PageCache
    forget: (tag: string) => void
  }

export const studioRoutes = (deps: RouteDeps) => [
  imageApi(deps),
  studioApi(deps),
  creditApi(deps),
  moderationApi(deps),
  galleryApi(deps),
  creatorApi(deps),
]

/** Exports and erases an account's images. */
const personalImages = (images: ImageService): PersonalData => ({
  part: 'images',
  async *export(archive) {
    async function* keys() {
      for await (const { id, sha256 } of archive.rows('images')) {
        yield originalKey(id as string)
        yield printKey(id as string, sha256 as string, 'full.png')
      }
    }
    yield archive.json('images.json', 'images')
    yield archive.json('generations.json', 'generations')
    yield* archive.stored('images/', keys(), true)
  },
  erase: (accountId) => images.eraseAll(accountId),
})

/** Opens the image engine. Loads a vendor's library only if that vendor is in use. */
export async function openImageEngine(settings: ImageEngineSettings): Promise<Engine> {
  switch (settings.name) {
    case 'local':
      return createLocalRenderer()
    case 'a1111':
      return (await import('./adapters/a1111-images.ts')).createA1111Images(settings)
    case 'openai':
      return (await import('./adapters/openai-images.ts')).createOpenaiImages(settings)
  }
}
