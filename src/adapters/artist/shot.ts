import type { Style } from '../../features/studio/domain.ts'
import { blend } from './colour.ts'
import type { Camera } from './frame.ts'
import { clamp, createNoise, type Noise } from './noise.ts'
import { type Palette, paletteOf, type TimeOfDay, timeOf } from './palette.ts'
import { between, branch, chance, hashText, mix, pick, type Random } from './random.ts'
import type { Reading } from './reading.ts'
import { TRAITS, type Traits } from './style.ts'

export type Stage =
  | 'land'
  | 'city'
  | 'street'
  | 'space'
  | 'table'
  | 'room'
  | 'underwater'
  | 'sky'
  | 'abstract'
  | 'studio'
export type LandKind =
  | 'mountain'
  | 'hill'
  | 'meadow'
  | 'forest'
  | 'desert'
  | 'sea'
  | 'beach'
  | 'island'
  | 'lake'
  | 'river'
  | 'arctic'
  | 'moon'
  | 'mars'
  | 'canyon'
  | 'volcano'
  | 'swamp'

/** Every choice that is made before the first pixel: where the camera stands, what there is, how it is lit. */
export type Shot = {
  size: number
  style: Style
  traits: Traits
  reading: Reading
  stage: Stage
  land: LandKind
  hasMountains: boolean
  camera: Camera
  time: TimeOfDay
  palette: Palette
  noise: Noise
  /** Towards the sun or moon in the sky. */
  sun: Vector
  /** Towards what lights things: turned aside where the sun stands behind them, as a photographer's reflector would. */
  key: Vector
  air: { clouds: number; mist: number; rain: number; snow: number; wind: number; stars: number }
  /** Of things on this picture: 0 to 1. */
  subject: string | null
  /** A stream of chance for one part of the picture. */
  chanceOf(name: string): Random
}

export type Vector = { x: number; y: number; z: number }
export const unit = (x: number, y: number, z: number): Vector => {
  const length = Math.hypot(x, y, z) || 1
  return { x: x / length, y: y / length, z: z / length }
}

const LANDS: Record<string, LandKind> = {
  mountain: 'mountain',
  hill: 'hill',
  meadow: 'meadow',
  forest: 'forest',
  desert: 'desert',
  sea: 'sea',
  beach: 'beach',
  island: 'island',
  lake: 'lake',
  river: 'river',
  arctic: 'arctic',
  moon: 'moon',
  mars: 'mars',
  canyon: 'canyon',
  volcano: 'volcano',
  swamp: 'swamp',
  harbour: 'beach',
  village: 'hill',
}
const STAGES: Record<string, Stage> = {
  city: 'city',
  street: 'street',
  space: 'space',
  table: 'table',
  room: 'room',
  underwater: 'underwater',
  sky: 'sky',
  abstract: 'abstract',
}
/** Where a subject is at home when the prompt names no place. */
const HOMES: Record<string, string> = {
  lighthouse: 'beach',
  castle: 'hill',
  house: 'meadow',
  'modern-house': 'hill',
  church: 'hill',
  pagoda: 'mountain',
  windmill: 'meadow',
  bridge: 'river',
  tent: 'mountain',
  car: 'desert',
  train: 'hill',
  boat: 'lake',
  sailboat: 'sea',
  penguin: 'arctic',
  cactus: 'desert',
  astronaut: 'moon',
  rocket: 'space',
  horse: 'meadow',
  unicorn: 'meadow',
  deer: 'forest',
  wolf: 'forest',
  bear: 'forest',
  dragon: 'mountain',
  tree: 'hill',
  mushroom: 'forest',
  flamingo: 'lake',
  duck: 'lake',
  snowman: 'arctic',
  eagle: 'mountain',
  elephant: 'meadow',
  giraffe: 'meadow',
  lion: 'meadow',
  cow: 'meadow',
  sheep: 'hill',
  knight: 'hill',
  person: 'hill',
  flower: 'meadow',
  tulip: 'meadow',
  pumpkin: 'meadow',
  fox: 'forest',
  rabbit: 'meadow',
  frog: 'swamp',
  bicycle: 'street',
  planet: 'space',
}

