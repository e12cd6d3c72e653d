import { lch } from '../canvas/color.ts'
import { lerp, smooth } from '../canvas/noise.ts'
import { between, pick, type Random } from '../canvas/random.ts'
import { faceOf, isAnimal } from '../figure/animal-kinds.ts'
import type { Light } from '../figure/buildings.ts'
import { figure, isBuilding } from '../figure/figure.ts'
import { FLORA } from '../figure/flora.ts'
import { room } from '../figure/furniture.ts'
import { extentOf, type Part, placed } from '../figure/parts.ts'
import { isGroup, isPerson } from '../figure/people.ts'
import { ALOFT } from '../prompt/scene.ts'
import type { Clearing } from './plants.ts'
import type { Relief } from './relief.ts'
import type { Shot } from './shot.ts'

const AFLOAT = new Set(['boat', 'sailboat', 'duck'])
/** How far the ground rises under a subject, in meters. */
const RISES: Record<string, number> = { lighthouse: 5, castle: 9, church: 2, pagoda: 3, windmill: 3, tree: 1.5 }
const floats = (shot: Shot) => shot.stage === 'space' || shot.stage === 'underwater' || shot.stage === 'sky'

/** Places the bodies, levels the land under them, and moves the camera so that they fill their part of the picture. */
export function placeSubjects(
  shot: Shot,
  relief: Relief,
): { bodies: Part[][]; relief: Relief; focus: number; clearings: Clearing[] } {
  const random = shot.chanceOf('cast')
  const { camera, reading, size, stage } = shot
  const name = shot.subject
  if (stage === 'room') return furnish(shot, relief, name ? figure(name, shot, random) : null)
  const model = name ? figure(name, shot, random) : null
  if (!name || !model)
    return { bodies: stage === 'underwater' ? corals(shot, relief, 6) : [], relief, focus: 0, clearings: [] }
  const close = reading.has('view:close')
  const wide = reading.has('view:wide')
  const { low: foot0, high, left, right } = extentOf(model)
  // A long face comes near the camera.
  const isLong = isAnimal(name) && ['hoofed', 'dragon'].includes(faceOf(name))
  // A portrait shows head and shoulders.
  const isPortrait = close && (isPerson(name) || isAnimal(name))
  const low = !isPortrait ? foot0 : isPerson(name) ? high - 0.66 : foot0 + (high - foot0) * (isLong ? 0.2 : 0.36)
  const tall = high - low
  const broad = isPortrait ? Math.max(tall * 0.9, (right - left) * 0.85) : Math.max(right - left, 0.1)
  const shiny = model.filter(({ gloss }) => gloss >= 1)
  const middle =
    isPortrait && !isLong
      ? (shiny.reduce((sum, { at }) => sum + at[0], 0) / Math.max(1, shiny.length)) * 0.55
      : (left + right) / 2
  const many = isGroup(name) ? 1 : Math.min(9, Math.max(1, reading.count))
  let share = close ? (isPortrait && isLong ? 0.62 : 0.84) : wide ? 0.2 : isBuilding(name) ? 0.52 : 0.5
  if (!close) share = Math.min(0.74, share * shot.traits.size)
  if (stage === 'table') share *= 0.95
  if (many > 1) share *= 0.78
  if (shot.companion && !ALOFT.has(shot.companion)) share *= 0.82
  const span = broad * (1 + (many - 1) * 0.62)
  const width = many > 1 ? 0.92 : Math.min(0.86, share * 1.5)
  const distance = Math.max((camera.focal * tall) / (share * size), (camera.focal * span) / (width * size))
  const side = reading.has('view:centered') || close || many > 1 ? 0 : shot.sun.x > 0 ? -1 : 1
  const room = Math.max(0, 0.41 - (span * camera.focal) / distance / size / 2)
  // Two subjects share the picture.
  const off = between(random, 0.1, 0.17) + (shot.companion ? 0.08 : 0)
  const aside = (side * Math.min(room, off) * size * distance) / camera.focal
  const float = floats(shot) || (ALOFT.has(name) && stage !== 'table' && name !== 'rocket')
  const z = camera.z + distance
  const x = camera.x + aside
  let level = 0
  let placedRelief = relief
  if (float) {
    level =
      camera.y + ((camera.horizon - size * between(random, 0.42, 0.5)) / camera.focal) * distance - (low + high) / 2
  } else {
    const afloat = AFLOAT.has(name) && relief.water > -1e8
    const rise = stage === 'land' ? (RISES[name] ?? 0) : 0
    const ground = stage === 'land' ? relief.heightAt(x, z, distance) : 0
    level = afloat ? relief.water - 0.06 * tall * 0.3 : Math.max(ground, relief.water + 0.35) + rise
    if (!afloat && stage === 'land') {
      const reach = Math.max(broad * 0.62, 0.4)
      const heightAt = (px: number, pz: number, far: number) => {
        const away = Math.hypot(px - x, (pz - z) * 0.9)
        const pad = smooth(
          reach * (rise > 0 ? 2.6 : 2.1),
          reach,
          away + (rise > 0 ? shot.noise.fbm(px / 3, pz / 3, 3) * reach * 0.5 : 0),
        )
        const land = relief.heightAt(px, pz, far)
        // At the beach, the sea lies behind the subject, except for a headland far away.
        const coast =
          shot.land === 'beach'
            ? smooth(reach * 1.5, reach * 2.6, pz - z + shot.noise.fbm(px / reach, 7.7, 3) * reach)
            : 0
        const height = land - coast * Math.max(0, 3.5 - Math.max(0, land - 2.2) * 0.4)
        // What is in front of the subject must not hide it.
        const clear =
          pz < z && pz > camera.z && Math.abs(px - x) < broad * 2.5
            ? Math.min(height, level + 0.25 * (z - pz) * 0.1)
            : height
        return pad > 0 ? lerp(clear, level, pad) : clear
      }
      placedRelief = { ...relief, heightAt }
    }
    const foot = isPortrait
      ? 1.01
      : close
        ? 0.94
        : stage === 'table'
          ? between(random, 0.73, 0.79)
          : isBuilding(name)
            ? between(random, 0.74, 0.8)
            : between(random, 0.82, 0.9)
    // From higher up, the water is visible behind what is in front of it.
    if (!afloat && !close && stage === 'land' && relief.water > -1e8) camera.horizon -= 0.08 * size
    const lift = Math.max(0.04, ((foot * size - camera.horizon) / camera.focal) * distance)
    camera.y = level + low + lift
    if (stage === 'land') {
      const under = Math.max(relief.water + 0.25, placedRelief.heightAt(camera.x, camera.z + 1, 2) + 0.35)
      if (camera.y < under) {
        camera.horizon += (((under - camera.y) * camera.focal) / distance) * -1
        camera.y = under
      }
    }
  }
  const bodies: Part[][] = []
  if (stage === 'underwater') bodies.push(...corals(shot, relief, distance))
  for (let index = 0; index < many; index++) {
    const again = index === 0 ? model : (figure(name, shot, random) ?? model)
    const row = index === 0 ? 0 : Math.ceil(index / 2) * (index % 2 ? 1 : -1)
    const back = index === 0 ? 0 : between(random, 0.25, 0.6) * broad + Math.abs(row) * broad * 0.3
    const px = x + (row * broad * 0.66 + (index ? between(random, -0.15, 0.15) * broad : 0)) * (1 + back / distance)
    const pz = z + back
    const py = float
      ? level + (index ? between(random, -0.4, 0.5) * tall : 0)
      : AFLOAT.has(name) && relief.water > -1e8
        ? level
        : stage === 'land' && index > 0
          ? Math.max(placedRelief.heightAt(px, pz, distance), relief.water)
          : level
    bodies.push(placed(again, { at: [px - middle, py, pz], scale: index === 0 ? 1 : between(random, 0.78, 1) }))
  }
  const column = (aside * camera.focal) / distance / size
  const halfWidth = (span * camera.focal) / distance / size / 2
  const other = standBeside(shot, placedRelief, { name, distance, column, halfWidth, level, float })
  if (other) bodies.push(other.parts)
  const own = { column: 0.5 + column, far: distance, half: 0.3 }
  return { bodies, relief: placedRelief, focus: distance, clearings: other ? [own, other.clearing] : [own] }
}

