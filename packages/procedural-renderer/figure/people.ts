import { type Color, hex, varied } from '../canvas/color.ts'
import { between, pick, type Random } from '../canvas/random.ts'
import { ball, box, limb, type Part, type Point, placed, ring, tube } from './parts.ts'

type Dress = { skin: Color; hair: Color; coat: Color; legs: Color; isLongHaired: boolean; skirt: boolean }

function dressOf(name: string, random: Random, accent: Color): Dress {
  const isWoman = ['woman', 'girl', 'bride'].includes(name)
  if (name === 'groom' || name === 'bride') accent = hex(name === 'bride' ? '#faf7f2' : '#23262e')
  return {
    skin: hex(pick(random, ['#f0c8a8', '#d9a07a', '#a86e4a', '#7a4a30', '#f4d4bc'])),
    hair: hex(pick(random, ['#2a1c16', '#4a2e1c', '#8a5a2c', '#1c1a22', '#b8843c'])),
    coat: accent,
    legs: name === 'groom' ? accent : varied(accent, { lightness: 0.5, chroma: 0.5, turn: 160 }),
    isLongHaired: isWoman,
    skirt: isWoman,
  }
}

/** Builds a head around the middle of the skull (radius 0.12), looking along +x. */
function humanHead(dress: Dress, isFull: boolean): Part[] {
  const { skin, hair } = dress
  const soft = { melt: 0.03 }
  const parts = [
    ball([0, 0, 0], [0.118, 0.135, 0.105], skin, soft),
    ball([0.03, -0.075, 0], [0.085, 0.075, 0.078], skin, { melt: 0.05 }),
    ball([-0.02, 0.045, 0], [0.13, 0.115, 0.118], hair, { melt: 0.015, pattern: 6 }),
    ball([0.075, 0.115, 0.02], [0.05, 0.035, 0.085], hair, { melt: 0.03, pattern: 6 }),
  ]
  if (dress.isLongHaired)
    for (const side of [-1, 1])
      parts.push(
        limb([-0.03, 0.04, side * 0.1], [-0.03, -0.25, side * 0.115], 0.055, 0.045, hair, { melt: 0.05, pattern: 6 }),
        limb([-0.09, 0.02, side * 0.05], [-0.1, -0.3, side * 0.06], 0.07, 0.06, hair, { melt: 0.05, pattern: 6 }),
      )
  if (!isFull) return parts
  parts.push(
    limb([0.115, 0.0, 0], [0.142, -0.045, 0], 0.013, 0.02, skin, { melt: 0.02 }),
    ball([0.108, -0.088, 0], [0.014, 0.009, 0.03], varied(skin, { lightness: 0.8, chroma: 1.7, turn: -20 }), {
      melt: 0.012,
      gloss: 0.4,
    }),
    ...[-1, 1].map((side) =>
      ball(
        [0.1, -0.083, side * 0.03],
        [0.01, 0.007, 0.012],
        varied(skin, { lightness: 0.78, chroma: 1.6, turn: -20 }),
        { melt: 0.01 },
      ),
    ),
  )
  for (const side of [-1, 1]) {
    const eye: Point = [0.092, 0.012, side * 0.043]
    parts.push(
      ball(eye, [0.022, 0.02, 0.026], hex('#fbf8f4'), { gloss: 0.8 }),
      ball([eye[0] + 0.014, eye[1], eye[2]], [0.0125, 0.0155, 0.0145], hex('#4a6a5a'), { gloss: 1 }),
      ball([eye[0] + 0.0215, eye[1], eye[2]], 0.0075, hex('#0d0a0a'), { gloss: 1 }),
      ball([eye[0] + 0.0275, eye[1] + 0.0055, eye[2] - 0.004], 0.0032, hex('#ffffff'), { glow: 1.5 }),
      limb([0.115, 0.056, side * 0.02], [0.099, 0.05, side * 0.068], 0.006, 0.004, hair, { melt: 0.008 }),
      limb([0.112, 0.031, side * 0.022], [0.095, 0.03, side * 0.07], 0.008, 0.006, skin, { melt: 0.012 }),
      ball([-0.005, -0.01, side * 0.11], [0.02, 0.034, 0.014], skin, { melt: 0.015 }),
    )
  }
  return parts
}

/**
 * Builds a person who looks along +x, stands on y = 0 and is 1.75 meters tall. `bust` means head and shoulders only,
 * near enough for a face.
 */
