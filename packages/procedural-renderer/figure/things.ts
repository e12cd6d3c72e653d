import { type Color, hex, varied } from '../canvas/color.ts'
import { between, pick } from '../canvas/random.ts'
import type { Light } from './buildings.ts'
import { ball, box, cone, limb, type Part, type Point, placed, ring, sheet, tube } from './parts.ts'

/** Builds a flower of a bunch. Its head looks up and out. */
function bloom(from: Point, to: Point, color: Color): Part[] {
  const petals = Array.from({ length: 7 }, (_, petal) => {
    const a = (petal / 7) * 2 * Math.PI
    return ball([0.075 * Math.cos(a), 0.01, 0.075 * Math.sin(a)], [0.062, 0.02, 0.05], color, {
      turn: [0, (-a * 180) / Math.PI, 0],
      melt: 0.01,
    })
  })
  const lean: Point = [-50 + (to[2] - from[2]) * 60, 0, (from[0] - to[0]) * 90]
  return [
    limb(from, to, 0.011, 0.011, hex('#4f8a34')),
    ...placed([...petals, ball([0, 0.022, 0], [0.04, 0.022, 0.04], hex('#f2b632'), { pattern: 6 })], {
      at: to,
      turn: lean,
    }),
  ]
}

function vase({ random, accent, second }: Light): Part[] {
  const glaze = hex(pick(random, ['#3f6f8f', '#e8e2d6', '#7a9a86', '#c86a4a']))
  const parts: Part[] = [
    ball([0, 0.24, 0], [0.2, 0.24, 0.2], glaze, { gloss: 1.2, melt: 0.06 }),
    cone([0, 0.48, 0], 0.12, 0.13, 0.09, glaze, { gloss: 1.2, melt: 0.06 }),
    ring([0, 0.57, 0], 0.125, 0.02, varied(glaze, { lightness: 0.9 }), { gloss: 1.2 }),
    tube([0, 0.02, 0], 0.12, 0.02, varied(glaze, { lightness: 0.85 }), { gloss: 1 }),
  ]
  const colors = [accent, second, hex('#fbf5ec'), varied(accent, { turn: 40, lightness: 1.1 })]
  for (let stem = 0; stem < 9; stem++) {
    const a = stem * 2.4
    const r = stem === 0 ? 0 : between(random, 0.2, 0.36)
    const tip: Point = [r * Math.cos(a), 1.12 - r * 0.75 + between(random, -0.05, 0.06), r * Math.sin(a) * 0.7]
    parts.push(...bloom([0.03 * Math.cos(a), 0.55, 0.03 * Math.sin(a)], tip, colors[stem % 4] as Color))
  }
  for (let leaf = 0; leaf < 7; leaf++) {
    const a = leaf * 0.9
    parts.push(
      ball([0.2 * Math.cos(a), 0.68, 0.16 * Math.sin(a)], [0.15, 0.02, 0.06], hex('#5a8f3c'), {
        turn: [0, (-a * 180) / Math.PI, 34],
      }),
    )
  }
  return parts
}

function parcel(at: Point, half: Point, paper: Color, ribbon: Color, turn: number): Part[] {
  const [a, b, c] = half
  return placed(
    [
      box([0, b, 0], half, paper, { round: 0.015, gloss: 0.3 }),
      box([0, b, 0], [a + 0.006, b + 0.006, c * 0.14], ribbon, { gloss: 0.9 }),
      box([0, b, 0], [a * 0.14, b + 0.006, c + 0.006], ribbon, { gloss: 0.9 }),
      ...[-1, 1].flatMap((side) => [
        ring([side * a * 0.28, 2 * b + 0.06, 0], 0.075, 0.022, ribbon, { turn: [90, 0, side * 24], gloss: 0.9 }),
        limb([0, 2 * b + 0.02, -0.02], [side * a * 0.55, 2 * b + 0.012, -c * 0.6], 0.022, 0.012, ribbon, {
          gloss: 0.9,
        }),
      ]),
      ball([0, 2 * b + 0.035, 0], 0.04, ribbon, { gloss: 0.9 }),
    ],
    { at, turn: [0, turn, 0] },
  )
}

function christmasTree({ random }: Light): Part[] {
  const parts: Part[] = [tube([0, 0.18, 0], 0.1, 0.2, hex('#5a3a22'))]
  for (let tier = 0; tier < 6; tier++) {
    const y = 0.5 + tier * 0.34
    const r = 0.95 - tier * 0.15
    parts.push(
      cone([0, y, 0], r, r * 0.3, 0.27, varied(hex('#1f5a34'), { lightness: 1 + tier * 0.03 }), {
        pattern: 6,
        melt: 0.03,
      }),
    )
    const count = 9 - tier
    for (let at = 0; at < count; at++) {
      const a = at * ((2 * Math.PI) / count) + tier * 0.7
      const out = r * 0.93
      const isLight = at % 3 === 0
      parts.push(
        ball(
          [out * Math.cos(a), y - 0.2, out * Math.sin(a)],
          isLight ? 0.04 : 0.068,
          hex(isLight ? '#ffd98a' : pick(random, ['#d8263a', '#e8b63c', '#c8d4dc', '#3a7ac8'])),
          isLight ? { glow: 3.5 } : { gloss: 1.6 },
        ),
      )
    }
  }
  for (const ray of [0, 72, 144, 216, 288]) {
    const a = ((ray + 90) * Math.PI) / 180
    parts.push(
      limb([0, 2.66, 0], [0.19 * Math.cos(a), 2.66 + 0.19 * Math.sin(a), 0], 0.055, 0.012, hex('#ffcf4a'), {
        glow: 1.6,
      }),
    )
  }
  return parts
}

