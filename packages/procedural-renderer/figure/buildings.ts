import { type Color, hex, varied } from '../canvas/color.ts'
import { between, pick, type Random } from '../canvas/random.ts'
import { ball, box, cone, limb, type Part, ring, sheet, tube } from './parts.ts'

export type Light = { random: Random; isDark: boolean; accent: Color; second: Color }

const GLASS = hex('#33414e')
const lamp = hex('#ffcf7a')

/** Each building stands on y = 0 and shows its front toward -z. */
export const BUILDINGS: Record<string, (light: Light) => Part[]> = {
  house({ random, isDark, accent }) {
    const wall = hex(pick(random, ['#f2e8d8', '#e8d6bc', '#d8e2e0', '#e8c9b0']))
    const roof = varied(hex(pick(random, ['#a8482e', '#5a4a48', '#7a3a2c', '#3f5a5e'])), {})
    const pane = isDark ? { glow: 2.2, gloss: 0.3 } : { gloss: 1.4 }
    const windowColor = isDark ? lamp : GLASS
    const parts = [
      box([0, 1.5, 0], [3, 1.5, 2.2], wall, { pattern: 3 }),
      box([0, 3.75, -1.28], [3.5, 0.11, 1.95], roof, { turn: [-42, 0, 0], pattern: 5 }),
      box([0, 3.75, 1.28], [3.5, 0.11, 1.95], roof, { turn: [42, 0, 0], pattern: 5 }),
      ...[-2.9, -1.5, 0, 1.5, 2.9].flatMap((x) => [
        sheet([x, 2.95, -2.2], [x, 2.95, 2.2], [x, 4.9, 0], wall, { round: 0.08 }),
      ]),
      box([1.7, 4.9, 0.4], [0.35, 0.9, 0.35], hex('#8a5a48'), { pattern: 5 }),
      box([0, 0.95, -2.22], [0.48, 0.95, 0.07], accent, { round: 0.03 }),
      box([0, 0.08, -2.9], [0.9, 0.09, 0.7], hex('#b8ada0')),
      box([0, 2.15, -2.7], [0.95, 0.06, 0.5], roof),
      ball([0.34, 0.95, -2.32], 0.05, hex('#e8c060'), { gloss: 1 }),
    ]
    for (const x of [-1.85, 1.85])
      parts.push(
        box([x, 1.7, -2.2], [0.66, 0.72, 0.05], hex('#fbf8f2')),
        box([x, 1.7, -2.24], [0.56, 0.62, 0.05], windowColor, pane),
        box([x, 1.7, -2.28], [0.03, 0.62, 0.03], hex('#fbf8f2')),
        box([x, 1.7, -2.28], [0.56, 0.03, 0.03], hex('#fbf8f2')),
        box([x, 0.86, -2.36], [0.7, 0.14, 0.16], hex('#8a5a3a')),
        ...[-0.45, -0.15, 0.15, 0.45].map((aside) =>
          ball([x + aside, 1.05, -2.38], 0.17, aside > 0 ? accent : hex('#5a8a3c'), { pattern: 6, melt: 0.05 }),
        ),
      )
    return parts
  },
  'modern-house'({ isDark, random }) {
    const white = hex('#f4f1ec')
    const wood = hex('#9a6a42')
    const pane = { glow: isDark ? 2 : 0.5, gloss: 1.6 }
    const warm = hex(isDark ? '#ffd9a0' : '#8f8578')
    const far = pick(random, [-1, 1])
    return [
      box([0, 0.12, -0.5], [7.6, 0.14, 4.4], hex('#c9c2b8')),
      box([-1.2 * far, 1.55, 0], [4.6, 1.35, 2.6], warm, pane),
      box([-1.2 * far, 3.02, -0.3], [5.6, 0.16, 3.4], white, { round: 0.03 }),
      box([-5.4 * far, 1.5, 0.2], [0.9, 1.45, 2.6], wood, { pattern: 3 }),
      box([2.2 * far, 4.4, 0.3], [3.4, 1.2, 2.3], warm, { ...pane, glow: pane.glow * 0.85 }),
      box([2.2 * far, 5.72, 0.1], [4.1, 0.15, 3.0], white, { round: 0.03 }),
      box([2.2 * far, 3.2, 0.1], [4.1, 0.15, 3.0], white, { round: 0.03 }),
      box([5.4 * far, 3.0, 0.4], [0.34, 2.8, 2.4], white, { round: 0.03 }),
      box([4.2 * far, 1.5, 0.4], [0.8, 1.45, 2.2], hex('#6e6a66'), { pattern: 5 }),
      ...[-4.6, -3.0, -1.4, 0.2, 1.8].map((x) => box([x * far, 1.55, -2.62], [0.05, 1.4, 0.05], hex('#2c2a2a'))),
      ...[-0.6, 1.3, 3.2].map((x) => box([x * far, 4.4, -2.05], [0.05, 1.2, 0.05], hex('#2c2a2a'))),
      box([-2.4 * far, 0.3, -3.6], [3, 0.03, 1.0], hex('#3fb8c8'), { gloss: 2, glow: isDark ? 1.1 : 0.25 }),
      ball([-3.2 * far, 0.75, 0.4], [0.5, 0.5, 0.5], hex('#6a4a3a')),
      ...[6.6, -7].map((x) => ball([x * far, 0.7, -2.4], [0.6, 0.75, 0.6], hex('#4f7a3c'), { pattern: 6 })),
    ]
  },
  lighthouse({ accent, isDark }) {
    const parts = [
      cone([0, 0.7, 0], 3.4, 2.6, 0.8, hex('#8a8078'), { pattern: 5 }),
      cone([0, 6.6, 0], 1.75, 1.1, 5.6, hex('#f7f2ea')),
      ring([0, 12.3, 0], 1.35, 0.16, hex('#2c3038'), { gloss: 0.5 }),
      tube([0, 12.2, 0], 1.45, 0.12, hex('#2c3038')),
      tube([0, 13.2, 0], 0.72, 0.95, hex('#ffe6a0'), { glow: isDark ? 5 : 2.6, gloss: 1 }),
      cone([0, 14.55, 0], 1.12, 0.06, 0.55, accent, { gloss: 0.4 }),
      ball([0, 15.2, 0], 0.14, hex('#2c3038')),
      box([0, 1.9, -1.85], [0.45, 0.85, 0.2], hex('#5a3a28')),
      box([3.6, 1.3, 0.6], [1.9, 1.3, 1.5], hex('#f2ebe0')),
      box([3.6, 3.0, -0.32], [2.2, 0.1, 1.2], accent, { turn: [-38, 0, 0] }),
      box([3.6, 3.0, 1.5], [2.2, 0.1, 1.2], accent, { turn: [38, 0, 0] }),
      box([3.6, 1.4, -0.92], [0.4, 0.42, 0.05], isDark ? lamp : GLASS, { glow: isDark ? 2.4 : 0, gloss: 1 }),
    ]
    for (const [low, high] of [
      [2.8, 4.6],
      [6.4, 8.2],
      [10, 11.6],
    ] as const) {
      const radius = (y: number) => 1.75 - ((y - 1) / 11.2) * 0.65 + 0.015
      parts.push(cone([0, (low + high) / 2, 0], radius(low), radius(high), (high - low) / 2, accent))
    }
    for (const y of [5.4, 9.1])
      parts.push(
        box([0, y, -1.5 + y * 0.035], [0.2, 0.36, 0.1], isDark ? lamp : GLASS, { glow: isDark ? 2 : 0, gloss: 1 }),
      )
    return parts
  },
  castle({ accent, isDark, random }) {
    const stone = hex('#b3a796')
    const roof = varied(hex('#5a5f86'), { turn: pick(random, [0, 60, -80]) })
    const parts = [
      box([0, 2.2, 0], [5.2, 2.2, 2.6], stone, { pattern: 5 }),
      box([0, 5.2, 1], [2.3, 3.4, 1.9], stone, { pattern: 5 }),
      tube([0, 1.2, -2.6], 0.95, 0.12, hex('#3a2a20'), { turn: [90, 0, 0] }),
      box([0, 0.6, -2.62], [0.95, 0.62, 0.12], hex('#3a2a20')),
    ]
    for (let merlon = -9; merlon <= 9; merlon += 2)
      parts.push(box([merlon * 0.54, 4.6, -2.4], [0.26, 0.32, 0.22], stone))
    for (const [x, z, radius, tall] of [
      [-5.2, -1.6, 1.15, 6.4],
      [5.2, -1.6, 1.15, 6.4],
      [-2.5, 1, 0.95, 9.6],
      [2.5, 1.2, 0.95, 8.8],
      [0.2, 1.4, 1.2, 12.2],
    ] as const) {
      parts.push(
        tube([x, tall / 2, z], radius, tall / 2, stone, { pattern: 5 }),
        cone([x, tall + radius * 1.1, z], radius * 1.32, 0.04, radius * 1.25, roof),
        limb([x, tall + radius * 2.2, z], [x, tall + radius * 3.2, z], 0.05, 0.03, hex('#4a4038')),
        box([x + 0.45, tall + radius * 2.95, z], [0.45, 0.22, 0.02], accent),
      )
      for (const up of [0.5, 0.72, 0.9])
        parts.push(
          box([x, tall * up, z - radius], [0.15, 0.34, 0.12], isDark ? lamp : hex('#2a2422'), {
            glow: isDark ? 2.4 : 0,
          }),
        )
    }
    return parts
  },
  church({ isDark }) {
    const wall = hex('#f0ebe2')
    const roof = hex('#6a4a44')
    return [
      box([0, 1.9, 1], [1.8, 1.9, 3.4], wall),
      box([-1.02, 4.35, 1], [1.6, 0.1, 3.6], roof, { turn: [0, 0, 44] }),
      box([1.02, 4.35, 1], [1.6, 0.1, 3.6], roof, { turn: [0, 0, -44] }),
      box([0, 4.1, 1], [1, 0.75, 3.3], wall, {}),
      box([0, 3.6, -2.9], [1, 3.6, 1], wall, { pattern: 5 }),
      cone([0, 8.9, -2.9], 1.4, 0.03, 1.8, roof),
      box([0, 11.1, -2.9], [0.05, 0.5, 0.05], hex('#e8c870'), { gloss: 0.8 }),
      box([0, 11.2, -2.9], [0.28, 0.05, 0.05], hex('#e8c870'), { gloss: 0.8 }),
      box([0, 1, -3.92], [0.5, 1, 0.05], hex('#5a3c2a')),
      tube([0, 4.3, -3.92], 0.45, 0.05, isDark ? lamp : GLASS, { turn: [90, 0, 0], glow: isDark ? 2 : 0.2, gloss: 1 }),
      ...[-0.2, 1.4, 3].map((z) =>
        box([-1.82, 2, z], [0.05, 0.75, 0.3], isDark ? lamp : GLASS, { glow: isDark ? 2 : 0, gloss: 1 }),
      ),
    ]
  },
  pagoda({ accent, isDark }) {
    const parts: Part[] = [box([0, 0.25, 0], [2.8, 0.3, 2.8], hex('#a89e92'))]
    for (let floor = 0; floor < 4; floor++) {
      const wide = 1.75 - floor * 0.3
      const base = 0.5 + floor * 2
      parts.push(
        box([0, base + 0.7, 0], [wide, 0.75, wide], hex('#f0e4d0')),
        cone([0, base + 1.72, 0], (wide + 1) * 1.25, wide * 0.85, 0.34, hex('#4a4f5e')),
        ring([0, base + 1.42, 0], (wide + 0.92) * 1.2, 0.09, accent),
        ...[-0.95, 0, 0.95].map((x) =>
          box([x * wide * 0.62, base + 0.7, -wide - 0.02], [wide * 0.2, 0.5, 0.05], isDark ? lamp : accent, {
            glow: isDark ? 2 : 0,
          }),
        ),
        ...[-1, 1].map((x) => box([x * wide, base + 0.7, -wide], [0.1, 0.78, 0.1], accent)),
      )
    }
    parts.push(
      limb([0, 8.4, 0], [0, 10.4, 0], 0.12, 0.03, hex('#d8b060'), { gloss: 0.9 }),
      ring([0, 9.2, 0], 0.26, 0.06, hex('#d8b060'), { gloss: 0.9 }),
    )
    return parts
  },
  windmill({ random, accent }) {
    const parts = [
      cone([0, 3, 0], 1.9, 1.15, 3, hex('#efe6d6')),
      cone([0, 6.6, 0], 1.35, 0.1, 0.7, hex('#6a4a3a')),
      box([0, 0.95, -1.8], [0.5, 0.95, 0.2], accent),
      tube([0, 5.8, -1.4], 0.2, 0.4, hex('#4a3a30'), { turn: [90, 0, 0] }),
      box([0, 3.6, -1.55], [0.3, 0.4, 0.1], GLASS, { gloss: 1 }),
    ]
    const start = between(random, 10, 80)
    for (let sail = 0; sail < 4; sail++) {
      const angle = ((start + sail * 90) * Math.PI) / 180
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      parts.push(
        limb([0, 5.8, -1.85], [c * 3.9, 5.8 + s * 3.9, -1.85], 0.08, 0.06, hex('#5a4436')),
        box([c * 2.4 - s * 0.36, 5.8 + s * 2.4 + c * 0.36, -1.82], [1.5, 0.36, 0.03], hex('#f7f0e2'), {
          turn: [0, 0, start + sail * 90],
        }),
      )
    }
    return parts
  },
  pyramid: () =>
    [-1, 0.9].flatMap((x, index) => {
      const tall = index ? 4.2 : 7
      return Array.from({ length: 12 }, (_, layer) =>
        box(
          [x * 6, (layer + 0.5) * (tall / 12), index * 5],
          [tall * 0.82 * (1 - layer / 12), tall / 24 + 0.01, tall * 0.82 * (1 - layer / 12)],
          hex(layer % 2 ? '#d8b078' : '#dcb880'),
          { turn: [0, 34, 0] },
        ),
      )
    }),
  tent: ({ accent, isDark }) => [
    ...[-1, 1].flatMap((x) => [
      sheet([x * 1.3, 0, -1.4], [x * 1.3, 0, 1.4], [0, 1.75, -1.3], accent, { glow: isDark ? 0.9 : 0 }),
      sheet([x * 1.3, 0, 1.4], [0, 1.75, 1.3], [0, 1.75, -1.3], accent, { glow: isDark ? 0.9 : 0 }),
      sheet([x * 1.25, 0, -1.35], [x * 0.35, 0, -1.4], [0, 1.7, -1.28], accent, { glow: isDark ? 0.5 : 0 }),
    ]),
    sheet([-1.2, 0, 0.4], [1.2, 0, 0.4], [0, 1.6, 0.4], hex(isDark ? '#ffcf80' : '#6a4630'), {
      glow: isDark ? 2.4 : 0,
    }),
    ...[-1, 1].map((x) => limb([x * 1.35, 0, -1.6], [0, 1.72, -1.3], 0.02, 0.02, hex('#e8e0d0'))),
    limb([1.9, 0.05, -2.3], [2.5, 0.12, -2.1], 0.08, 0.08, hex('#5a3a26')),
    limb([2.0, 0.1, -1.95], [2.4, 0.1, -2.45], 0.08, 0.08, hex('#4a2e1e')),
    cone([2.2, 0.42, -2.2], 0.24, 0.02, 0.36, hex('#ff9a30'), { glow: 5 }),
    cone([2.25, 0.3, -2.25], 0.15, 0.02, 0.26, hex('#ffe080'), { glow: 6 }),
  ],
  bridge: ({ accent }) => [
    box([0, 3, 0], [16, 0.22, 1.4], accent),
    ...[-6, 6].flatMap((x) =>
      [-1.2, 1.2].flatMap((z) => [
        box([x, 4.5, z], [0.35, 5.2, 0.3], accent),
        box([x, 8, 0], [0.25, 0.3, 1.3], accent),
      ]),
    ),
    ...[-1.2, 1.2].flatMap((z) =>
      Array.from({ length: 12 }, (_, index) => {
        const at = (step: number) => {
          const x = -6 + step
          return 3.6 + 5.8 * (x / 6) ** 2
        }
        return limb([-6 + index, at(index), z], [-5 + index, at(index + 1), z], 0.07, 0.07, accent)
      }),
    ),
    ...[-1, 1].flatMap((side) =>
      [-1.2, 1.2].map((z) => limb([side * 6, 9.5, z], [side * 16, 3.2, z], 0.07, 0.07, accent)),
    ),
    ...[-1.2, 1.2].flatMap((z) =>
      [-4, -2.5, -1, 1, 2.5, 4].map((x) => limb([x, 3, z], [x, 3.6 + 5.8 * (x / 6) ** 2, z], 0.03, 0.03, accent)),
    ),
  ],
  bench: () => [
    ...[-0.16, 0, 0.16].map((z) => box([0, 0.48, z], [0.9, 0.03, 0.065], hex('#9a6a40'), { pattern: 3, round: 0.01 })),
    ...[0.68, 0.86].map((y) => box([0, y, 0.27], [0.9, 0.065, 0.025], hex('#9a6a40'), { pattern: 3, round: 0.01 })),
    ...[-0.75, 0.75].flatMap((x) => [
      limb([x, 0, -0.18], [x, 0.46, -0.2], 0.03, 0.03, hex('#2c3034')),
      limb([x, 0, 0.25], [x, 0.95, 0.3], 0.03, 0.03, hex('#2c3034')),
    ]),
  ],
}
