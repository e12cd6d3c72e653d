import { type Color, hex, lch } from '../canvas/color.ts'
import { between, pick, type Random } from '../canvas/random.ts'
import { huesOf } from '../world/palette.ts'
import type { Shot } from '../world/shot.ts'
import { animal } from './animal-body.ts'
import { faceOf, isAnimal } from './animal-kinds.ts'
import { bird, isBird } from './birds.ts'
import { BUILDINGS, type Light } from './buildings.ts'
import { butterfly } from './butterfly.ts'
import { jellyfish, swimmer } from './fish.ts'
import { FLORA } from './flora.ts'
import { FOOD } from './food.ts'
import { OBJECTS } from './objects.ts'
import { ball, type Part, placed, ring } from './parts.ts'
import { groupOf, isGroup, isPerson, person } from './people.ts'
import { THINGS } from './things.ts'
import { VEHICLES } from './vehicles.ts'

const SWIMMERS = new Set(['fish', 'shark', 'whale'])

export const isBuilding = (name: string) => name in BUILDINGS

/** Builds the bodies of a subject on y = 0 (or around it, if they float), best seen from -z. */
export function figure(name: string, shot: Shot, random: Random): Part[] | null {
  const { reading, palette } = shot
  const isDark = shot.time === 'night' || shot.time === 'dusk' || reading.has('weather:storm')
  const close = reading.has('view:close')
  const hue = huesOf(reading)[0]
  const warm: Color = lch(0.62, 0.19, hue?.hue ?? pick(random, [25, 32, 45, 20, 250, 350]))
  const accent = name === 'house' || name === 'lighthouse' || name === 'car' || name === 'train' ? warm : palette.accent
  const light: Light = { random, isDark, accent, second: palette.second }
  const facing = pick(random, [-1, 1])
  const look = close ? between(random, 28, 46) : between(random, 18, 60)
  const turned = (parts: Part[], yaw: number) => placed(parts, { turn: [0, yaw, 0] })
  const mirrored = (parts: Part[]) => (facing > 0 ? parts : turnAround(parts))
  if (isAnimal(name)) {
    const tint =
      hue && !reading.all('place').includes('forest') && reading.all('color').length > 0
        ? lch(0.62, 0.13, hue.hue)
        : reading.has('color:white')
          ? hex('#eeeae4')
          : reading.has('color:black')
            ? hex('#26262a')
            : null
    return mirrored(
      turned(
        animal(name, { look, stride: between(random, 0.2, 1), tint, headOnly: close }),
        close ? between(random, 20, 38) - (faceOf(name) === 'hoofed' ? 18 : 0) : between(random, 0, 30),
      ),
    )
  }
  if (isBird(name)) {
    const flying = (shot.stage === 'sky' || name === 'eagle') && !close
    return mirrored(
      turned(
        bird(name, { look, tint: reading.has('color:white') ? hex('#f4f4f2') : null, flying }),
        between(random, 5, 30),
      ),
    )
  }
  if (isGroup(name)) return groupOf(name, { count: reading.count, random, accents: [palette.accent, palette.second] })
  if (isPerson(name))
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
  const build = BUILDINGS[name] ?? VEHICLES[name] ?? FLORA[name] ?? FOOD[name] ?? OBJECTS[name] ?? THINGS[name]
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

/** Mirrors parts along x, so that they look the other way. */
export function turnAround(parts: readonly Part[]): Part[] {
  return placed(parts, { turn: [0, 0, 0] }).map((part) => ({
    ...part,
    at: [-part.at[0], part.at[1], part.at[2]],
    to: [-part.to[0], part.to[1], part.to[2]],
    size: part.shape === 'sheet' ? [-part.size[0], part.size[1], part.size[2]] : part.size,
    // For symmetric bodies, mirroring only reverses the rotation about y and z.
    turn: part.turn.map((value, index) => (index % 3 === 0 ? -value : value)),
  }))
}
