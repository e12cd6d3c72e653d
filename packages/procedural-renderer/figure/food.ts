import { type Color, hex, varied } from '../canvas/color.ts'
import { between, type Random } from '../canvas/random.ts'
import type { Light } from './buildings.ts'
import { ball, bowl, box, limb, type Part, type Point, placed, ring, tube } from './parts.ts'

/** Tilt toward the viewer in degrees: lids and plates are seen from a little above. */
const TILT = 24

/** Spreads places evenly over a disc, like the seeds of a sunflower. */
const spread = (count: number, radius: number): [x: number, z: number][] =>
  Array.from({ length: count }, (_, at) => {
    const r = radius * Math.sqrt((at + 0.5) / count)
    return [r * Math.cos(at * 2.4), r * Math.sin(at * 2.4)]
  })

const plate = (radius: number, color: Color): Part[] => [
  tube([0, 0.02, 0], radius, 0.018, color, { gloss: 1, round: 0.015 }),
  ring([0, 0.045, 0], radius, 0.022, varied(color, { lightness: 0.96 }), { gloss: 1 }),
]

function pizza({ random }: Light): Part[] {
  const parts: Part[] = [
    tube([0, 0.03, 0], 0.62, 0.03, hex('#d89a4e'), { round: 0.02 }),
    ring([0, 0.065, 0], 0.59, 0.058, hex('#d08a3e'), { melt: 0.03, pattern: 6 }),
    tube([0, 0.062, 0], 0.56, 0.012, hex('#b8341c'), {}),
    tube([0, 0.072, 0], 0.53, 0.012, hex('#f4c95c'), { melt: 0.02, gloss: 0.5 }),
  ]
  for (const [x, z] of spread(11, 0.5))
    parts.push(
      tube([x, 0.089, z], 0.078, 0.012, hex('#b02a1c'), { gloss: 0.7, round: 0.01 }),
      ball([x + 0.02, 0.1, z], [0.02, 0.005, 0.02], hex('#d8604a')),
    )
  for (const [x, z] of spread(9, 0.46))
    parts.push(
      ball([z * 0.9 + 0.06, 0.092, x * 0.9], [0.055, 0.01, 0.03], hex('#3f7a2c'), {
        turn: [0, between(random, 0, 180), 0],
      }),
    )
  for (const [x, z] of spread(6, 0.4))
    parts.push(ball([-x, 0.09, z + 0.05], [0.05, 0.012, 0.04], hex('#fbf3d8'), { melt: 0.02 }))
  // The slice that is being taken lies a little apart.
  return placed(
    [...placed(parts, { at: [0, 0.02, 0] }), tube([0, 0.012, 0], 0.68, 0.012, hex('#8a5a34'), { pattern: 3 })],
    {
      turn: [-TILT, 0, 0],
      at: [0, 0.26, 0],
    },
  )
}

