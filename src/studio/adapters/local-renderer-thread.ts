import { drawPicture } from '../../../packages/procedural-renderer/draw.ts'
import { answerInBackground } from '../../platform/background-thread.ts'
import type { DrawingRequest } from '../studio/ports.ts'

/** @param input.state progress in thousandths, then 1 if the thread should give up */
answerInBackground(async ({ request, state }: { request: DrawingRequest; state: Int32Array }) =>
  drawPicture(request, (share) => {
    if (Atomics.load(state, 1) === 1) throw new Error('given up')
    Atomics.store(state, 0, Math.round(share * 1000))
  }),
)