type First = { name: string; distance: number; column: number; halfWidth: number; level: number; float: boolean }

/** Places the second subject of a prompt in its real size: behind the first, on the side where it is seen best. */
function standBeside(shot: Shot, relief: Relief, first: First): { parts: Part[]; clearing: Clearing } | null {
  const { camera, size, stage, companion: name } = shot
  const random = shot.chanceOf('second')
  const model = name ? figure(name, shot, random) : null
  if (!name || !model) return null
  const { low, high, left, right } = extentOf(model)
  const [tall, broad] = [high - low, right - left]
  const isFlying = ALOFT.has(name)
  const isAfloat = AFLOAT.has(name) && relief.water > -1e8
  const [isLand, share] = [stage === 'land' && !first.float, (tall * camera.focal) / first.distance / size]
  if (share < 0.17 && isLand && !isFlying) return standAtFoot(shot, model, first, random)
  const nearest = Math.max(
    (camera.focal * tall) / (0.36 * size),
    (camera.focal * broad) / (0.42 * size),
    first.distance * 1.04,
  )
  const places = [1, 1.35, 1.9].flatMap((share) => {
    const far = nearest * share
    const half = (broad * camera.focal) / far / size / 2
    return [-0.34, -0.26, -0.18, 0.18, 0.26, 0.34].map((column) => {
      const x = camera.x + (column * size * far) / camera.focal
      const z = camera.z + far
      const ground = stage === 'land' ? relief.heightAt(x, z, far) : 0
      const sight = stage === 'land' ? lineOfSight(shot, relief, column, [first.distance * 0.4, far]) : -1e9
      const hidden = camera.y + sight * far - Math.max(ground, relief.water)
      const overlap = Math.max(0, first.halfWidth + half * 0.8 - Math.abs(column - first.column))
      const outside = Math.max(0, Math.abs(column) + half - 0.5)
      const foot = camera.horizon + ((camera.y - Math.max(ground, relief.water)) * camera.focal) / far
      const isDry = isAfloat && ground > relief.water - 0.3
      const cost =
        overlap * (isFlying ? 1 : 4) +
        outside * 5 +
        (isFlying ? 0 : Math.max(0, hidden / tall)) * 2 +
        (isDry ? 3 : 0) +
        (isFlying || first.float ? 0 : Math.max(0, foot / size - 0.95) * 8) +
        (share - 1) * 0.4 +
        random() * 0.1
      return {
        cost,
        column,
        far,
        half,
        x,
        z,
        ground: Math.max(ground, relief.water, camera.y + sight * far - 0.1 * tall),
      }
    })
  })
  const { column, far, half, x, z, ground } = places.reduce((best, next) => (next.cost < best.cost ? next : best))
  // A flying subject is in the sky, high enough to be clear of the other one.
  const sky = camera.y + ((camera.horizon - 0.2 * size) / camera.focal) * far - (low + high) / 2
  const floating = first.float ? first.level + tall * 0.2 : isAfloat ? relief.water : ground - low
  const y = isFlying ? sky : stage === 'land' || first.float ? floating : -low
  return {
    parts: placed(model, { at: [x - (left + right) / 2, y, z] }),
    clearing: { column: 0.5 + column, far, half: half + 0.04 },
  }
}