export function person(
  name: string,
  { look, bust, random, accent }: { look: number; bust: boolean; random: Random; accent: Color },
): Part[] {
  if (name === 'astronaut') return astronaut(look, accent)
  if (name === 'robot') return robot(look, accent)
  if (name === 'alien') return alien(look)
  const dress = dressOf(name, random, accent)
  const isYoung = name === 'child' || name === 'girl'
  const small = isYoung ? 0.66 : 1
  const { skin, coat, legs, hair } = dress
  const cloth = { melt: 0.06, gloss: 0.05 }
  const step = between(random, 0.04, 0.16)
  const steel = hex('#aab2ba')
  const isKnight = name === 'knight'
  const parts = [
    ...placed(humanHead(dress, bust), { at: [0.02, 1.6, 0], turn: [0, look, 0], scale: isYoung ? 1.25 : 1 }),
    limb([0, 1.42, 0], [0.01, 1.52, 0], 0.055, 0.05, skin, { melt: 0.04 }),
    ball([0, 1.24, 0], [0.13, 0.2, 0.2], isKnight ? steel : coat, { ...cloth, gloss: isKnight ? 0.9 : 0.05 }),
    ball([0, 0.98, 0], [0.12, 0.2, 0.165], isKnight ? steel : coat, cloth),
    ring([0.01, 1.43, 0], 0.07, 0.028, isKnight ? hex('#c8a850') : varied(coat, { lightness: 0.8 }), { melt: 0.02 }),
  ]
  for (const side of [-1, 1]) {
    const hand: Point = [0.06 + side * step * 0.6, 0.82, side * 0.3]
    parts.push(
      ball([0, 1.38, side * 0.19], [0.075, 0.08, 0.085], isKnight ? steel : coat, {
        ...cloth,
        gloss: isKnight ? 0.9 : 0.05,
      }),
      limb([0, 1.38, side * 0.2], [-0.02, 1.1, side * 0.28], 0.066, 0.052, isKnight ? steel : coat, cloth),
      limb([-0.02, 1.1, side * 0.28], hand, 0.052, 0.04, coat, cloth),
      ball(hand, 0.048, isKnight ? steel : skin, { melt: 0.02 }),
    )
    const foot: Point = [side * step, 0.06, side * 0.09]
    if (!dress.skirt)
      parts.push(limb([0, 0.9, side * 0.08], [side * step * 0.7 + 0.02, 0.48, side * 0.09], 0.095, 0.07, legs, cloth))
    parts.push(
      limb([side * step * 0.7 + 0.02, 0.48, side * 0.09], foot, 0.066, 0.05, dress.skirt ? skin : legs, cloth),
      ball([foot[0] + 0.05, 0.045, foot[2]], [0.12, 0.05, 0.055], hex('#2c221e'), { melt: 0.02 }),
    )
  }
  if (dress.skirt) parts.push({ ...limb([0, 1.0, 0], [-0.02, 0.42, 0], 0.13, 0.3, coat, { melt: 0.1 }) })
  if (name === 'bride')
    parts.push(
      limb([0, 0.98, 0], [-0.06, 0.22, 0], 0.14, 0.42, coat, { melt: 0.1 }),
      limb([-0.08, 1.7, 0], [-0.2, 0.75, 0], 0.12, 0.24, hex('#fffdfa'), { melt: 0.05 }),
      ring([-0.02, 1.73, 0], 0.1, 0.018, hex('#f2d8e0'), { pattern: 6 }),
      ...[-0.05, 0.05, 0].map((z, at) => ball([0.2, 0.86 + at * 0.04, z], 0.06, hex(at === 2 ? '#fbe9ee' : '#e8a0b4'))),
    )
  if (name === 'groom')
    parts.push(
      ball([0.1, 1.28, 0], [0.045, 0.15, 0.055], hex('#fbfaf6'), { melt: 0.01 }),
      ball([0.15, 1.39, 0], [0.02, 0.02, 0.045], hex('#7a1a2c')),
    )
  if (isKnight) {
    parts.push(
      ball([0.0, 1.64, 0], [0.15, 0.16, 0.13], steel, { gloss: 1 }),
      box([0.12, 1.61, 0], [0.03, 0.014, 0.09], hex('#15171a'), { turn: [0, look, 0] }),
    )
    parts.push(
      limb([-0.1, 1.78, 0], [-0.28, 1.6, 0], 0.05, 0.06, coat, { melt: 0.03, pattern: 6 }),
      limb([0.12, 0.2, 0.36], [0.1, 1.25, 0.34], 0.012, 0.02, hex('#dfe6ec'), { gloss: 1 }),
      limb([0.1, 0.95, 0.24], [0.1, 0.95, 0.44], 0.02, 0.02, hex('#c8a850'), { gloss: 0.9 }),
    )
    parts.push(limb([-0.14, 1.4, 0], [-0.3, 0.5, 0], 0.17, 0.26, coat, { melt: 0.08 }))
  } else if (name === 'person' && !bust) {
    parts.push(
      ball([0.02, 1.72, 0], [0.2, 0.02, 0.2], varied(hair, { lightness: 1.2 }), { melt: 0.02 }),
      ball([0.01, 1.76, 0], [0.115, 0.075, 0.115], varied(hair, { lightness: 1.2 }), { melt: 0.03 }),
      ball([-0.2, 1.22, 0], [0.11, 0.2, 0.15], varied(coat, { turn: 140, lightness: 0.8 }), { melt: 0.03 }),
    )
  }
  return placed(parts, { scale: small })
}

