import { beast } from './animals.ts'
import { faceOf, isBeast } from './beasts.ts'
import { BUILDINGS, type Light } from './buildings.ts'
import { type Colour, hex, lch } from './colour.ts'
import { FLORA } from './flora.ts'
import { room } from './furniture.ts'
import { lerp, smooth } from './noise.ts'
import { OBJECTS } from './objects.ts'
import { huesOf } from './palette.ts'
import { ball, extentOf, type Part, placed, ring } from './parts.ts'
import { person } from './people.ts'
import { between, pick, type Random } from './random.ts'
import type { Relief } from './relief.ts'
import type { Shot } from './shot.ts'
import { VEHICLES } from './vehicles.ts'
import { butterfly, fowl, isFowl, jellyfish, swimmer } from './wings.ts'

const PEOPLE = new Set(['person', 'woman', 'child', 'knight', 'astronaut', 'robot', 'alien'])
const SWIMMERS = new Set(['fish', 'shark', 'whale'])
const AFLOAT = new Set(['boat', 'sailboat', 'duck'])
const ALOFT = new Set(['balloon', 'plane', 'butterfly', 'rocket', 'planet'])
/** Metres that the ground rises under it. */
const RISES: Record<string, number> = { lighthouse: 5, castle: 9, church: 2, pagoda: 3, windmill: 3, tree: 1.5 }

const isBuilding = (name: string) => name in BUILDINGS
const floats = (shot: Shot) => shot.stage === 'space' || shot.stage === 'underwater' || shot.stage === 'sky'

/** The bodies of a subject, standing on y = 0 (or around it, where they float), best seen from -z. */
function figure(name: string, shot: Shot, random: Random): Part[] | null {
  const { reading, palette } = shot
  const isDark = shot.time === 'night' || shot.time === 'dusk' || reading.has('weather:storm')
  const close = reading.has('view:close')
  const hue = huesOf(reading)[0]
  const warm: Colour = lch(0.62, 0.19, hue?.hue ?? pick(random, [25, 32, 45, 20, 250, 350]))
  const accent = name === 'house' || name === 'lighthouse' || name === 'car' || name === 'train' ? warm : palette.accent
  const light: Light = { random, isDark, accent, second: palette.second }
  const facing = pick(random, [-1, 1])
  const look = close ? between(random, 28, 46) : between(random, 18, 60)
  const turned = (parts: Part[], yaw: number) => placed(parts, { turn: [0, yaw, 0] })
  const mirrored = (parts: Part[]) => (facing > 0 ? parts : turnAround(parts))
  if (isBeast(name)) {
    const tint =
      hue && !reading.all('place').includes('forest') && reading.all('colour').length > 0
        ? lch(0.62, 0.13, hue.hue)
        : reading.has('colour:white')
          ? hex('#eeeae4')
          : reading.has('colour:black')
            ? hex('#26262a')
            : null
    return mirrored(
      turned(
        beast(name, { look, stride: between(random, 0.2, 1), tint, headOnly: close }),
        close ? between(random, 20, 38) - (faceOf(name) === 'hoofed' ? 18 : 0) : between(random, 0, 30),
      ),
    )
  }
  if (isFowl(name)) {
    const flying = (shot.stage === 'sky' || name === 'eagle') && !close
    return mirrored(
      turned(
        fowl(name, { look, tint: reading.has('colour:white') ? hex('#f4f4f2') : null, flying }),
        between(random, 5, 30),
      ),
    )
  }
  if (PEOPLE.has(name))
    return mirrored(
      turned(person(name, { look: close ? 20 : 0, bust: close, random, accent }), close ? 52 : between(random, 40, 80)),
    )
  if (SWIMMERS.has(name))
    return mirrored(
      turned(
        swimmer(name, name === 'fish' ? lch(0.7, 0.19, hue?.hue ?? 48) : accent, palette.second),
        between(random, -25, 25),
      ),
    )
  if (name === 'jellyfish') return jellyfish(accent, random() * 6)
  if (name === 'butterfly')
    return placed(butterfly(accent, palette.second), { turn: [20, between(random, -30, 30), between(random, -25, 25)] })
  if (name === 'planet') return planet(shot, random)
  const build = BUILDINGS[name] ?? VEHICLES[name] ?? FLORA[name] ?? OBJECTS[name]
  if (!build) return null
  const yaw =
    name === 'car' || name === 'train' || name === 'bicycle'
      ? between(random, 24, 42) * facing
      : isBuilding(name)
        ? between(random, 14, 34) * facing
        : between(random, -12, 12)
  const parts = turned(build(light), yaw)
  return name === 'rocket' ? placed(parts, { turn: [0, 0, between(random, -28, -12)] }) : parts
}

