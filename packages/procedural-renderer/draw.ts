import { createFrame, type Frame } from './canvas/frame.ts'
import { encodePng } from './canvas/png.ts'
import { castShadows, paintSolids } from './canvas/raymarch.ts'
import { createSolids } from './canvas/solids.ts'
import { finishFrame } from './finish/finish.ts'
import { type Plan, planPicture } from './plan.ts'
import { type Style, shadingOf } from './style.ts'
import { paintAbstract } from './world/abstract.ts'
import { paintBokeh, paintDepths, paintNebula, paintPlane } from './world/backdrops.ts'
import { paintSkyline, paintStreet, wetGround } from './world/city.ts'
import { paintGround } from './world/ground.ts'
import { lightFrame, lightWater } from './world/lighting.ts'
import { paintPlants } from './world/plants.ts'
import { createRelief } from './world/relief.ts'
import { type Shot, takeShot } from './world/shot.ts'
import { createSkyLight, paintSky } from './world/sky.ts'
import { placeSubjects } from './world/subjects.ts'
import { paintTerrain } from './world/terrain.ts'
import { paintPhenomena, paintWeather } from './world/weather.ts'

/** Change it whenever the drawing changes. */
const MODEL = 'procedural/3'

export type PictureRequest = {
  prompt: string
  /** Things that must not be in the picture. */
  negativePrompt: string
  style: Style
  /** 0 to 2^32 - 1. */
  seed: number
  /** Side of the square in pixels. */
  size: number
}

export type Picture = {
  png: Uint8Array
  model: string
  /** Words of the prompt that made a difference. */
  usedWords: string[]
  /** Words of the prompt that it could not use. */
  unusedWords: string[]
}

/**
 * Draws a picture from words, without a model: it reads the prompt, sets up a shot, paints surfaces, lights them and
 * finishes them in the style. The same request gives the same bytes.
 * @param atStep called between steps with the share done, 0 to 1; may throw to give up
 */
export function drawPicture(request: PictureRequest, atStep: (share: number) => void = () => undefined): Picture {
  const plan = planPicture(request.prompt, request.negativePrompt)
  const { pixels } = drawPlan(plan, request, atStep)
  atStep(0.92)
  const textsOf = (isUsed: boolean) => plan.words.filter((word) => word.isUsed === isUsed).map(({ text }) => text)
  return {
    png: encodePng(pixels, request.size, request.size),
    model: MODEL,
    usedWords: textsOf(true),
    unusedWords: textsOf(false),
  }
}

/** Draws the pixels of a plan. It also returns the frame that they were painted on. */
export function drawPlan(
  plan: Pick<Plan, 'reading' | 'scene'>,
  { size, style, seed }: Pick<PictureRequest, 'size' | 'style' | 'seed'>,
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

/** @returns the distance in meters to the focus of the picture, or 0 if there is none */
function paintScene(frame: Frame, shot: Shot, atStep: (share: number) => void): number {
  const sky = createSkyLight(shot)
  if (shot.stage === 'abstract') {
    paintAbstract(frame, shot)
    return 0
  }
  let relief = createRelief(shot)
  if (shot.stage === 'land' || shot.stage === 'underwater' || shot.stage === 'sky')
    shot.camera.y += Math.max(relief.water, relief.heightAt(shot.camera.x, shot.camera.z + 4, 4))
  const subjects = placeSubjects(shot, relief)
  relief = subjects.relief
  if (shot.stage === 'space') paintNebula(frame, shot)
  else if (shot.stage === 'underwater') paintDepths(frame, shot)
  else if (shot.stage === 'table' || shot.stage === 'studio' || shot.stage === 'room') {
    paintPlane(frame, shot, {
      end: shot.stage === 'table' ? (subjects.focus || 3) * 2.2 + 0.5 : 60,
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
  if (shot.stage === 'land') paintPlants(frame, shot, relief, subjects.clearings)
  if (shot.stage === 'street') paintStreet(frame, shot)
  if (shot.stage === 'city') paintSkyline(frame, shot)
  atStep(0.4)
  const solids = createSolids(subjects.bodies)
  paintSolids(frame, shot, solids)
  // Walls would block the light that a room gets from its lamps.
  castShadows(frame, shot, shot.stage === 'room' ? createSolids(subjects.bodies.slice(1)) : solids)
  return subjects.focus
}