const PEOPLE = new Set([
  'person',
  'man',
  'woman',
  'child',
  'girl',
  'bride',
  'groom',
  'knight',
  'astronaut',
  'robot',
  'alien',
])
export const isPerson = (name: string) => PEOPLE.has(name)

const GROUPS: Record<string, string[]> = {
  couple: ['woman', 'man'],
  wedding: ['bride', 'groom'],
  family: ['woman', 'girl', 'child', 'man'],
  people: ['woman', 'man', 'man', 'woman', 'man', 'woman', 'man', 'woman', 'man'],
}
export const isGroup = (name: string) => name in GROUPS
const USUAL_PEOPLE = 4

/** Builds several people side by side, each turned a little to the middle. */
export function groupOf(
  name: string,
  { count, random, accents }: { count: number; random: Random; accents: readonly Color[] },
): Part[] {
  const all = GROUPS[name] as string[]
  const names = name === 'people' ? all.slice(0, count > 1 ? count : USUAL_PEOPLE) : all
  return names.flatMap((one, at) => {
    const place = at - (names.length - 1) / 2
    const coat =
      accents[at] ?? varied(accents[at % 2] as Color, { turn: 70 + 47 * at, lightness: between(random, 0.7, 1.1) })
    const side = place > 0 ? 1 : -1
    const model = person(one, { look: 0, bust: false, random, accent: coat })
    const near = names.length > 2 ? 0.72 : 0.56
    const turn = 90 + side * (names.length > 2 ? between(random, -12, 32) : 32)
    return placed(model, { at: [place * near, 0, names.length > 2 ? between(random, 0, 0.5) : 0], turn: [0, turn, 0] })
  })
}

function astronaut(look: number, accent: Color): Part[] {
  const suit = hex('#f2f1ee')
  const trim = hex('#b9bcc2')
  const soft = { melt: 0.05, gloss: 0.25 }
  const turn: Point = [0, look, 0]
  const parts = [
    ball([0, 1.22, 0], [0.2, 0.27, 0.25], suit, soft),
    ball([0, 0.93, 0], [0.18, 0.2, 0.22], suit, soft),
    box([-0.27, 1.22, 0], [0.12, 0.28, 0.22], trim, { round: 0.05, gloss: 0.3 }),
    ring([0, 1.47, 0], 0.15, 0.035, trim, { gloss: 0.7 }),
    ...placed(
      [
        ball([0, 0, 0], 0.22, suit, { gloss: 0.6 }),
        ball([0.065, 0.0, 0], [0.175, 0.155, 0.178], hex('#3a2408'), { gloss: 2.2, melt: 0.01 }),
        ball([0.2, 0.07, -0.06], [0.03, 0.03, 0.045], hex('#ffd890'), { glow: 1.1, melt: 0.03 }),
        box([0, 0.02, 0.22], [0.05, 0.06, 0.02], accent, { round: 0.015, glow: 0.25 }),
      ],
      { at: [0.02, 1.63, 0], turn },
    ),
    box([0.2, 1.22, 0], [0.04, 0.08, 0.11], trim, { round: 0.02 }),
    box([0.235, 1.24, -0.05], [0.015, 0.02, 0.02], accent, { glow: 1.4 }),
    box([0.235, 1.24, 0.03], [0.015, 0.02, 0.03], hex('#4ac0e8'), { glow: 1.4 }),
  ]
  for (const side of [-1, 1]) {
    parts.push(
      limb([0, 1.38, side * 0.25], [0.04, 1.1, side * 0.36], 0.105, 0.09, suit, soft),
      limb([0.04, 1.1, side * 0.36], [0.2, 0.9, side * 0.33], 0.09, 0.075, suit, soft),
      ring([0.03, 1.12, side * 0.36], 0.085, 0.02, accent, { melt: 0.01 }),
      ball([0.22, 0.86, side * 0.33], 0.085, trim, { melt: 0.02 }),
      limb([0, 0.86, side * 0.12], [0.06 * side, 0.46, side * 0.15], 0.135, 0.11, suit, soft),
      limb([0.06 * side, 0.46, side * 0.15], [0.1 * side, 0.14, side * 0.15], 0.115, 0.105, suit, soft),
      ring([0.06 * side, 0.44, side * 0.15], 0.1, 0.022, accent, { melt: 0.01 }),
      ball([0.1 * side + 0.05, 0.08, side * 0.15], [0.18, 0.085, 0.105], trim, { melt: 0.03 }),
    )
  }
  return parts
}

