import { type Color, hex, varied } from '../canvas/color.ts'
import { between, pick } from '../canvas/random.ts'
import type { Light } from './buildings.ts'
import { ball, limb, type Part, type Point, placed } from './parts.ts'

/** Builds petals around a heart; `open` is 0 for a bud and 1 for flat. It looks along -z and stands on its stalk. */
function blossom(color: Color, heart: Color, petals: number, open: number, stalk: number): Part[] {
  const parts: Part[] = [limb([0, 0, 0.02], [0.015, stalk, 0.05], 0.016, 0.014, hex('#4f8a34'))]
  for (let layer = 0; layer < 2; layer++)
    for (let petal = 0; petal < petals; petal++) {
      const angle = ((petal + layer * 0.5) / petals) * 360
      const a = (angle * Math.PI) / 180
      const reach = 0.15 - layer * 0.03
      parts.push(
        ball(
          [Math.cos(a) * reach, stalk + Math.sin(a) * reach, -0.02 - layer * 0.03 - (1 - open) * 0.06],
          [0.125 - layer * 0.02, 0.058, 0.018],
          varied(color, { lightness: 1 - layer * 0.09 }),
          { turn: [0, (1 - open) * 50, angle], melt: 0.008, gloss: 0.2 },
        ),
      )
    }
  parts.push(ball([0, stalk, -0.06], [0.072, 0.072, 0.045], heart, { pattern: 6, melt: 0.01 }))
  for (const [side, up] of [
    [-1, 0.35],
    [1, 0.55],
  ] as const)
    parts.push(
      ball([side * 0.1, stalk * up, 0.03], [0.12, 0.035, 0.03], hex('#5a9a3c'), {
        turn: [0, side * 20, side * 34],
        melt: 0.01,
      }),
    )
  return parts
}

