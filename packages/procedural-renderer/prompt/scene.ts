import type { Reading } from './reading.ts'

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

/** Where the picture is and who is in it, decided only by words, without chance. */
export type Scene = {
  stage: Stage
  land: LandKind
  hasMountains: boolean
  isWooded: boolean
  subject: string | null
  companion: string | null
}

const LANDS = new Set<string>([
  'mountain',
  'hill',
  'meadow',
  'forest',
  'desert',
  'sea',
  'beach',
  'island',
  'lake',
  'river',
  'arctic',
  'moon',
  'mars',
  'canyon',
  'volcano',
  'swamp',
] satisfies LandKind[])
const isLand = (name: string): name is LandKind => LANDS.has(name)
const STAGES: Record<string, Stage> = {
  city: 'city',
  skyline: 'city',
  street: 'street',
  space: 'space',
  table: 'table',
  room: 'room',
  underwater: 'underwater',
  sky: 'sky',
  abstract: 'abstract',
}
/** Where a subject belongs if the prompt names no place. */
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
  campfire: 'forest',
  car: 'desert',
  train: 'hill',
  boat: 'lake',
  sailboat: 'sea',
  balloon: 'sky',
  plane: 'sky',
  kite: 'meadow',
  pyramid: 'desert',
  penguin: 'arctic',
  cactus: 'desert',
  astronaut: 'moon',
  rocket: 'space',
  planet: 'space',
  horse: 'meadow',
  unicorn: 'meadow',
  deer: 'forest',
  wolf: 'forest',
  bear: 'forest',
  dragon: 'mountain',
  tree: 'hill',
  'christmas-tree': 'arctic',
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
  woman: 'hill',
  child: 'meadow',
  girl: 'meadow',
  bride: 'meadow',
  groom: 'meadow',
  leopard: 'meadow',
  flower: 'meadow',
  sunflower: 'meadow',
  tulip: 'meadow',
  pumpkin: 'meadow',
  fox: 'forest',
  rabbit: 'meadow',
  frog: 'swamp',
  bicycle: 'street',
  people: 'street',
  couple: 'meadow',
  wedding: 'meadow',
  family: 'meadow',
  fish: 'underwater',
  shark: 'underwater',
  whale: 'underwater',
  jellyfish: 'underwater',
}
/** Things that are shown on a table, because they are too small for a landscape. */
const SMALL = new Set(
  `cherries fruit apple lemon strawberry cup cake pizza ramen sushi cookie burger donut icecream bottle candle book vase`.split(
    ' ',
  ),
)
for (const name of SMALL) HOMES[name] = 'table'
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
  'kite',
])
/** Subjects that fly, also over a city. */
export const ALOFT = new Set(['balloon', 'plane', 'butterfly', 'rocket', 'planet', 'kite'])

/** Lands where a forest may surround the place. */
const WOODABLE = new Set<LandKind>(['lake', 'river', 'hill', 'meadow', 'mountain'])
/** Lands that may have mountains behind them, if the prompt asks for them. */
const MOUNTAINOUS = new Set<LandKind>([
  ...(['mountain', 'hill', 'meadow', 'forest', 'swamp', 'desert', 'lake', 'river', 'sea', 'arctic', 'mars'] as const),
])

function placeOf(reading: Reading, subject: string | null): { stage: Stage; land: LandKind } {
  const places = reading.all('place')
  const stages = places.flatMap((place) => (STAGES[place] ? [STAGES[place]] : []))
  const lands = places.filter(isLand)
  const water = (['island', 'lake', 'beach', 'sea', 'river'] as const).find((kind) => lands.includes(kind))
  const special = (['moon', 'mars', 'volcano', 'arctic', 'desert', 'canyon'] as const).find((k) => lands.includes(k))
  const found =
    special ?? water ?? lands[0] ?? (subject && isLand(HOMES[subject] ?? '') ? (HOMES[subject] as LandKind) : 'hill')
  // A subject that cannot swim stands on the shore.
  const land = found === 'sea' && subject && !SEAWORTHY.has(subject) ? 'beach' : found
  const isOutside = lands.length > 0 || places.includes('landscape')
  if (stages.includes('abstract') && !isOutside && !subject && stages.every((name) => name === 'abstract'))
    return { stage: 'abstract', land }
  // The sea floor is sand.
  if (stages.includes('underwater')) return { stage: 'underwater', land: 'desert' }
  if (special === 'moon' || special === 'mars') return { stage: 'land', land }
  const stage =
    stages.find((name) => name !== 'sky' && name !== 'abstract') ??
    (isOutside ? 'land' : stages.find((name) => name === 'sky'))
  // A road through mountains is not a street.
  if (stage === 'street' && lands.length > 0 && !reading.has('with:neon')) return { stage: 'land', land }
  // In a room, a cup stands on the table. In a city, a subject on the ground is seen in a street.
  if (stage === 'room' && subject && SMALL.has(subject)) return { stage: 'table', land }
  if (stage === 'room' && reading.has('view:close')) return { stage: 'studio', land }
  if (stage === 'city' && subject && !ALOFT.has(subject)) return { stage: 'street', land }
  if (stage) return { stage, land }
  if (reading.has('with:neon')) return { stage: 'street', land }
  const home = subject ? HOMES[subject] : undefined
  if (home) return { stage: STAGES[home] ?? 'land', land }
  const hasOutdoors = reading.tags.some((tag) => /^(weather|time|season|with):/.test(tag))
  if (subject) return hasOutdoors ? { stage: 'land', land: 'meadow' } : { stage: 'studio', land }
  if (hasOutdoors) return { stage: 'land', land: reading.has('with:water') ? 'lake' : 'hill' }
  // A prompt of only colors and moods is abstract.
  return { stage: reading.tags.some((tag) => /^(mood|color):/.test(tag)) ? 'abstract' : 'land', land: 'hill' }
}

export function sceneOf(reading: Reading): Scene {
  const [subject = null, second = null] = reading.all('subject')
  const { stage, land } = placeOf(reading, subject)
  const hasRoom = stage !== 'room' && stage !== 'city' && stage !== 'abstract' && !reading.has('view:close')
  const isOfKind = subject !== null && second !== null && SMALL.has(subject) === SMALL.has(second)
  return {
    stage,
    land,
    hasMountains: reading.has('place:mountain') && MOUNTAINOUS.has(land),
    isWooded: reading.has('place:forest') && WOODABLE.has(land),
    subject: stage === 'abstract' ? null : subject,
    companion: hasRoom && isOfKind ? second : null,
  }
}