function robot(look: number, accent: Color): Part[] {
  const shell = hex('#c6ccd2')
  const dark = hex('#3a4048')
  const metal = { gloss: 1, round: 0.04 }
  const parts = [
    box([0, 1.12, 0], [0.18, 0.25, 0.26], shell, { ...metal, round: 0.08 }),
    tube([0, 0.82, 0], 0.12, 0.07, dark, metal),
    tube([0, 1.43, 0], 0.06, 0.06, dark, metal),
    ball([0.18, 1.17, 0], [0.04, 0.08, 0.08], accent, { glow: 1.6 }),
    ...placed(
      [
        box([0, 0, 0], [0.17, 0.15, 0.2], shell, { ...metal, round: 0.07 }),
        box([0.15, 0, 0], [0.035, 0.09, 0.16], hex('#14181d'), { gloss: 1.4, round: 0.03 }),
        ...[-1, 1].flatMap((side) => [
          ball([0.19, 0.01, side * 0.075], [0.02, 0.04, 0.04], accent, { glow: 2.4 }),
          tube([0, 0, side * 0.22], 0.05, 0.03, accent, { turn: [90, 0, 0], gloss: 0.8 }),
        ]),
        limb([0, 0.14, 0.08], [0, 0.3, 0.1], 0.01, 0.01, dark),
        ball([0, 0.32, 0.1], 0.03, accent, { glow: 2 }),
      ],
      { at: [0.02, 1.62, 0], turn: [0, look, 0] },
    ),
  ]
  for (const side of [-1, 1])
    parts.push(
      ball([0, 1.3, side * 0.33], 0.085, dark, metal),
      limb([0, 1.28, side * 0.35], [0, 1.02, side * 0.38], 0.055, 0.055, shell, metal),
      ball([0, 1.0, side * 0.38], 0.06, dark, metal),
      limb([0, 1.0, side * 0.38], [0.12, 0.78, side * 0.37], 0.06, 0.075, shell, metal),
      ball([0.14, 0.73, side * 0.37], 0.075, dark, metal),
      limb([0, 0.8, side * 0.12], [0.02 * side, 0.44, side * 0.14], 0.07, 0.07, dark, metal),
      limb([0.02 * side, 0.44, side * 0.14], [0.02, 0.12, side * 0.14], 0.09, 0.1, shell, metal),
      box([0.06, 0.06, side * 0.14], [0.17, 0.06, 0.1], dark, metal),
    )
  return parts
}

function alien(look: number): Part[] {
  const skin = hex('#8ac07a')
  const soft = { melt: 0.06, gloss: 0.6 }
  return [
    ...placed(
      [
        ball([0, 0.05, 0], [0.2, 0.25, 0.21], skin, soft),
        ball([0.05, -0.14, 0], [0.11, 0.12, 0.1], skin, { ...soft, melt: 0.12 }),
        ...[-1, 1].map((side) =>
          ball([0.155, -0.01, side * 0.085], [0.05, 0.085, 0.06], hex('#08080c'), {
            gloss: 1.6,
            turn: [side * 28, 0, 0],
          }),
        ),
      ],
      { at: [0, 1.25, 0], turn: [0, look, 0], scale: 1.15 },
    ),
    limb([0, 1.05, 0], [0, 0.55, 0], 0.07, 0.12, skin, soft),
    ...[-1, 1].flatMap((side) => [
      limb([0, 0.95, side * 0.1], [0.1, 0.55, side * 0.24], 0.045, 0.035, skin, soft),
      limb([0, 0.5, side * 0.07], [0.02, 0.05, side * 0.1], 0.06, 0.05, skin, soft),
      ball([0.06, 0.04, side * 0.1], [0.1, 0.04, 0.06], skin, soft),
    ]),
  ]
}