/** Each plant grows from y = 0 and is best seen from -z. */
export const FLORA: Record<string, (light: Light) => Part[]> = {
  flower: ({ accent, random }) => blossom(accent, hex('#f2b632'), pick(random, [9, 11, 13]), 0.9, 0.62),
  sunflower: () => {
    const head = [
      ...Array.from({ length: 34 }, (_, petal) => {
        const layer = petal % 2
        const angle = (petal / 34) * 360
        const a = (angle * Math.PI) / 180
        return ball(
          [Math.cos(a) * 0.24, Math.sin(a) * 0.24, -0.02 - layer * 0.025],
          [0.12, 0.036, 0.014],
          hex(layer ? '#f7c52a' : '#eaa81c'),
          {
            turn: [0, 0, angle],
            melt: 0.004,
          },
        )
      }),
      ball([0, 0, -0.06], [0.155, 0.155, 0.06], hex('#4a2a14'), { pattern: 6 }),
      ball([0, 0, -0.1], [0.085, 0.085, 0.035], hex('#6a4420'), { pattern: 6 }),
    ]
    return [
      limb([0, 0, 0.03], [0.01, 1.3, 0.06], 0.032, 0.026, hex('#5a8a34')),
      ...placed(head, { at: [0.01, 1.34, 0], turn: [-10, 0, 0] }),
      ...(
        [
          [-1, 0.4],
          [1, 0.62],
          [-1, 0.86],
        ] as const
      ).map(([side, y]) =>
        ball([side * 0.17, y, 0.03], [0.18, 0.08, 0.02], hex('#5f9a3a'), {
          turn: [0, side * 24, side * 28],
          melt: 0.01,
        }),
      ),
    ]
  },
  rose: ({ accent }) => {
    const parts = [limb([0, 0, 0.02], [0, 0.55, 0.02], 0.017, 0.016, hex('#3f7a30'))]
    const head: Part[] = []
    for (let petal = 0; petal < 19; petal++) {
      const a = petal * 2.4
      const r = 0.02 + 0.0085 * petal
      const lean = 6 + petal * 2.6
      head.push(
        ball(
          [Math.cos(a) * r, 0.06 - petal * 0.0045, Math.sin(a) * r],
          [0.065 + petal * 0.0035, 0.09 - petal * 0.001, 0.014],
          varied(accent, { lightness: 1.12 - petal * 0.02 }),
          { turn: [-lean, 90 - (a * 180) / Math.PI, 0], melt: 0.004 },
        ),
      )
    }
    // It faces the viewer.
    parts.push(...placed(head, { at: [0, 0.6, 0], turn: [-52, 0, 0], scale: 1.35 }))
    parts.push(
      ball([0.13, 0.3, 0.02], [0.13, 0.04, 0.03], hex('#4f8a3a'), { turn: [0, 20, 30] }),
      ball([-0.12, 0.4, 0.02], [0.12, 0.04, 0.03], hex('#4f8a3a'), { turn: [0, -20, -32] }),
    )
    return parts
  },
  tulip: ({ accent, random }) =>
    [-0.34, 0, 0.32].flatMap((x, index) => {
      const tall = between(random, 0.5, 0.75)
      const tint = index === 1 ? accent : varied(accent, { turn: 30 * (index - 1), lightness: 1.08 })
      return [
        limb([x, 0, 0], [x * 0.9, tall, 0], 0.018, 0.016, hex('#4f8a34')),
        ...[0, 1, 2, 3, 4].map((petal) =>
          ball(
            [x * 0.9 + 0.05 * Math.cos(petal * 1.257), tall + 0.1, 0.05 * Math.sin(petal * 1.257)],
            [0.066, 0.15, 0.05],
            varied(tint, { lightness: 1 - 0.05 * (petal % 2) }),
            { melt: 0.012, gloss: 0.35 },
          ),
        ),
        ball([x + 0.08, tall * 0.42, 0], [0.03, 0.24, 0.05], hex('#5a9a3e'), { turn: [0, 0, 18] }),
      ]
    }),
  cactus: () => [
    limb([0, 0, 0], [0, 2.5, 0], 0.26, 0.24, hex('#4f8a4c'), { pattern: 6 }),
    limb([0, 1.1, 0], [0.65, 1.25, 0], 0.16, 0.17, hex('#4f8a4c'), { melt: 0.1 }),
    limb([0.65, 1.25, 0], [0.68, 2.0, 0], 0.17, 0.15, hex('#4f8a4c'), { melt: 0.1 }),
    limb([0, 0.8, 0], [-0.6, 0.95, 0], 0.15, 0.16, hex('#478044'), { melt: 0.1 }),
    limb([-0.6, 0.95, 0], [-0.62, 1.55, 0], 0.16, 0.14, hex('#478044'), { melt: 0.1 }),
    ball([0, 2.78, 0], 0.11, hex('#f28ab0')),
  ],
  mushroom: ({ accent }) =>
    [
      [0, 1, 0],
      [0.42, 0.6, -0.1],
      [-0.34, 0.45, -0.18],
    ].flatMap(([x = 0, s = 1, z = 0]) =>
      placed(
        [
          limb([0, 0, 0], [0.02, 0.42, 0], 0.11, 0.08, hex('#f4ecdc')),
          ball([0.02, 0.44, 0], [0.34, 0.2, 0.34], accent, { gloss: 0.6 }),
          ball([0.02, 0.37, 0], [0.3, 0.06, 0.3], hex('#f0e2cc')),
          ...[
            [0.1, 0.62, -0.12],
            [-0.14, 0.58, -0.16],
            [0.24, 0.52, -0.16],
            [-0.02, 0.52, -0.3],
            [-0.24, 0.5, -0.08],
          ].map(([a = 0, b = 0, c = 0]) => ball([a, b, c], [0.05, 0.035, 0.045], hex('#fdf8ee'))),
        ],
        { at: [x, 0, z], scale: s },
      ),
    ),
  tree: ({ random, accent }) => {
    const parts = [limb([0, 0, 0], [0.1, 1.6, 0], 0.32, 0.2, hex('#5a4030'), { melt: 0.1, pattern: 3 })]
    for (let branch = 0; branch < 9; branch++) {
      const a = branch * 2.4
      const reach = between(random, 0.7, 1.35)
      const tip: Point = [Math.cos(a) * reach, 2.3 + (branch % 3) * 0.5, Math.sin(a) * reach]
      parts.push(
        limb([0.08, 1.3 + branch * 0.05, 0], tip, 0.11, 0.05, hex('#5a4030'), { melt: 0.08 }),
        ball(tip, [0.78, 0.6, 0.78], branch % 3 ? hex('#5a8f3a') : varied(accent, { lightness: 0.9 }), {
          pattern: 6,
          melt: 0.2,
        }),
      )
    }
    parts.push(ball([0.05, 3.6, 0], [0.85, 0.7, 0.85], hex('#6fa045'), { pattern: 6, melt: 0.2 }))
    return parts
  },
  coral: ({ random, accent }) =>
    Array.from(
      { length: 9 },
      (_, i): Part =>
        limb(
          [0, 0, 0],
          [0.4 * Math.sin(i * 2.4) * random(), between(random, 0.4, 0.9), 0.4 * Math.cos(i * 2.4) * random()],
          0.09,
          0.05,
          varied(accent, { turn: i * 8, lightness: between(random, 0.8, 1.1) }),
          { melt: 0.08 },
        ),
    ),
}