function ramen({ random, accent }: Light): Part[] {
  const broth = 0.395
  const parts: Part[] = [
    bowl([0, 0.42, 0], 0.46, 0.022, accent, { gloss: 1.3 }),
    tube([0, 0.03, 0], 0.19, 0.03, varied(accent, { lightness: 0.85 }), { gloss: 1 }),
    ring([0, 0.42, 0], 0.46, 0.022, hex('#f4efe4'), { gloss: 1.2 }),
    tube([0, broth, 0], 0.43, 0.012, hex('#c07a34'), { gloss: 1.6 }),
  ]
  for (let strand = 0; strand < 13; strand++) {
    const a = strand * 0.9
    const r = between(random, 0.05, 0.2)
    parts.push(
      ring(
        [0.04 * Math.cos(a) - 0.04, broth + 0.02 + 0.004 * (strand % 4), 0.06 * Math.sin(a) - 0.08],
        r,
        0.012,
        hex('#f3d894'),
        {
          turn: [between(random, -8, 8), 0, between(random, -8, 8)],
        },
      ),
    )
  }
  const egg = (at: Point): Part[] => [
    ball(at, [0.11, 0.05, 0.085], hex('#fbf7ee'), { gloss: 0.6 }),
    ball([at[0], at[1] + 0.032, at[2]], [0.055, 0.025, 0.048], hex('#f08a1c'), { gloss: 0.9 }),
  ]
  parts.push(
    ...egg([-0.2, broth + 0.045, 0.1]),
    ...egg([-0.02, broth + 0.05, 0.2]),
    // A slice of fish cake with its pink swirl, pork, leeks and a sheet of seaweed.
    tube([0.2, broth + 0.04, 0.1], 0.085, 0.014, hex('#fdfaf4'), { turn: [12, 0, 6] }),
    ring([0.2, broth + 0.056, 0.1], 0.04, 0.011, hex('#f0709a'), { turn: [12, 0, 6] }),
    tube([0.22, broth + 0.035, -0.12], 0.11, 0.016, hex('#b87a5a'), { turn: [-8, 0, -8] }),
    ring([0.22, broth + 0.05, -0.12], 0.075, 0.012, hex('#e8c0a0'), { turn: [-8, 0, -8] }),
    box([0.04, broth + 0.18, 0.36], [0.15, 0.2, 0.008], hex('#1c3324'), { turn: [-14, 8, 0] }),
  )
  for (const [x, z] of spread(14, 0.12))
    parts.push(ring([x - 0.02, broth + 0.055, z - 0.02], 0.022, 0.009, hex('#6fae3c'), { turn: [20 * x * 10, 0, 20] }))
  for (const side of [0, 1])
    parts.push(
      limb(
        [-0.52, 0.5 + side * 0.012, -0.12 + side * 0.07],
        [0.55, 0.475, -0.3 + side * 0.05],
        0.016,
        0.011,
        hex('#7a2e1c'),
        { gloss: 0.8 },
      ),
    )
  return placed(parts, { turn: [-16, 0, 0], at: [0, 0.1, 0] })
}

const nigiri = (at: Point, fish: Color, stripe: Color): Part[] =>
  placed(
    [
      ball([0, 0.075, 0], [0.165, 0.072, 0.088], hex('#fbf8f0'), { pattern: 6, melt: 0.01 }),
      box([0, 0.135, 0], [0.18, 0.026, 0.084], fish, { round: 0.026, gloss: 0.9, turn: [0, 0, 0] }),
      ...[-0.1, -0.03, 0.04, 0.11].map((x) =>
        box([x, 0.158, 0], [0.012, 0.006, 0.07], stripe, { turn: [0, 24, 0], round: 0.004 }),
      ),
    ],
    { at, turn: [0, 28, 0] },
  )
const maki = (at: Point, heart: Color): Part[] => [
  tube([at[0], 0.1, at[2]], 0.098, 0.092, hex('#16261c'), { gloss: 0.4, round: 0.01 }),
  tube([at[0], 0.125, at[2]], 0.083, 0.072, hex('#fbf8f0'), { pattern: 6 }),
  tube([at[0], 0.15, at[2]], 0.038, 0.052, heart, { gloss: 0.7 }),
  ball([at[0] + 0.04, 0.198, at[2] + 0.02], [0.02, 0.008, 0.02], hex('#6fae3c')),
]

