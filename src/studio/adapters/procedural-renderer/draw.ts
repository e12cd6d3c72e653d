import type { DrawingRequest } from '../../studio/ports.ts'
import { paintAbstract } from './abstract.ts'
import { paintBokeh, paintDepths, paintNebula, paintPlane } from './backdrops.ts'
import { castFigures } from './cast.ts'
import { paintSkyline, paintStreet, wetGround } from './city.ts'
import { finishFrame } from './finish.ts'
import { createFrame, type Frame } from './frame.ts'
import { paintGround } from './ground.ts'
import { lightFrame, lightWater } from './lighting.ts'
import { castShadows, paintSolids } from './march.ts'
import { type Plan, planPicture } from './plan.ts'
import { paintPlants } from './plants.ts'
import { encodePng } from './png.ts'
import { createRelief } from './relief.ts'
import { type Shot, takeShot } from './shot.ts'
import { createSkyLight, paintSky } from './sky.ts'
import { createSolids } from './solids.ts'
import { shadingOf } from './style.ts'
import { paintTerrain } from './terrain.ts'
import { paintPhenomena, paintWeather } from './weather.ts'

export type Picture = { png: Uint8Array; usedWords: string[]; unusedWords: string[] }

/**
 * A picture from words, without a model: the prompt is read, a shot is set up, painted as surfaces, lit and finished
 * in the style. The same request gives the same bytes.
 * @param atStep called between steps with the share done, 0 to 1; may throw to give up
 */
export function drawPicture(request: DrawingRequest, atStep: (share: number) => void = () => undefined): Picture {
  const plan = planPicture(request.prompt, request.negativePrompt)
  const { pixels } = drawPlan(plan, request, atStep)
  atStep(0.92)
  const textsOf = (isUsed: boolean) => plan.words.filter((word) => word.isUsed === isUsed).map(({ text }) => text)
  return {
    png: encodePng(pixels, request.size, request.size),
    usedWords: textsOf(true),
    unusedWords: textsOf(false),
  }
}

/** The pixels of what is planned, and the frame that they were painted on. */
export function drawPlan(
  plan: Pick<Plan, 'reading' | 'scene'>,
  { size, style, seed }: Pick<DrawingRequest, 'size' | 'style' | 'seed'>,
  atStep: (share: number) => void = () => undefined,
) {
  const shot = takeShot(plan, { style, seed, size })
  const frame = createFrame(size)
  const focus = paintScene(frame, shot, atStep)
  atStep(0.55)
  const sky = createSkyLight(shot)
  lightFrame(frame, shot, sky, shadingOf(style))
  lightWater(frame, shot, sky)
  if (shot.stage === 'street') wetGround(frame, shot)
  paintWeather(frame, shot)
  atStep(0.7)
  return { pixels: finishFrame(frame, shot, focus), frame }
}

/** @returns metres to what the eye should rest on; 0: nothing in particular */
function paintScene(frame: Frame, shot: Shot, atStep: (share: number) => void): number {
  const sky = createSkyLight(shot)
  if (shot.stage === 'abstract') {
    paintAbstract(frame, shot)
    return 0
  }
  let relief = createRelief(shot)
  if (shot.stage === 'land' || shot.stage === 'underwater' || shot.stage === 'sky')
    shot.camera.y += Math.max(relief.water, relief.heightAt(shot.camera.x, shot.camera.z + 4, 4))
  const cast = castFigures(shot, relief)
  relief = cast.relief
  if (shot.stage === 'space') paintNebula(frame, shot)
  else if (shot.stage === 'underwater') paintDepths(frame, shot)
  else if (shot.stage === 'table' || shot.stage === 'studio' || shot.stage === 'room') {
    paintPlane(frame, shot, {
      end: shot.stage === 'table' ? (cast.focus || 3) * 2.2 + 0.5 : 60,
      material: shot.stage === 'studio' ? 'plain' : 'wood',
    })
    paintBokeh(frame, shot, shot.stage === 'studio' ? 5 : 26)
  } else {
    paintSky(frame, shot, sky)
    paintPhenomena(frame, shot)
  }
  atStep(0.25)
  if (shot.stage === 'land' || shot.stage === 'underwater' || shot.stage === 'sky') {
    paintTerrain(frame, shot, relief)
    paintGround(frame, shot, relief)
  }
  if (shot.stage === 'land') paintPlants(frame, shot, relief, cast.clearings)
  if (shot.stage === 'street') paintStreet(frame, shot)
  if (shot.stage === 'city') paintSkyline(frame, shot)
  atStep(0.4)
  const solids = createSolids(cast.bodies)
  paintSolids(frame, shot, solids)
  // Walls would keep the light out that a room has from its lamps.
  castShadows(frame, shot, shot.stage === 'room' ? createSolids(cast.bodies.slice(1)) : solids)
  return cast.focus
}
