import { type Color, hex, varied } from '../canvas/color.ts'
import { between } from '../canvas/random.ts'
import type { Light } from './buildings.ts'
import { ball, bowl, box, cone, limb, type Part, type Point, placed, ring, tube } from './parts.ts'

/** Each object stands on y = 0 and is best seen from -z. */
export const OBJECTS: Record<string, (light: Light) => Part[]> = {
  cherries: ({ random, accent }) => {
    const fruit = varied(hex('#b3122a'), {})
    const parts: Part[] = [
      bowl([0, 0.3, 0], 0.3, 0.018, hex('#e9e4da'), { gloss: 0.9 }),
      tube([0, 0.02, 0], 0.13, 0.025, hex('#dcd5c8'), { gloss: 0.8 }),
      ring([0, 0.3, 0], 0.3, 0.016, accent, { gloss: 0.8 }),
    ]
    const places: Point[] = [
      ...Array.from({ length: 11 }, (_, i): Point => [Math.cos(i * 0.571) * 0.2, 0.3, Math.sin(i * 0.571) * 0.2]),
      ...Array.from(
        { length: 6 },
        (_, i): Point => [Math.cos(i * 1.047 + 0.4) * 0.11, 0.375, Math.sin(i * 1.047 + 0.4) * 0.11],
      ),
      [0, 0.43, 0],
      [-0.48, 0.075, -0.24],
      [0.5, 0.075, -0.3],
      [0.41, 0.075, -0.2],
    ]
    for (const [index, at] of places.entries()) {
      const r = between(random, 0.068, 0.078)
      parts.push(ball(at, [r, r * 0.96, r], varied(fruit, { lightness: between(random, 0.8, 1.15) }), { gloss: 1.7 }))
      if (index % 2 === 0)
        parts.push(
          limb(
            [at[0], at[1] + r * 0.9, at[2]],
            [
              at[0] + between(random, -0.09, 0.09),
              at[1] + between(random, 0.17, 0.26),
              at[2] + between(random, -0.05, 0.05),
            ],
            0.007,
            0.006,
            hex('#6f8a34'),
          ),
        )
    }
    parts.push(ball([0.16, 0.5, -0.02], [0.11, 0.012, 0.05], hex('#4f8a34'), { turn: [20, 10, 24] }))
    return parts
  },
  fruit: ({ random }) => {
    const parts: Part[] = [
      bowl([0, 0.3, 0], 0.36, 0.02, hex('#5a7a9a'), { gloss: 1 }),
      tube([0, 0.02, 0], 0.15, 0.025, hex('#4a6a8a')),
    ]
    const kinds = ['#c8282e', '#e88a24', '#e8c838', '#8ab43c', '#c8424a', '#f0a060']
    for (let i = 0; i < 8; i++) {
      const a = i * 0.9
      const r = i < 6 ? 0.2 : 0.06
      parts.push(
        ball(
          [Math.cos(a) * r, i < 6 ? 0.36 : 0.5, Math.sin(a) * r],
          between(random, 0.115, 0.135),
          hex(kinds[i % 6] as string),
          { gloss: 0.9 },
        ),
        limb(
          [Math.cos(a) * r, i < 6 ? 0.47 : 0.6, Math.sin(a) * r],
          [Math.cos(a) * r + 0.02, i < 6 ? 0.52 : 0.66, Math.sin(a) * r],
          0.009,
          0.007,
          hex('#5a4028'),
        ),
      )
    }
    parts.push(
      ball([0.56, 0.125, -0.22], 0.125, hex('#c8282e'), { gloss: 1 }),
      ball([-0.55, 0.11, -0.2], [0.14, 0.11, 0.11], hex('#e8d040'), { gloss: 0.6, turn: [0, 30, 0] }),
    )
    return parts
  },
  strawberry: () =>
    [
      [-0.28, -0.05, 1],
      [0.12, -0.16, 1.1],
      [0.02, 0.25, 1],
      [0.45, 0.1, 0.85],
    ].flatMap(([x = 0, z = 0, s = 1], i) =>
      placed(
        [
          limb([0, 0.13, 0], [0.16, 0.1, 0], 0.13, 0.05, hex('#d8202e'), { gloss: 1.3, pattern: 2 }),
          ...[0, 1, 2, 3, 4].map((leaf) =>
            ball(
              [-0.12, 0.14 + 0.06 * Math.sin(leaf * 1.26), 0.06 * Math.cos(leaf * 1.26)],
              [0.02, 0.05, 0.03],
              hex('#5a9a34'),
              { turn: [leaf * 72, 0, 20] },
            ),
          ),
        ],
        { at: [x, 0, z], scale: s * 1.2, turn: [0, i * 70, 0] },
      ),
    ),
  cup: ({ accent }) => [
    cone([0, 0.2, 0], 0.17, 0.23, 0.19, accent, { gloss: 1, round: 0.02 }),
    tube([0, 0.385, 0], 0.2, 0.012, hex('#4a2c18'), { gloss: 1 }),
    ring([0, 0.39, 0], 0.215, 0.018, accent, { gloss: 1 }),
    ring([0.27, 0.21, 0], 0.1, 0.026, accent, { turn: [90, 0, 0], gloss: 1 }),
    tube([0, 0.015, 0], 0.4, 0.014, accent, { gloss: 1 }),
    ball([0.03, 0.4, -0.03], [0.1, 0.005, 0.06], hex('#e6c8a0')),
    box([-0.62, 0.03, -0.1], [0.1, 0.03, 0.08], hex('#c88a4a'), { round: 0.02, turn: [0, 30, 0] }),
    ball([0.62, 0.03, -0.15], [0.05, 0.03, 0.035], hex('#4a2c18')),
    ball([0.7, 0.03, -0.05], [0.05, 0.03, 0.035], hex('#5a3820')),
  ],
  cake: ({ accent }) => [
    tube([0, 0.02, 0], 0.52, 0.02, hex('#f2efe8'), { gloss: 0.8 }),
    tube([0, 0.17, 0], 0.4, 0.13, hex('#e8c48e'), { round: 0.02 }),
    tube([0, 0.2, 0], 0.405, 0.025, accent),
    tube([0, 0.34, 0], 0.41, 0.06, hex('#fdf4ea'), { round: 0.05, gloss: 0.3 }),
    ...Array.from({ length: 8 }, (_, i) =>
      ball([Math.cos(i * 0.785) * 0.32, 0.43, Math.sin(i * 0.785) * 0.32], 0.06, i % 2 ? hex('#d8203a') : accent, {
        gloss: 1.2,
      }),
    ),
    ...Array.from({ length: 10 }, (_, i) =>
      ball(
        [Math.cos(i * 0.628) * 0.4, 0.31 - 0.03 * (i % 3), Math.sin(i * 0.628) * 0.4],
        [0.06, 0.08, 0.06],
        hex('#fdf4ea'),
        { melt: 0.05 },
      ),
    ),
    tube([0, 0.53, 0], 0.025, 0.12, hex('#f8c8d8')),
    ball([0, 0.7, 0], [0.025, 0.05, 0.025], hex('#ffcf60'), { glow: 5 }),
  ],
  icecream: ({ accent, second }) => [
    cone([0, 0.35, 0], 0.02, 0.2, 0.34, hex('#d8a05a'), { pattern: 5 }),
    ball([0, 0.76, 0], [0.23, 0.2, 0.23], accent, { melt: 0.06, pattern: 6 }),
    ball([0.05, 0.99, 0], [0.19, 0.18, 0.19], second, { melt: 0.06, pattern: 6 }),
    ball([0, 1.19, 0], [0.14, 0.13, 0.14], hex('#fdf2e0'), { melt: 0.05 }),
    ball([0.03, 1.35, 0], 0.065, hex('#c8182e'), { gloss: 1.5 }),
  ],
  bottle: ({ accent }) => [
    tube([0, 0.36, 0], 0.15, 0.36, varied(accent, { lightness: 0.45 }), { gloss: 2, round: 0.03 }),
    cone([0, 0.82, 0], 0.15, 0.055, 0.12, varied(accent, { lightness: 0.45 }), { gloss: 2 }),
    tube([0, 1.02, 0], 0.052, 0.1, varied(accent, { lightness: 0.4 }), { gloss: 2 }),
    tube([0, 1.1, 0], 0.055, 0.045, hex('#8a5a38')),
    tube([0, 0.36, 0], 0.153, 0.15, hex('#f2e8d2')),
    cone([0.42, 0.42, -0.05], 0.06, 0.15, 0.14, hex('#8a1a30'), { gloss: 2.2 }),
    tube([0.42, 0.17, -0.05], 0.014, 0.16, hex('#dfe8ec'), { gloss: 2 }),
    tube([0.42, 0.014, -0.05], 0.12, 0.012, hex('#dfe8ec'), { gloss: 2 }),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      ball([-0.42 + 0.07 * (i % 3), 0.06 + 0.07 * Math.floor(i / 3), -0.1 + 0.05 * (i % 2)], 0.06, hex('#5a2a6a'), {
        gloss: 1,
      }),
    ),
  ],
  candle: ({ random }) =>
    [
      [0, 0.5],
      [-0.32, 0.34],
      [0.3, 0.26],
    ].flatMap(([x = 0, tall = 0.4]) => [
      tube([x, tall / 2, 0.05 * random()], 0.1, tall / 2, hex('#f6ead2'), { round: 0.02, glow: 0.35 }),
      limb([x, tall, 0.02], [x, tall + 0.04, 0.02], 0.006, 0.006, hex('#2a2018')),
      ball([x, tall + 0.1, 0.02], [0.03, 0.07, 0.03], hex('#ffc24a'), { glow: 7 }),
      ball([x, tall + 0.075, 0.02], [0.016, 0.035, 0.016], hex('#fff4c8'), { glow: 8 }),
      tube([x, 0.012, 0.02], 0.16, 0.012, hex('#c8a050'), { gloss: 1 }),
    ]),
  book: ({ accent, second }) => [
    box([0, 0.07, 0], [0.46, 0.065, 0.32], accent, { turn: [0, 16, 0] }),
    box([0.01, 0.07, 0], [0.45, 0.045, 0.325], hex('#f4ecda'), { turn: [0, 16, 0] }),
    box([0.03, 0.19, 0], [0.4, 0.055, 0.29], second, { turn: [0, -9, 0] }),
    box([0.04, 0.19, -0.01], [0.39, 0.038, 0.29], hex('#f4ecda'), { turn: [0, -9, 0] }),
    ...[-1, 1].flatMap((side) =>
      [0, 1, 2].map((leaf) =>
        box([side * 0.24, 0.29 + leaf * 0.014, 0], [0.24, 0.008, 0.3], hex('#faf4e4'), {
          turn: [0, 0, side * (9 + leaf * 3)],
        }),
      ),
    ),
  ],
  ball: ({ accent, second }) => [
    ball([0, 0.4, 0], 0.4, accent, { gloss: 2 }),
    ball([0.72, 0.22, -0.15], 0.22, second, { gloss: 2 }),
    ball([-0.62, 0.16, -0.32], 0.16, hex('#f4f1ec'), { gloss: 2 }),
  ],
  crystal: ({ accent, second }) =>
    Array.from({ length: 7 }, (_, i) =>
      cone(
        [0.26 * Math.sin(i * 2.4) * (i > 0 ? 1 : 0), 0.42 - i * 0.03, 0.2 * Math.cos(i * 2.4)],
        0.1 - i * 0.006,
        0.02,
        0.5 - i * 0.05,
        i % 2 ? second : accent,
        { turn: [12 * Math.cos(i * 2.4), 0, -24 * Math.sin(i * 2.4)], gloss: 2, glow: 0.35 },
      ),
    ),
  cube: ({ accent, second }) => [
    box([0, 0.35, 0], [0.35, 0.35, 0.35], accent, { turn: [0, 30, 0], round: 0.04, gloss: 0.8 }),
    box([0.65, 0.22, -0.3], [0.22, 0.22, 0.22], second, { turn: [0, -20, 0], round: 0.03, gloss: 0.8 }),
    box([-0.1, 0.86, 0], [0.16, 0.16, 0.16], hex('#f7efe0'), { turn: [0, 50, 0], round: 0.02, gloss: 0.8 }),
  ],
  heart: ({ accent }) =>
    [-1, 1].flatMap((side) => [
      limb([0, 0.14, 0], [side * 0.26, 0.62, 0], 0.06, 0.25, accent, { melt: 0.12, gloss: 1.5 }),
    ]),
  snowman: ({ accent }) => [
    ball([0, 0.48, 0], [0.55, 0.5, 0.55], hex('#f4f8fc')),
    ball([0, 1.18, 0], 0.38, hex('#f4f8fc'), { melt: 0.05 }),
    ball([0, 1.72, 0], 0.27, hex('#f4f8fc'), { melt: 0.04 }),
    limb([0, 1.72, -0.25], [0.05, 1.69, -0.6], 0.055, 0.015, hex('#f08030')),
    ...[-1, 1].flatMap((side) => [
      ball([side * 0.1, 1.82, -0.24], 0.035, hex('#16161a'), { gloss: 1 }),
      limb([side * 0.34, 1.25, 0], [side * 0.95, 1.6, -0.05], 0.03, 0.015, hex('#5a3c28')),
    ]),
    ...[1.0, 1.18, 1.36].map((y) => ball([0, y, -0.37], 0.035, hex('#16161a'))),
    ring([0, 1.46, 0], 0.25, 0.075, accent, { pattern: 6 }),
    limb([0.18, 1.44, -0.2], [0.26, 1.05, -0.34], 0.075, 0.07, accent, { pattern: 6 }),
    tube([0, 1.96, 0], 0.32, 0.025, hex('#22242c')),
    tube([0, 2.15, 0], 0.2, 0.2, hex('#22242c')),
    tube([0, 2.02, 0], 0.205, 0.045, accent),
  ],
  pumpkin: ({ isDark }) => [
    ...Array.from({ length: 9 }, (_, i) =>
      ball(
        [Math.cos(i * 0.698) * 0.2, 0.32, Math.sin(i * 0.698) * 0.2],
        [0.24, 0.31, 0.24],
        hex(i % 2 ? '#e07a1e' : '#d86c18'),
        { melt: 0.04, gloss: 0.4 },
      ),
    ),
    limb([0, 0.58, 0], [0.07, 0.78, 0.02], 0.05, 0.035, hex('#5a6a2c')),
    ...[-1, 1].map((side) =>
      cone([side * 0.15, 0.42, -0.37], 0.08, 0.005, 0.065, hex(isDark ? '#ffd060' : '#2a1608'), {
        glow: isDark ? 5 : 0,
      }),
    ),
    box([0, 0.22, -0.4], [0.19, 0.035, 0.05], hex(isDark ? '#ffd060' : '#2a1608'), { glow: isDark ? 5 : 0 }),
  ],
  umbrella: ({ accent }) => [
    limb([0, 0, 0], [0, 1.9, 0], 0.022, 0.02, hex('#4a3428')),
    bowlDown(accent),
    limb([0, 1.95, 0], [0, 2.12, 0], 0.03, 0.01, hex('#4a3428')),
  ],
  skull: () => [
    ball([0, 0.62, 0.05], [0.34, 0.33, 0.4], hex('#e9e0cc'), { melt: 0.05 }),
    box([0, 0.32, -0.14], [0.17, 0.16, 0.16], hex('#e2d8c2'), { round: 0.08, melt: 0.12 }),
    ...[-1, 1].flatMap((side) => [
      ball([side * 0.14, 0.58, -0.28], [0.105, 0.1, 0.1], hex('#141014')),
      ball([side * 0.26, 0.46, -0.16], [0.09, 0.06, 0.12], hex('#e2d8c2'), { melt: 0.06 }),
    ]),
    cone([0, 0.42, -0.31], 0.055, 0.005, 0.065, hex('#141014')),
    ...[-0.12, -0.06, 0, 0.06, 0.12].map((x) =>
      box([x, 0.24, -0.29], [0.024, 0.06, 0.02], hex('#f4eede'), { round: 0.01 }),
    ),
  ],
  clock: ({ accent }) => [
    tube([0, 0.55, 0], 0.5, 0.08, accent, { turn: [90, 0, 0], gloss: 1, round: 0.03 }),
    tube([0, 0.55, -0.05], 0.43, 0.05, hex('#fbf7ee'), { turn: [90, 0, 0] }),
    limb([0, 0.55, -0.11], [0.12, 0.75, -0.11], 0.014, 0.01, hex('#1c1a1a')),
    limb([0, 0.55, -0.11], [-0.22, 0.7, -0.11], 0.011, 0.007, hex('#1c1a1a')),
    ...Array.from({ length: 12 }, (_, i) =>
      ball(
        [Math.sin(i * 0.5236) * 0.36, 0.55 + Math.cos(i * 0.5236) * 0.36, -0.1],
        i % 3 ? 0.014 : 0.026,
        hex('#1c1a1a'),
      ),
    ),
    ...[-1, 1].map((s) => limb([s * 0.25, 0.12, 0], [s * 0.34, 0, 0], 0.05, 0.04, accent, { gloss: 1 })),
  ],
  guitar: ({ accent }) => [
    ball([0, 0.4, 0], [0.36, 0.34, 0.09], accent, { melt: 0.12, gloss: 1 }),
    ball([0, 0.82, 0], [0.27, 0.26, 0.085], accent, { melt: 0.14, gloss: 1 }),
    tube([0, 0.66, -0.085], 0.13, 0.015, hex('#1a1210'), { turn: [90, 0, 0] }),
    box([0, 1.4, -0.08], [0.05, 0.6, 0.025], hex('#3a2418')),
    box([0, 2.08, -0.06], [0.085, 0.14, 0.03], hex('#2a1a12')),
    box([0, 0.32, -0.1], [0.14, 0.025, 0.02], hex('#3a2418')),
    ...[-0.025, 0, 0.025].map((x) => limb([x, 0.32, -0.13], [x, 2.0, -0.11], 0.004, 0.004, hex('#e8e4da'))),
  ],
}

function bowlDown(accent: Color): Part {
  return bowl([0, 1.55, 0], 0.9, 0.03, accent, { turn: [180, 0, 0], gloss: 0.4 })
}