/**
 * Places a subject that would be lost next to something large in front of it on the same ground, large enough to be
 * seen.
 */
function standAtFoot({ camera, size }: Shot, model: Part[], first: First, random: Random) {
  const { low, high, left, right } = extentOf(model)
  const side = first.column > 0 ? -1 : 1
  const far = first.distance - (first.halfWidth * size * first.distance * 0.6) / camera.focal
  const column = first.column + side * first.halfWidth * between(random, 0.75, 0.95)
  const scale = (0.22 * size * far) / camera.focal / Math.max(high - low, (right - left) * 0.8)
  const x = camera.x + (column * size * far) / camera.focal - ((left + right) / 2) * scale
  const parts = placed(model, { at: [x, first.level - low * scale, camera.z + far], scale })
  return { parts, clearing: { column: 0.5 + column, far, half: 0.12 } }
}

/** Returns the steepest slope to the ground in front of a place. What is below it is hidden. */
function lineOfSight({ camera, size }: Shot, relief: Relief, column: number, [from, to]: [number, number]): number {
  let steepest = -1e9
  for (let step = 0; step < 18; step++) {
    const far = from + ((to - from) * (step + 0.5)) / 18
    const x = camera.x + (column * size * far) / camera.focal
    const height = Math.max(relief.heightAt(x, camera.z + far, far), relief.water)
    steepest = Math.max(steepest, (height - camera.y) / far)
  }
  return steepest
}

/** Builds the corals on the sea floor. */
function corals(shot: Shot, relief: Relief, distance: number): Part[][] {
  const { camera, size } = shot
  const random = shot.chanceOf('corals')
  return Array.from({ length: 7 }, (_, coral) => {
    const far = distance * between(random, 0.75, 1.9)
    const away = (coral % 2 ? 1 : -1) * between(random, 0.16, 0.55) * (size / camera.focal) * far
    const [x, z] = [camera.x + away, camera.z + far]
    const tint = lch(0.66, 0.18, pick(random, [20, 350, 60, 310, 40]))
    const light: Light = { random, isDark: false, accent: tint, second: tint }
    return placed((FLORA.coral as (light: Light) => Part[])(light), {
      at: [x, relief.heightAt(x, z, far) - 0.05, z],
      scale: distance * between(random, 0.16, 0.34),
    })
  })
}

/** Builds a room with its furniture, and its guest on the rug. */
function furnish(shot: Shot, relief: Relief, guest: Part[] | null) {
  const random = shot.chanceOf('room')
  const { camera, size, palette } = shot
  camera.y = 1.45
  camera.horizon = size * 0.47
  const isDark = shot.time === 'night' || shot.time === 'dusk'
  const light: Light = { random, isDark, accent: palette.accent, second: palette.second }
  const bodies = room(light, palette.middle, palette.horizon).map((parts) =>
    placed(parts, { at: [camera.x, 0, camera.z] }),
  )
  if (guest) {
    const { low, high, left, right } = extentOf(guest)
    const scale = Math.min(1.45 / (high - low), 1.5 / (right - left), 1.2)
    bodies.push(placed(guest, { at: [camera.x + 0.15, -low * scale, camera.z + 2.9], scale }))
  }
  return { bodies, relief, focus: 3.6, clearings: [] }
}