function campfire({ random }: Light): Part[] {
  const parts: Part[] = []
  for (let log = 0; log < 6; log++) {
    const a = log * 1.047
    parts.push(
      limb(
        [0.5 * Math.cos(a), 0.07, 0.5 * Math.sin(a)],
        [-0.06 * Math.cos(a), 0.3, -0.06 * Math.sin(a)],
        0.07,
        0.055,
        hex('#4a3020'),
        {
          pattern: 3,
        },
      ),
    )
  }
  for (let stone = 0; stone < 11; stone++) {
    const a = stone * 0.571
    parts.push(
      ball(
        [0.68 * Math.cos(a), 0.06, 0.68 * Math.sin(a)],
        [0.13, 0.1, 0.12],
        varied(hex('#7c7873'), { lightness: between(random, 0.75, 1.1) }),
        {
          turn: [0, stone * 40, 10],
        },
      ),
    )
  }
  for (let flame = 0; flame < 9; flame++) {
    const a = flame * 2.4
    const r = flame === 0 ? 0 : 0.1 + 0.02 * flame
    const tall = flame === 0 ? 1.05 : between(random, 0.45, 0.85)
    const [x, z] = [r * Math.cos(a), r * Math.sin(a)]
    parts.push(
      limb(
        [x, 0.24, z],
        [x * 1.3 + between(random, -0.07, 0.07), 0.24 + tall * 0.8, z * 1.2],
        0.12,
        0.008,
        hex(flame % 2 ? '#ff7a1c' : '#ff9c2a'),
        {
          melt: 0.07,
          glow: 3.2,
        },
      ),
    )
  }
  for (const [x, z] of [
    [0, -0.14],
    [0.11, -0.1],
    [-0.1, -0.12],
  ] as const)
    parts.push(limb([x, 0.2, z], [x * 0.7, 0.66, z * 0.9], 0.085, 0.01, hex('#ffe08a'), { melt: 0.04, glow: 4.5 }))
  return parts
}

/** Builds a kite with a tail of bows. It faces whoever holds its string. */
function kite({ accent, second }: Light): Part[] {
  const [top, right, low, left]: Point[] = [
    [0, 1.0, 0],
    [0.62, 0.3, 0],
    [0, -0.9, 0],
    [-0.62, 0.3, 0],
  ] as [Point, Point, Point, Point]
  const middle: Point = [0, 0.3, -0.06]
  const cloth = { round: 0.018 }
  const tail = Array.from(
    { length: 6 },
    (_, bow): Point => [0.16 * Math.sin(bow * 1.3) + bow * 0.07, -0.9 - (bow + 1) * 0.3, 0],
  )
  return placed(
    [
      sheet(top as Point, right as Point, middle, accent, cloth),
      sheet(top as Point, left as Point, middle, second, cloth),
      sheet(low as Point, right as Point, middle, second, cloth),
      sheet(low as Point, left as Point, middle, accent, cloth),
      limb(top as Point, low as Point, 0.02, 0.02, hex('#6a4a30')),
      limb(left as Point, right as Point, 0.018, 0.018, hex('#6a4a30')),
      ...tail.map((at, bow) => limb((tail[bow - 1] ?? low) as Point, at, 0.012, 0.012, hex('#f4f0e6'))),
      ...tail.flatMap((at, bow) =>
        [-1, 1].map((side) =>
          ball([at[0] + side * 0.07, at[1], at[2]], [0.075, 0.045, 0.02], bow % 2 ? accent : second, {
            turn: [0, 0, side * 16],
          }),
        ),
      ),
    ],
    { turn: [0, 0, -18], at: [0, 2.2, 0] },
  )
}

const lantern = ({ accent }: Light): Part[] => [
  ball([0, 0.42, 0], [0.32, 0.34, 0.32], accent, { glow: 1.5 }),
  ...[-0.24, -0.12, 0, 0.12, 0.24].map((y) =>
    ring([0, 0.42 + y, 0], 0.325 * Math.sqrt(1 - (y / 0.35) ** 2), 0.012, varied(accent, { lightness: 0.7 }), {
      glow: 0.5,
    }),
  ),
  tube([0, 0.09, 0], 0.13, 0.035, hex('#2e2622')),
  tube([0, 0.76, 0], 0.13, 0.035, hex('#2e2622')),
  ring([0, 0.9, 0], 0.1, 0.014, hex('#2e2622'), { turn: [90, 0, 0] }),
  ...[-0.05, 0, 0.05].map((x) => limb([x, 0.07, 0], [x * 1.4, -0.16, 0], 0.011, 0.008, hex('#c8a050'))),
]

/** Each thing stands on y = 0 and is best seen from -z. */
export const THINGS: Record<string, (light: Light) => Part[]> = {
  vase,
  gift: ({ accent, second }) => [
    ...parcel([-0.1, 0, 0.1], [0.38, 0.32, 0.38], accent, hex('#fbf3dc'), 24),
    ...parcel([0.52, 0, -0.3], [0.24, 0.19, 0.24], second, hex('#c8263a'), -18),
  ],
  'christmas-tree': christmasTree,
  campfire,
  kite,
  lantern: (light) => placed(lantern(light), { at: [0, 0.16, 0] }),
}