const sushi = (): Part[] =>
  placed(
    [
      box([0, 0.03, 0], [0.72, 0.03, 0.4], hex('#2e2a2c'), { round: 0.02, gloss: 0.9 }),
      ...placed(nigiri([-0.44, 0.06, 0.14], hex('#f0703c'), hex('#fbd8bc')), {}),
      ...nigiri([-0.02, 0.06, 0.17], hex('#d8384a'), hex('#f09aa0')),
      ...nigiri([0.4, 0.06, 0.15], hex('#f2b84a'), hex('#fbe8bc')),
      ...placed(
        [
          ...maki([-0.42, 0, 0], hex('#f0703c')),
          ...maki([-0.18, 0, 0], hex('#5a9a3c')),
          ...maki([0.06, 0, 0], hex('#f0703c')),
          ...maki([0.3, 0, 0], hex('#f2d04a')),
        ],
        { at: [0.02, 0.05, -0.16] },
      ),
      ball([0.57, 0.095, -0.16], [0.07, 0.05, 0.07], hex('#8ec04a'), { pattern: 6 }),
      ...[0, 1].map((side) =>
        limb(
          [-0.6, 0.085 + side * 0.01, -0.33 + side * 0.045],
          [0.62, 0.075, -0.36 + side * 0.03],
          0.014,
          0.01,
          hex('#8a3a20'),
          {
            gloss: 0.6,
          },
        ),
      ),
    ],
    { turn: [-20, 0, 0], at: [0, 0.14, 0] },
  )

function oneCookie(random: Random, at: Point, turn: Point): Part[] {
  const dough = varied(hex('#c98a48'), { lightness: between(random, 0.92, 1.08) })
  return placed(
    [
      ball([0, 0.035, 0], [0.26, 0.052, 0.26], dough, { pattern: 6, melt: 0.02 }),
      ...spread(11, 0.21).map(([x, z]) =>
        ball([x, 0.076 - 0.35 * (x * x + z * z), z], [0.032, 0.024, 0.028], hex('#3a2014'), {
          gloss: 0.6,
          turn: [0, between(random, 0, 90), 0],
        }),
      ),
    ],
    { at, turn },
  )
}

const cookies = ({ random }: Light): Part[] => [
  ...plate(0.66, hex('#f1ede4')),
  ...oneCookie(random, [-0.3, 0.05, 0.16], [-10, 20, 0]),
  ...oneCookie(random, [0.3, 0.05, 0.18], [-10, 60, 0]),
  ...oneCookie(random, [0, 0.14, 0.2], [-14, 120, 0]),
  ...oneCookie(random, [0.02, 0.17, -0.16], [-46, 10, 4]),
  ...oneCookie(random, [-0.42, 0.12, -0.22], [-34, 200, 12]),
  ...oneCookie(random, [0.43, 0.12, -0.22], [-34, 90, -12]),
]

const burger = ({ random }: Light): Part[] => [
  ...plate(0.62, hex('#efeae0')),
  tube([0, 0.11, 0], 0.4, 0.06, hex('#d4923f'), { round: 0.05 }),
  ...Array.from({ length: 18 }, (_, at) =>
    ball(
      [Math.cos(at * 0.349) * 0.4, 0.19 + 0.012 * (at % 3), Math.sin(at * 0.349) * 0.4],
      [0.09, 0.022, 0.07],
      hex(at % 2 ? '#7ab83c' : '#5f9e30'),
      {
        turn: [0, -at * 20, between(random, -20, 20)],
        melt: 0.01,
      },
    ),
  ),
  tube([0, 0.225, 0], 0.4, 0.022, hex('#c8281e'), { gloss: 0.9, round: 0.015 }),
  tube([0, 0.3, 0], 0.42, 0.06, hex('#5a3220'), { round: 0.05, pattern: 6 }),
  box([0, 0.368, 0], [0.34, 0.012, 0.34], hex('#f5b52c'), { turn: [0, 38, 0], round: 0.01, gloss: 0.5 }),
  box([0.18, 0.34, -0.35], [0.09, 0.04, 0.012], hex('#f5b52c'), { turn: [0, 10, 45], round: 0.01, gloss: 0.5 }),
  ball([0, 0.42, 0], [0.44, 0.3, 0.44], hex('#d8943c'), { gloss: 0.7 }),
  tube([0, 0.395, 0], 0.41, 0.012, hex('#f3d9a8')),
  ...spread(26, 0.34).map(([x, z], at) =>
    ball(
      [x, 0.42 + 0.3 * Math.sqrt(Math.max(0, 1 - (x * x + z * z) / 0.194)), z],
      [0.022, 0.012, 0.014],
      hex('#f7ead0'),
      {
        turn: [0, at * 50, 0],
      },
    ),
  ),
]

