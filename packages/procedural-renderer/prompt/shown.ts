import type { Reading } from './reading.ts'
import type { LandKind, Scene, Stage } from './scene.ts'

const OUTDOORS = new Set<Stage>(['land', 'city', 'street', 'sky'])
export const GRASSY = new Set<LandKind>(['hill', 'meadow', 'forest', 'lake', 'river', 'mountain', 'swamp'])
const WATERY = new Set<LandKind>(['sea', 'beach', 'island', 'lake', 'river', 'swamp', 'arctic'])

/** Checks whether the scene has weather. */
export const isOutdoors = ({ stage, land }: Pick<Scene, 'stage' | 'land'>) =>
  OUTDOORS.has(stage) && !(stage === 'land' && land === 'moon')

/**
 * Checks whether what a tag names is visible in this scene. Pictures prove every rule: lexicon.test.ts draws each term
 * with and without it.
 */
export function isShown(tag: string, scene: Scene, reading: Reading): boolean {
  const [kind = '', name = ''] = tag.split(':')
  const { stage, land } = scene
  const isOut = isOutdoors(scene)
  const isLand = stage === 'land'
  switch (kind) {
    case 'subject':
      return name === scene.subject || name === scene.companion
    case 'place':
      return isPlace(name, scene)
    case 'weather':
      if (name === 'wind') return isOut && (WATERY.has(land) || GRASSY.has(land)) && isLand
      if (name === 'aurora' || name === 'rainbow' || name === 'lightning') return isOut && stage !== 'street'
      return isOut
    case 'time':
      return isOut || stage === 'room' || stage === 'table' || stage === 'studio'
    case 'season':
      if (name === 'autumn') return isOut
      return isLand && (GRASSY.has(land) || (name === 'summer' && land === 'beach'))
    case 'color':
    case 'mood':
      return true
    case 'view':
      if (name === 'close') return scene.subject !== null && stage !== 'room'
      if (name === 'minimal') return stage === 'abstract' || (isLand && GRASSY.has(land))
      if (name === 'low' || name === 'high') return isLand || (name === 'high' && stage === 'city')
      if (name === 'centered') return isOut || (scene.subject !== null && stage !== 'room')
      return isOut || (scene.subject !== null && stage !== 'room')
    case 'with':
      return isWith(name, scene, reading)
    default:
      return false
  }
}

function isPlace(name: string, { stage, land, hasMountains, isWooded }: Scene): boolean {
  switch (name) {
    case 'landscape':
      return stage === 'land'
    case 'mountain':
      return stage === 'land' && (land === 'mountain' || hasMountains)
    case 'forest':
      return stage === 'land' && (land === 'forest' || isWooded)
    case 'sea':
      return stage === 'land' && (land === 'sea' || land === 'beach' || land === 'island')
    case 'city':
      return stage === 'city' || stage === 'street'
    case 'skyline':
      return stage === 'city'
    case 'sky':
      return isOutdoors({ stage, land })
    case 'street':
    case 'space':
    case 'table':
    case 'room':
    case 'underwater':
    case 'abstract':
      return stage === name
    default:
      return stage === 'land' && land === name
  }
}

function isWith(name: string, scene: Scene, reading: Reading): boolean {
  const { stage, land } = scene
  const isEarth = stage === 'land' && land !== 'moon' && land !== 'mars' && land !== 'sea'
  switch (name) {
    case 'trees':
      return isEarth && !reading.has('view:minimal')
    case 'palms':
    case 'flowers':
      return isEarth
    case 'water':
      return stage === 'city' || (stage === 'land' && WATERY.has(land))
    case 'birds':
    case 'blossom':
      return isOutdoors(scene)
    case 'stars':
      return isOutdoors(scene) || stage === 'space' || (stage === 'land' && land === 'moon')
    case 'neon':
      return stage === 'street'
    case 'glow':
      return true
    default:
      return false
  }
}