function planet(shot: Shot, random: Random): Part[] {
  const { accent, second, cloudLight } = shot.palette
  const parts = [
    ball([0, 0, 0], 1, accent, { gloss: 0.3 }),
    ...[-0.55, -0.2, 0.25, 0.6].map((y) =>
      ball([0, y, 0], [Math.sqrt(1 - y * y) * 1.003, 0.09, Math.sqrt(1 - y * y) * 1.003], second, { melt: 0.09 }),
    ),
  ]
  for (const radius of [1.45, 1.62, 1.78, 1.98])
    parts.push({ ...ring([0, 0, 0], radius, 0.07, radius > 1.7 ? cloudLight : second), size: [radius, 0.05, 0] })
  return placed(parts, { turn: [between(random, 14, 26), 0, between(random, -24, 24)] })
}

/** To look the other way: mirrored along x by turning it half around and mirroring the depth back. */
function turnAround(parts: readonly Part[]): Part[] {
  return placed(parts, { turn: [0, 0, 0] }).map((part) => ({
    ...part,
    at: [-part.at[0], part.at[1], part.at[2]],
    to: [-part.to[0], part.to[1], part.to[2]],
    size: part.shape === 'sheet' ? [-part.size[0], part.size[1], part.size[2]] : part.size,
    // A mirrored symmetric body is the body turned the other way about y and z.
    turn: part.turn.map((value, index) => (index % 3 === 0 ? -value : value)),
  }))
}