function oneDonut(random: Random, icing: Color, at: Point, turn: Point): Part[] {
  const sprinkles = ['#f4d03c', '#4ab0e0', '#f8f4ee', '#e0503c', '#6fc04a']
  return placed(
    [
      ring([0, 0.12, 0], 0.24, 0.125, hex('#d09a54'), { gloss: 0.3 }),
      ring([0, 0.158, 0], 0.24, 0.115, icing, { gloss: 1.4, melt: 0.02 }),
      ...Array.from({ length: 26 }, (_, one) => {
        const a = one * 2.4
        const r = 0.24 + between(random, -0.07, 0.07)
        const y = 0.158 + Math.sqrt(Math.max(0, 0.115 ** 2 - (r - 0.24) ** 2))
        const [x, z] = [r * Math.cos(a), r * Math.sin(a)]
        const b = random() * 6.28
        return limb(
          [x, y, z],
          [x + 0.034 * Math.cos(b), y, z + 0.034 * Math.sin(b)],
          0.011,
          0.011,
          hex(sprinkles[one % 5] as string),
        )
      }),
    ],
    { at, turn },
  )
}

const donut = ({ random, accent }: Light): Part[] => [
  ...oneDonut(random, accent, [-0.16, 0.24, 0.1], [-52, 12, 0]),
  ...oneDonut(random, hex('#5a2f1c'), [0.4, 0.02, -0.14], [-10, 0, 0]),
]

function apple(at: Point, color: Color): Part[] {
  return placed(
    [
      ...[0, 72, 144, 216, 288].map((angle) =>
        ball(
          [0.055 * Math.cos((angle * Math.PI) / 180), 0.2, 0.055 * Math.sin((angle * Math.PI) / 180)],
          [0.165, 0.19, 0.165],
          color,
          {
            melt: 0.06,
            gloss: 1.1,
          },
        ),
      ),
      limb([0, 0.36, 0], [0.03, 0.47, 0.01], 0.014, 0.018, hex('#5a3c22')),
      ball([0.1, 0.44, 0], [0.085, 0.014, 0.042], hex('#5a9a34'), { turn: [10, 20, 24] }),
    ],
    { at },
  )
}

const lemons = (): Part[] =>
  [
    { at: [-0.24, 0, 0.05] as Point, turn: 30 },
    { at: [0.2, 0, 0.12] as Point, turn: -40 },
    { at: [0.06, 0, -0.22] as Point, turn: 100 },
  ].flatMap(({ at, turn }) =>
    placed(
      [
        ball([0, 0.17, 0], [0.22, 0.165, 0.165], hex('#f5d52c'), { melt: 0.05, gloss: 0.9 }),
        ball([0.21, 0.17, 0], [0.06, 0.05, 0.05], hex('#f0cc28'), { melt: 0.08, gloss: 0.8 }),
        ball([-0.21, 0.17, 0], [0.045, 0.04, 0.04], hex('#e0c430'), { melt: 0.06 }),
      ],
      { at, turn: [0, turn, 0] },
    ),
  )

/** Each food stands on a table at y = 0 and is best seen from -z. */
export const FOOD: Record<string, (light: Light) => Part[]> = {
  pizza,
  ramen,
  sushi,
  cookie: cookies,
  burger,
  donut,
  apple: () => [
    ...apple([-0.22, 0, 0.08], hex('#c4202a')),
    ...apple([0.24, 0, 0.1], hex('#c8302c')),
    ...apple([0.02, 0, -0.26], hex('#b81c28')),
  ],
  lemon: lemons,
}
