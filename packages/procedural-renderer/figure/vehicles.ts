import { hex } from '../canvas/color.ts'
import { between } from '../canvas/random.ts'
import type { Light } from './buildings.ts'
import { ball, box, cone, limb, type Part, placed, ring, sheet, tube } from './parts.ts'

const GLASS = hex('#2c3844')
const RUBBER = hex('#1c1c20')
const wheel = (x: number, z: number, radius: number): Part[] => [
  tube([x, radius, z], radius, radius * 0.32, RUBBER, { turn: [90, 0, 0], round: radius * 0.12 }),
  tube([x, radius, z + Math.sign(z) * radius * 0.16], radius * 0.58, radius * 0.22, hex('#c6ccd2'), {
    turn: [90, 0, 0],
    gloss: 1,
  }),
]

/** Each vehicle stands on y = 0 and drives along +x. */
export const VEHICLES: Record<string, (light: Light) => Part[]> = {
  car: ({ accent, isDark }) => [
    box([0, 0.62, 0], [2.1, 0.3, 0.86], accent, { round: 0.2, gloss: 1.5, melt: 0.1 }),
    box([-0.15, 1.02, 0], [1.12, 0.34, 0.7], accent, { round: 0.28, gloss: 1.5, melt: 0.2 }),
    box([-0.15, 1.06, 0], [1.0, 0.22, 0.735], GLASS, { round: 0.16, gloss: 2 }),
    box([-0.15, 1.06, 0], [1.16, 0.21, 0.6], GLASS, { round: 0.16, gloss: 2 }),
    box([-0.15, 1.08, 0], [0.035, 0.26, 0.74], accent),
    box([0, 0.36, 0], [2.05, 0.09, 0.82], hex('#2a2c30'), { round: 0.05 }),
    ...[-1, 1].flatMap((z) => [
      ...wheel(-1.3, z * 0.76, 0.36),
      ...wheel(1.3, z * 0.76, 0.36),
      ball([2.02, 0.68, z * 0.6], [0.1, 0.11, 0.14], hex('#fff2d0'), { glow: isDark ? 6 : 0.8, gloss: 1.5 }),
      box([-2.06, 0.7, z * 0.6], [0.06, 0.08, 0.18], hex('#ff3a2a'), { glow: isDark ? 3.5 : 0.4, round: 0.03 }),
      box([0.15, 0.8, z * 0.87], [0.12, 0.02, 0.015], hex('#dfe3e8'), { gloss: 1 }),
    ]),
    box([2.08, 0.5, 0], [0.06, 0.06, 0.6], hex('#dfe3e8'), { gloss: 1.5, round: 0.03 }),
  ],
  train: ({ accent, isDark }) => [
    tube([0.5, 1.5, 0], 0.75, 2, accent, { turn: [0, 0, 90], gloss: 0.9 }),
    box([-2.3, 1.9, 0], [0.95, 1.25, 0.95], accent, { round: 0.05, gloss: 0.7 }),
    box([-2.3, 3.2, 0], [1.15, 0.08, 1.1], hex('#2a2624')),
    box([-2.3, 2.4, -0.9], [0.5, 0.4, 0.08], hex(isDark ? '#ffd080' : '#2c3844'), { glow: isDark ? 2.5 : 0, gloss: 1 }),
    cone([2, 2.7, 0], 0.2, 0.34, 0.55, hex('#22201f')),
    ball([0.6, 2.3, 0], [0.3, 0.25, 0.3], hex('#d8b050'), { gloss: 1 }),
    tube([2.56, 1.5, 0], 0.2, 0.08, hex('#fff2c8'), { turn: [0, 0, 90], glow: 4 }),
    box([0, 0.85, 0], [3.2, 0.14, 0.75], hex('#2a2624')),
    ...[-1, 1].flatMap((z) => [-2.4, -1.2, 0.2, 1.3, 2.3].flatMap((x) => wheel(x, z * 0.72, 0.45))),
    cone([2.95, 0.45, 0], 0.75, 0.1, 0.35, hex('#8a2a22'), { turn: [0, 0, -60] }),
    ...[0, 1, 2, 3, 4].map((i) =>
      ball([1.7 - i * 0.75, 3.9 + i * 0.55, 0.1 * i], 0.35 + i * 0.17, hex('#e8e6e4'), { melt: 0.3 }),
    ),
  ],
  bicycle: ({ accent }) => [
    ...[-0.55, 0.55].flatMap((x) => [
      ring([x, 0.36, 0], 0.34, 0.022, RUBBER, { turn: [90, 0, 0] }),
      ...[0, 45, 90, 135].map((a) => {
        const r = (a * Math.PI) / 180
        return limb(
          [x - Math.cos(r) * 0.33, 0.36 - Math.sin(r) * 0.33, 0],
          [x + Math.cos(r) * 0.33, 0.36 + Math.sin(r) * 0.33, 0],
          0.004,
          0.004,
          hex('#c8ccd0'),
        )
      }),
    ]),
    limb([-0.55, 0.36, 0], [-0.05, 0.36, 0], 0.02, 0.02, accent, { gloss: 1 }),
    limb([-0.55, 0.36, 0], [-0.2, 0.82, 0], 0.018, 0.018, accent, { gloss: 1 }),
    limb([-0.05, 0.36, 0], [-0.22, 0.92, 0], 0.022, 0.02, accent, { gloss: 1 }),
    limb([-0.05, 0.36, 0], [0.42, 0.82, 0], 0.024, 0.024, accent, { gloss: 1 }),
    limb([-0.2, 0.82, 0], [0.41, 0.84, 0], 0.022, 0.022, accent, { gloss: 1 }),
    limb([0.55, 0.36, 0], [0.4, 0.98, 0], 0.02, 0.02, accent, { gloss: 1 }),
    ball([-0.24, 0.95, 0], [0.13, 0.035, 0.075], hex('#3a2a22')),
    limb([0.4, 0.98, -0.22], [0.4, 0.98, 0.22], 0.016, 0.016, hex('#22201f')),
    tube([-0.05, 0.36, -0.04], 0.09, 0.015, hex('#8a8e94'), { turn: [90, 0, 0], gloss: 1 }),
  ],
  boat: ({ accent }) => [
    limb([-1.3, 0.3, 0], [0.7, 0.26, 0], 0.4, 0.48, accent, { melt: 0.3, pattern: 3 }),
    limb([0.6, 0.3, 0], [2.0, 0.62, 0], 0.45, 0.06, accent, { melt: 0.3, pattern: 3 }),
    limb([-1.2, 0.36, 0], [-1.75, 0.56, 0], 0.38, 0.2, accent, { melt: 0.25, pattern: 3 }),
    box([0, 0.7, 0], [1.35, 0.08, 0.36], hex('#4a3222'), { round: 0.05 }),
    ...[-0.7, 0.5].map((x) => box([x, 0.78, 0], [0.13, 0.03, 0.46], hex('#c8a070'), { pattern: 3 })),
    limb([0.1, 0.8, -0.4], [-0.7, 0.12, -1.6], 0.025, 0.03, hex('#d8b080')),
    ball([-0.75, 0.1, -1.68], [0.2, 0.03, 0.1], hex('#d8b080'), { turn: [0, 60, 0] }),
  ],
  sailboat: ({ accent, random }) =>
    placed(
      [
        limb([-1.9, 0.45, 0], [1.2, 0.4, 0], 0.42, 0.55, accent, { melt: 0.3, gloss: 0.8 }),
        limb([1.1, 0.45, 0], [2.6, 0.8, 0], 0.5, 0.08, accent, { melt: 0.3, gloss: 0.8 }),
        box([0.1, 0.82, 0], [1.95, 0.1, 0.42], hex('#d8b888'), { pattern: 3, round: 0.05 }),
        box([-0.5, 1.0, 0], [0.8, 0.18, 0.28], hex('#fbf6ec'), { round: 0.08 }),
        limb([0.25, 0.7, 0], [0.25, 6.6, 0], 0.06, 0.035, hex('#8a6a48')),
        limb([0.25, 1.5, 0], [-2.1, 1.42, 0.25], 0.045, 0.035, hex('#8a6a48')),
        sheet([0.2, 1.6, 0], [0.22, 6.4, 0], [-2.0, 1.55, 0.25], hex('#fbf5ea'), { glow: 0.14 }),
        sheet([0.36, 1.3, 0], [0.32, 5.7, 0], [2.5, 0.95, 0.12], hex('#f2e4d0'), { glow: 0.14 }),
        box([0.5, 6.75, 0], [0.28, 0.12, 0.02], accent),
      ],
      { turn: [between(random, 3, 10), 0, 0] },
    ),
  balloon: ({ accent, second }) => [
    ...Array.from({ length: 12 }, (_, i) => {
      const a = i * 0.5236
      return ball(
        [Math.cos(a) * 0.75, 4.6, Math.sin(a) * 0.75],
        [0.95, 1.75, 0.95],
        i % 3 === 0 ? hex('#fbf3e4') : i % 3 === 1 ? accent : second,
        { melt: 0.05, gloss: 0.2, glow: 0.06 },
      )
    }),
    cone([0, 2.7, 0], 0.42, 1.15, 0.5, accent),
    box([0, 1.35, 0], [0.34, 0.27, 0.34], hex('#8a5a34'), { round: 0.06, pattern: 5 }),
    ...[-1, 1].flatMap((x) =>
      [-1, 1].map((z) => limb([x * 0.3, 1.6, z * 0.3], [x * 0.4, 2.35, z * 0.4], 0.014, 0.014, hex('#4a3828'))),
    ),
    ball([0, 2.0, 0], [0.09, 0.18, 0.09], hex('#ffb040'), { glow: 5 }),
  ],
  plane: ({ accent }) => [
    limb([-2, 0, 0], [1.6, 0, 0], 0.14, 0.36, hex('#f4f4f2'), { melt: 0.1, gloss: 1 }),
    ball([1.9, -0.02, 0], [0.55, 0.34, 0.34], hex('#f4f4f2'), { melt: 0.2, gloss: 1 }),
    ball([1.45, 0.26, 0], [0.4, 0.16, 0.22], GLASS, { gloss: 2 }),
    ball([0.3, -0.02, 0], [0.42, 0.05, 3.1], accent, { melt: 0.1, gloss: 0.8 }),
    ball([-1.9, 0.1, 0], [0.26, 0.04, 1.0], accent, { gloss: 0.8, melt: 0.05 }),
    ball([-2, 0.45, 0], [0.28, 0.52, 0.05], accent, { gloss: 0.8, melt: 0.05, turn: [0, 0, 14] }),
    ...[-1.2, 1.2].map((z) => limb([0.2, -0.25, z], [0.85, -0.25, z], 0.15, 0.17, hex('#c8ccd2'), { gloss: 1 })),
  ],
  rocket: ({ accent }) => [
    limb([0, 0.9, 0], [0, 2.9, 0], 0.42, 0.46, hex('#f2f0ec'), { gloss: 0.8, melt: 0.1 }),
    limb([0, 2.9, 0], [0, 4.3, 0], 0.45, 0.05, accent, { gloss: 0.9, melt: 0.05 }),
    tube([0, 2.75, -0.42], 0.2, 0.06, hex('#7ac8f0'), { turn: [90, 0, 0], gloss: 2, glow: 0.5 }),
    ring([0, 2.75, -0.45], 0.22, 0.045, accent, { turn: [90, 0, 0], gloss: 0.9 }),
    ...[0, 1, 2].map((i) => {
      const a = i * 2.094 + 0.5
      return limb(
        [Math.cos(a) * 0.35, 1.5, Math.sin(a) * 0.35],
        [Math.cos(a) * 0.95, 0.55, Math.sin(a) * 0.95],
        0.13,
        0.06,
        accent,
        { gloss: 0.8, melt: 0.05 },
      )
    }),
    cone([0, 0.5, 0], 0.26, 0.34, 0.14, hex('#3a3c42'), { gloss: 0.8 }),
    limb([0, 0.3, 0], [0, -1.5, 0], 0.28, 0.02, hex('#ff9a30'), { glow: 5, melt: 0.1 }),
    limb([0, 0.3, 0], [0, -0.8, 0], 0.16, 0.02, hex('#fff0b0'), { glow: 7 }),
  ],
}
