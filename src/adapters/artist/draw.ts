import type { DrawingRequest } from '../../features/studio/ports.ts'
import { finishFrame, shadingOf } from './finish.ts'
import { createFrame } from './frame.ts'
import { paintGround } from './ground.ts'
import { lightFrame, lightWater } from './lighting.ts'
import { encodePng } from './png.ts'
import { readPrompt } from './reading.ts'
import { createRelief } from './relief.ts'
import { takeShot } from './shot.ts'
import { createSkyLight, paintSky } from './sky.ts'
import { paintTerrain } from './terrain.ts'

export type Picture = { png: Uint8Array; usedWords: string[]; unusedWords: string[] }

/**
 * A picture from words, without a model: the prompt is read, a shot is set up, painted as surfaces, lit and finished
 * in the style. The same request gives the same bytes.
 * @param atStep called between steps with the share done, 0 to 1; may throw to give up
 */
export function drawPicture(request: DrawingRequest, atStep: (share: number) => void = () => {}): Picture {
  const reading = readPrompt(request.prompt, request.negativePrompt)
  const words = reading.tags.join(' ') + request.prompt.toLowerCase().replace(/\s+/g, ' ').trim()
  const shot = takeShot(reading, { style: request.style, seed: request.seed, size: request.size, words })
  const frame = createFrame(request.size)
  const sky = createSkyLight(shot)
  atStep(0.05)
  paintSky(frame, shot, sky)
  atStep(0.3)
  const relief = createRelief(shot)
  shot.camera.y += Math.max(relief.water, relief.heightAt(shot.camera.x, shot.camera.z + 4, 4))
  paintTerrain(frame, shot, relief)
  paintGround(frame, shot, relief)
  atStep(0.5)
  lightFrame(frame, shot, sky, shadingOf(request.style))
  lightWater(frame, shot, sky)
  atStep(0.7)
  const pixels = finishFrame(frame, shot)
  atStep(0.9)
  return {
    png: encodePng(pixels, request.size, request.size),
    usedWords: reading.usedWords,
    unusedWords: reading.unusedWords,
  }
}