/** Where bodies stand, and the land levelled under them. The camera is moved so that they fill their part of the picture. */
export function castFigures(
  shot: Shot,
  relief: Relief,
): { bodies: Part[][]; relief: Relief; focus: number; column: number } {
  const random = shot.chanceOf('cast')
  const { camera, reading, size, stage } = shot
  const name = shot.subject
  const nothing = { bodies: [], relief, focus: 0, column: 0.5 }
  if (stage === 'room' && (!name || !close0(reading)))
    return furnish(shot, relief, name ? figure(name, shot, random) : null)
  if (!name || stage === 'abstract' || stage === 'city') return nothing
  const model = figure(name, shot, random)
  if (!model) return nothing
  const close = reading.has('view:close')
  const wide = reading.has('view:wide')
  const { low: foot0, high, left, right } = extentOf(model)
  // A long face comes near the camera.
  const isLong = isBeast(name) && ['hoofed', 'dragon'].includes(faceOf(name))
  // A portrait is of head and shoulders.
  const isPortrait = close && (PEOPLE.has(name) || isBeast(name))
  const low = !isPortrait ? foot0 : PEOPLE.has(name) ? high - 0.66 : foot0 + (high - foot0) * (isLong ? 0.2 : 0.36)
  const tall = high - low
  const broad = isPortrait ? Math.max(tall * 0.9, (right - left) * 0.85) : Math.max(right - left, 0.1)
  const shiny = model.filter(({ gloss }) => gloss >= 1)
  const middle =
    isPortrait && !isLong
      ? (shiny.reduce((sum, { at }) => sum + at[0], 0) / Math.max(1, shiny.length)) * 0.55
      : (left + right) / 2
  let share = close ? (isPortrait && isLong ? 0.62 : 0.84) : wide ? 0.2 : isBuilding(name) ? 0.52 : 0.5
  if (!close) share = Math.min(0.74, share * shot.traits.size)
  if (stage === 'table') share *= 0.95
  if (reading.count > 1) share *= 0.78
  const many = Math.min(9, Math.max(1, reading.count))
  const span = broad * (1 + (many - 1) * 0.62)
  const width = many > 1 ? 0.92 : Math.min(0.86, share * 1.5)
  const distance = Math.max((camera.focal * tall) / (share * size), (camera.focal * span) / (width * size))
  const side = reading.has('view:centred') || close || reading.count > 1 ? 0 : shot.sun.x > 0 ? -1 : 1
  const room = Math.max(0, 0.41 - (span * camera.focal) / distance / size / 2)
  const aside = (side * Math.min(room, between(random, 0.1, 0.17)) * size * distance) / camera.focal
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
        // By the sea the sea lies behind it, but for a headland far off.
        const coast =
          shot.land === 'beach'
            ? smooth(reach * 1.5, reach * 2.6, pz - z + shot.noise.fbm(px / reach, 7.7, 3) * reach)
            : 0
        const height = land - coast * Math.max(0, 3.5 - Math.max(0, land - 2.2) * 0.4)
        // What stands before the subject must not hide it.
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
        : isBuilding(name)
          ? between(random, 0.74, 0.8)
          : between(random, 0.82, 0.9)
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
  if (stage === 'underwater')
    for (let coral = 0; coral < 7; coral++) {
      const far = distance * between(random, 0.75, 1.9)
      const away = (coral % 2 ? 1 : -1) * between(random, 0.16, 0.55) * (size / camera.focal) * far
      const [px, pz] = [camera.x + away, camera.z + far]
      const tint = lch(0.66, 0.18, pick(random, [20, 350, 60, 310, 40]))
      bodies.push(
        placed((FLORA.coral as (light: Light) => Part[])({ random, isDark: false, accent: tint, second: tint }), {
          at: [px, relief.heightAt(px, pz, far) - 0.05, pz],
          scale: distance * between(random, 0.16, 0.34),
        }),
      )
    }
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
  const other = standBeside(shot, placedRelief, { name, distance, side, level, float })
  if (other) bodies.push(other)
  return { bodies, relief: placedRelief, focus: distance, column: 0.5 + (aside * camera.focal) / distance / size }
}

/** The second subject of a prompt, at its own size: on the other side, or behind where it is larger. */
function standBeside(
  shot: Shot,
  relief: Relief,
  first: { name: string; distance: number; side: number; level: number; float: boolean },
): Part[] | null {
  const { camera, size, stage } = shot
  const name = companionOf(shot)
  const random = shot.chanceOf('second')
  const model = name ? figure(name, shot, random) : null
  if (!name || !model) return null
  const { low, high, left, right } = extentOf(model)
  const far = Math.max(
    (camera.focal * (high - low)) / (0.36 * size),
    (camera.focal * (right - left)) / (0.5 * size),
    first.distance * 1.04,
  )
  const column = (first.side || 1) * -between(random, 0.17, 0.23) * size
  const x = camera.x + (column * far) / camera.focal
  const z = camera.z + far
  const isAfloat = AFLOAT.has(name) && relief.water > -1e8
  const ground =
    stage !== 'land' ? 0 : isAfloat ? relief.water : Math.max(relief.heightAt(x, z, far), relief.water) - low
  const y = first.float || ALOFT.has(name) ? first.level + (high - low) * 0.2 : ground
  return placed(model, { at: [x - (left + right) / 2, y, z] })
}

/** null: there is none, or no room for one. */
const companionOf = ({ reading, stage }: Shot) =>
  stage === 'room' || stage === 'city' || stage === 'abstract' || reading.has('view:close')
    ? null
    : (reading.all('subject')[1] ?? null)

/** Subjects that the prompt names and the picture does not show. */
export function leftOut(shot: Shot): string[] {
  const { reading, stage } = shot
  if (stage === 'abstract' || stage === 'city') return reading.all('subject')
  const shown = [shot.subject, companionOf(shot)]
  return reading.all('subject').filter((name) => !shown.includes(name))
}

const close0 = (reading: Shot['reading']) => reading.has('view:close')

/** A room with its furniture, and whoever is in it on the rug. */
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
  return { bodies, relief, focus: 3.6, column: 0.5 }
}