const SEAWORTHY = new Set([
  'boat',
  'sailboat',
  'duck',
  'whale',
  'shark',
  'fish',
  'balloon',
  'plane',
  'planet',
  'butterfly',
])

function placeOf(reading: Reading): { stage: Stage; land: LandKind } {
  const places = reading.all('place')
  const subject = reading.all('subject')[0]
  const stages = places.flatMap((place) => (STAGES[place] ? [STAGES[place] as Stage] : []))
  const lands = places.flatMap((place) => (LANDS[place] ? [LANDS[place] as LandKind] : []))
  const water = (['island', 'lake', 'beach', 'sea', 'river'] as const).find((kind) => lands.includes(kind))
  const special = (['moon', 'mars', 'volcano', 'arctic', 'desert', 'canyon'] as const).find((k) => lands.includes(k))
  const found = special ?? water ?? lands[0] ?? 'hill'
  // Whoever cannot swim stands on the shore.
  const land = found === 'sea' && subject && !SEAWORTHY.has(subject) ? 'beach' : found
  const isFree = stages.every((name) => name === 'abstract') && lands.length === 0 && !subject
  if (stages.includes('abstract') && (reading.has('view:abstract') || isFree)) return { stage: 'abstract', land }
  // Below the sea there is sand.
  if (stages.includes('underwater')) return { stage: 'underwater', land: 'desert' }
  if (special === 'moon' || special === 'mars') return { stage: 'land', land }
  const stage = stages.find((name) => name !== 'sky' && name !== 'abstract') ?? (lands.length > 0 ? 'land' : stages[0])
  // A road through mountains is no street.
  if (stage === 'street' && lands.length > 0 && !reading.has('with:neon')) return { stage: 'land', land }
  if (stage) return { stage, land }
  const home = subject ? HOMES[subject] : undefined
  if (home) return { stage: STAGES[home] ?? 'land', land: LANDS[home] ?? 'hill' }
  if (subject) return { stage: 'studio', land }
  const hasOutdoors = reading.tags.some((tag) => /^(weather|time|season|with):/.test(tag))
  if (hasOutdoors) return { stage: 'land', land: reading.has('with:water') ? 'lake' : 'hill' }
  return { stage: reading.tags.length > 0 && reading.all('mood').length > 0 ? 'abstract' : 'land', land: 'hill' }
}

/** How much of something is in the air, 0 to 1, where the prompt says nothing: by chance. */
const amount = (reading: Reading, tag: string, asked: number, otherwise: number) =>
  reading.has(`no-${tag}`) ? 0 : reading.has(tag) ? asked : otherwise

export function takeShot(
  reading: Reading,
  { style, seed, size, words }: { style: Style; seed: number; size: number; words: string },
): Shot {
  const root = mix(seed ^ hashText(words))
  const traits = TRAITS[style]
  const own = mix(root ^ hashText(style))
  const chanceOf = (name: string) => branch(root, name)
  // Styles share the palette of a seed, so that they can be compared, but each sets up a shot of its own.
  const random = branch(own, 'shot')
  const { stage, land } = placeOf(reading)
  const time = timeOf(reading, random)
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
  const sunAside = side * (reading.has('view:centred') ? 0 : between(random, 0.06, 0.34))
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
      stage === 'city'
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
  const cloudsByChance = pick(random, [0.15, 0.35, 0.5, 0.65])
  return {
    size,
    style,
    traits,
    reading,
    stage,
    land,
    hasMountains: reading.has('place:mountain'),
    camera,
    time,
    palette,
    noise: createNoise(root),
    sun,
    key,
    air: {
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
    subject: reading.all('subject')[0] ?? null,
    chanceOf,
  }
}
