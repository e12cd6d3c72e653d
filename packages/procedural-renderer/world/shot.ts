import { blend } from '../canvas/color.ts'
import type { Camera } from '../canvas/frame.ts'
import { clamp, createNoise, type Noise } from '../canvas/noise.ts'
import { between, branch, chance, hashText, mix, pick, type Random } from '../canvas/random.ts'
import type { Reading } from '../prompt/reading.ts'
import type { Scene } from '../prompt/scene.ts'
import { isOutdoors } from '../prompt/shown.ts'
import { type Style, TRAITS, type Traits } from '../style.ts'
import { type Palette, paletteOf, type TimeOfDay, timeOf } from './palette.ts'

/** Every choice before the first pixel: where the camera stands, what there is, and how it is lit. */
export type Shot = Scene & {
  size: number
  style: Style
  traits: Traits
  reading: Reading
  camera: Camera
  time: TimeOfDay
  palette: Palette
  noise: Noise
  /** Direction of the sun or moon in the sky. */
  sun: Vector
  /** Direction of the light on things: turned aside if the sun is behind them, like a photographer's reflector. */
  key: Vector
  air: { clouds: number; mist: number; rain: number; snow: number; wind: number; stars: number }
  /** Returns a random stream for one part of the picture. */
  chanceOf(name: string): Random
}

export type Vector = { x: number; y: number; z: number }
export const unit = (x: number, y: number, z: number): Vector => {
  const length = Math.hypot(x, y, z) || 1
  return { x: x / length, y: y / length, z: z / length }
}

/** The air indoors, under water and where there is none. */
const STILL_AIR = { clouds: 0.03, mist: 0, rain: 0, snow: 0, wind: 0 }

/** Returns how much of something is in the air, from 0 to 1. `otherwise` is for a prompt that does not mention it. */
const amount = (reading: Reading, tag: string, asked: number, otherwise: number) =>
  reading.has(`no-${tag}`) ? 0 : reading.has(tag) ? asked : otherwise

export function takeShot(
  { reading, scene }: { reading: Reading; scene: Scene },
  { style, seed, size }: { style: Style; seed: number; size: number },
): Shot {
  // Chance depends only on the seed, so that another word adds to the same picture of a seed.
  const root = mix(seed)
  const traits = TRAITS[style]
  const own = mix(root ^ hashText(style))
  const chanceOf = (name: string) => branch(root, name)
  // Styles share the palette of a seed, so that they can be compared, but each style has a separate shot.
  const random = branch(own, 'shot')
  const { stage, land } = scene
  const time = timeOf(reading, branch(own, 'time'))
  const isVoid = stage === 'space' || (stage === 'land' && land === 'moon')
  const outside = paletteOf(reading, time, isVoid, traits, chanceOf('palette'))
  const isLamplit = stage === 'room' || stage === 'table'
  const palette = isLamplit
    ? { ...outside, key: blend(outside.key, [1.9, 1.45, 0.95], 0.55), fill: blend(outside.fill, [0.6, 0.5, 0.42], 0.6) }
    : outside
  const side = chance(random, 0.5) ? 1 : -1

  const elevations: Record<TimeOfDay, [number, number]> = {
    dawn: [0.06, 0.14],
    morning: [0.25, 0.4],
    day: [0.6, 0.9],
    golden: [0.07, 0.16],
    dusk: [0.02, 0.05],
    night: [0.25, 0.5],
  }
  const [low, high] = elevations[time]
  const sunAside = side * (reading.has('view:centered') ? 0 : between(random, 0.06, 0.34))
  const sun = unit(sunAside, between(random, low, high), 1)
  const key = stage === 'space' ? unit(side * 0.6, 0.4, -0.9) : unit(side * 0.75, 0.35 + sun.y * 0.9, -0.42)

  const close = reading.has('view:close')
  const wide = reading.has('view:wide')
  let horizonShare = clamp(
    between(random, 0.52, 0.66) -
      (reading.has('view:high') ? 0.25 : 0) +
      (reading.has('view:low') ? 0.18 : 0) +
      traits.horizon,
    0.22,
    0.86,
  )
  if (stage === 'table') horizonShare = between(random, 0.08, 0.2)
  if (stage === 'studio' || stage === 'room') horizonShare = between(random, 0.4, 0.55)
  const focal = size * (wide ? 0.75 : close ? 1.5 : 1.05) * traits.zoom
  const camera: Camera = {
    x: between(random, -500, 500),
    y:
      stage === 'table'
        ? 1.1
        : stage === 'city'
          ? reading.has('view:high') || (!reading.has('with:water') && chance(random, 0.45))
            ? 115
            : 9
          : reading.has('view:high')
            ? 22
            : reading.has('view:low')
              ? 0.9
              : between(random, 1.7, 4),
    z: between(random, -500, 500),
    focal,
    horizon: size * horizonShare,
    middle: size / 2,
  }
  const dark = time === 'night' || time === 'dusk'
  const isOut = isOutdoors(scene)
  const cloudsByChance = pick(random, [0.15, 0.35, 0.5, 0.65])
  return {
    size,
    style,
    traits,
    reading,
    ...scene,
    camera,
    time,
    palette,
    noise: createNoise(root),
    sun,
    key,
    air: !isOut
      ? { ...STILL_AIR, stars: isVoid ? amount(reading, 'with:stars', 1, 0.9) : 0 }
      : {
          clouds:
            reading.has('weather:clear') || isVoid
              ? 0.03
              : amount(reading, 'weather:cloud', reading.has('weather:storm') ? 1 : 0.75, cloudsByChance),
          mist: amount(reading, 'weather:mist', 1, time === 'dawn' ? 0.35 : 0.15) * (isVoid ? 0 : 1),
          rain: amount(reading, 'weather:rain', reading.has('weather:storm') ? 1 : 0.7, 0),
          snow: amount(reading, 'weather:snow', 0.7, 0) * (land === 'moon' ? 0 : 1),
          wind: amount(reading, 'weather:wind', 0.9, 0.25),
          stars: amount(reading, 'with:stars', 1, isVoid ? 0.9 : time === 'night' ? 0.55 : dark ? 0.15 : 0),
        },
    chanceOf,
  }
}
