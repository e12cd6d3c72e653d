import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { createAuditService } from '../src/account/audit/service.ts'
import { createDiskFiles } from '../src/adapters/disk-files.ts'
import { openDatabase } from '../src/platform/db/connect.ts'
import { VendorError } from '../src/platform/vendor-error.ts'
import { createDrawingService } from '../src/studio/drawing/service.ts'
import { PRINT_NAMES } from '../src/studio/image/domain.ts'
import type { ImageProcessor } from '../src/studio/image/ports.ts'
import { createImageService } from '../src/studio/image/service.ts'
import type { Engine } from '../src/studio/studio/ports.ts'

/**
 * A process that runs the studio's queue and kills itself, as `kill -9` does, at a given step or moment.
 * Everything is real except the pictures and the engine, which sometimes fails.
 */
const { DATABASE = '', FOLDER = '', NOW = '', DIE_AT_STEP = '', DIE_AFTER_MS = '', FAIL_EVERY = '0' } = process.env

const die = () => process.kill(process.pid, 'SIGKILL')
let steps = 0
function step(): void {
  steps++
  if (String(steps) === DIE_AT_STEP) die()
}

const startedAt = performance.now()
const clock = {
  now: () => Temporal.Instant.from(NOW).add({ milliseconds: Math.floor(performance.now() - startedAt) }),
}
const { db, close } = openDatabase(DATABASE, { max: 6 })

let drawn = 0
const engine: Engine = {
  name: 'local',
  label: 'Drawn by a test',
  source: 'algorithmicMedia',
  ignores: [],
  concurrency: 3,
  async draw(request, { signal, onProgress }) {
    step()
    await delay(2, undefined, { signal })
    onProgress(0.5)
    if (++drawn % Number(FAIL_EVERY) === 0) throw new VendorError('local', 'failed')
    return { bytes: Buffer.from('a picture'), seed: request.seed, model: null, usedWords: null, unusedWords: null }
  },
}

const print = () => ({
  files: PRINT_NAMES.map((name) => ({ name, bytes: Buffer.from(name), contentType: 'image/png' })),
  thumbhash: 'AAAA',
  sha256: 'a'.repeat(64),
})
const imageProcessor: ImageProcessor = {
  develop: async (bytes) => ({ original: bytes, width: 512, height: 512, print: print() }),
  print: async () => print(),
  enlarge: async (shown) => shown,
  sheet: async (original) => original,
  close: async () => undefined,
}
const disk = createDiskFiles(FOLDER)
const files = {
  ...disk,
  async put(...put: Parameters<typeof disk.put>) {
    step()
    await disk.put(...put)
  },
}
const images = createImageService({ db, clock, files, imageProcessor, audit: createAuditService({ db, clock }) })

const drawings = createDrawingService({
  db,
  clock,
  engine,
  log: pino({ level: 'silent' }),
  breaker: { run: (call) => call() },
  images: {
    async keep(kept) {
      const row = await images.keep(kept)
      step()
      return row
    },
    // This step is after the end of a request and its images, and before the commit of both.
    async insert(tx, row) {
      step()
      const isInserted = await images.insert(tx, row)
      step()
      return isInserted
    },
    discard: images.discard,
  },
  // This step comes right after a claim, and right after a request ends.
  onChange: step,
  pause: (ms, signal) => delay(Math.min(ms, 1), undefined, { signal }),
})

// Run the scheduled sweep, as any process may.
const work = drawings.sweep()
// The timer starts here, so that it never hits the start of the process.
if (DIE_AFTER_MS !== '') setTimeout(die, Number(DIE_AFTER_MS))
await work
await close()
console.log(steps)
