import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createLocalArtist } from './adapters/local-artist.ts'
import { createCircuitBreaker } from './platform/circuit-breaker.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/connect.ts'
import type { VendorHealthKeeper } from './platform/db/vendor-health.ts'
import type { ImageEngineSettings } from './platform/engine-settings.ts'
import { createStateStreams } from './platform/state-stream.ts'
import { drawingJobs, drawingSchedule } from './studio/drawing/jobs.ts'
import { createDrawingService } from './studio/drawing/service.ts'
import type { ImageService } from './studio/image/service.ts'
import type { ModerationService } from './studio/moderation/service.ts'
import type { Engine } from './studio/studio/ports.ts'
import { createStudioService } from './studio/studio/service.ts'

/** What a test may put in place of the real thing. */
export type StudioSubstitutes = {
  engine?: Engine
  /** How long a request waits for its image. */
  patienceMs?: number
  images?: (real: ImageService) => Pick<ImageService, 'keep' | 'insert' | 'discard'>
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

type Parts = {
  db: Database
  clock: Clock
  log: Logger
  health: VendorHealthKeeper
  images: ImageService
  moderation: ModerationService
  settings: ImageEngineSettings
  substitutes: StudioSubstitutes
}

/** An engine has limits of its own, which end sooner. */
const LONGEST_DRAWING_MS = 15 * 60_000
/** Of the 60 seconds that a caller waits at most (decisions.md section 7): some go by before and after. */
const PATIENCE_MS = 55_000

/** The image studio: who draws, those who ask, and the queue between them. */
export async function composeStudio({ db, clock, log, health, images, moderation, settings, substitutes }: Parts) {
  const engine = substitutes.engine ?? (await openEngine(settings))
  const breaker = createCircuitBreaker({
    ...{ clock, channel: 'images', vendor: engine.name, isReal: engine.name !== 'local' },
    timeoutMs: LONGEST_DRAWING_MS,
    hear: (heard) => health.hear('images', heard.vendor, heard),
  })
  const streams = createStateStreams()
  const studio = createStudioService({
    ...{ db, clock, engine, moderation, streams, patienceMs: substitutes.patienceMs ?? PATIENCE_MS },
  })
  const drawings = createDrawingService({
    ...{ db, clock, engine, breaker, log, onChange: studio.changed },
    images: substitutes.images?.(images) ?? images,
    pause: substitutes.pause ?? ((ms, signal) => pauseFor(ms, undefined, { signal })),
  })
  return {
    ...{ studio, drawings, breaker, streams },
    jobs: drawingJobs(drawings),
    schedule: drawingSchedule,
    /** Of a request that has changed, wherever that was. */
    hear(id: string) {
      studio.changed(id)
      drawings.hear(id).catch((error) => log.warn({ err: error }, 'it is not known whether a drawing was called off'))
    },
    async close() {
      drawings.stop()
      streams.close()
      await engine.close?.()
    },
  }
}

/** Who draws. */
export async function openEngine(settings: ImageEngineSettings): Promise<Engine> {
  switch (settings.name) {
    case 'local':
      return createLocalArtist()
    case 'a1111':
      return (await import('./adapters/a1111-images.ts')).createA1111Images(settings)
    case 'openai':
      return (await import('./adapters/openai-images.ts')).createOpenaiImages(settings)
  }
}
