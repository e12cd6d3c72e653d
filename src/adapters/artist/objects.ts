import { type Colour, hex, varied } from './colour.ts'
import { ball, bowl, box, cone, limb, type Part, type Point, placed, ring, sheet, tube } from './parts.ts'
import { between, pick } from './random.ts'
import type { Light } from './buildings.ts'

const GLASS = hex('#2c3844')
const RUBBER = hex('#1c1c20')
const wheel = (x: number, z: number, radius: number): Part[] => [
  tube([x, radius, z], radius, radius * 0.32, RUBBER, { turn: [90, 0, 0], round: radius * 0.12 }),
  tube([x, radius, z + Math.sign(z) * radius * 0.16], radius * 0.58, radius * 0.22, hex('#c6ccd2'), { turn: [90, 0, 0], gloss: 1 }),
]

/** Petals around a heart; `open` 0 bud to 1 flat. It looks along -z and stands on its stalk. */
export function blossom(colour: Colour, heart: Colour, petals: number, open: number, stalk: number): Part[] {
  const parts: Part[] = [limb([0, 0, 0.02], [0.015, stalk, 0.05], 0.016, 0.014, hex('#4f8a34'))]
  for (let layer = 0; layer < 2; layer++)
    for (let petal = 0; petal < petals; petal++) {
      const angle = ((petal + layer * 0.5) / petals) * 360
      const a = (angle * Math.PI) / 180
      const reach = 0.15 - layer * 0.03
      parts.push(ball([Math.cos(a) * reach, stalk + Math.sin(a) * reach, -0.02 - layer * 0.03 - (1 - open) * 0.06], [0.125 - layer * 0.02, 0.058, 0.018], varied(colour, { lightness: 1 - layer * 0.09 }), { turn: [0, (1 - open) * 50, angle], melt: 0.008, gloss: 0.2 }))
    }
  parts.push(ball([0, stalk, -0.06], [0.072, 0.072, 0.045], heart, { pattern: 6, melt: 0.01 }))
  for (const [side, up] of [[-1, 0.35], [1, 0.55]] as const) parts.push(ball([side * 0.1, stalk * up, 0.03], [0.12, 0.035, 0.03], hex('#5a9a3c'), { turn: [0, side * 20, side * 34], melt: 0.01 }))
  return parts
}

/** Each stands on y = 0 and is best seen from -z. */
export const OBJECTS: Record<string, (light: Light) => Part[]> = {
  flower: ({ accent, random }) => blossom(accent, hex('#f2b632'), pick(random, [9, 11, 13]), 0.9, 0.62),
  rose: ({ accent }) => {
    const parts = [limb([0, 0, 0.02], [0, 0.55, 0.02], 0.017, 0.016, hex('#3f7a30'))]
    const head: Part[] = []
    for (let petal = 0; petal < 19; petal++) {
      const a = petal * 2.4
      const r = 0.02 + 0.0085 * petal
      const lean = 6 + petal * 2.6
      head.push(ball([Math.cos(a) * r, 0.06 - petal * 0.0045, Math.sin(a) * r], [0.065 + petal * 0.0035, 0.09 - petal * 0.001, 0.014], varied(accent, { lightness: 1.12 - petal * 0.02 }), { turn: [-lean, 90 - (a * 180) / Math.PI, 0], melt: 0.004 }))
    }
    // It looks at whoever looks at it.
    parts.push(...placed(head, { at: [0, 0.6, 0], turn: [52, 0, 0], scale: 1.35 }))
    parts.push(ball([0.13, 0.3, 0.02], [0.13, 0.04, 0.03], hex('#4f8a3a'), { turn: [0, 20, 30] }), ball([-0.12, 0.4, 0.02], [0.12, 0.04, 0.03], hex('#4f8a3a'), { turn: [0, -20, -32] }))
    return parts
  },
  tulip: ({ accent, random }) => [-0.34, 0, 0.32].flatMap((x, index) => {
    const tall = between(random, 0.5, 0.75)
    const tint = index === 1 ? accent : varied(accent, { turn: 30 * (index - 1), lightness: 1.08 })
    return [
      limb([x, 0, 0], [x * 0.9, tall, 0], 0.018, 0.016, hex('#4f8a34')),
      ...[0, 1, 2, 3, 4].map((petal) => ball([x * 0.9 + 0.05 * Math.cos(petal * 1.257), tall + 0.1, 0.05 * Math.sin(petal * 1.257)], [0.066, 0.15, 0.05], varied(tint, { lightness: 1 - 0.05 * (petal % 2) }), { melt: 0.012, gloss: 0.35 })),
      ball([x + 0.08, tall * 0.42, 0], [0.03, 0.24, 0.05], hex('#5a9a3e'), { turn: [0, 0, 18] }),
    ]
  }),
  cactus: () => [limb([0, 0, 0], [0, 2.5, 0], 0.26, 0.24, hex('#4f8a4c'), { pattern: 6 }), limb([0, 1.1, 0], [0.65, 1.25, 0], 0.16, 0.17, hex('#4f8a4c'), { melt: 0.1 }), limb([0.65, 1.25, 0], [0.68, 2.0, 0], 0.17, 0.15, hex('#4f8a4c'), { melt: 0.1 }), limb([0, 0.8, 0], [-0.6, 0.95, 0], 0.15, 0.16, hex('#478044'), { melt: 0.1 }), limb([-0.6, 0.95, 0], [-0.62, 1.55, 0], 0.16, 0.14, hex('#478044'), { melt: 0.1 }), ball([0, 2.78, 0], 0.11, hex('#f28ab0'))],
  mushroom: ({ accent }) => [[0, 1, 0], [0.42, 0.6, -0.1], [-0.34, 0.45, -0.18]].flatMap(([x = 0, s = 1, z = 0]) => placed([limb([0, 0, 0], [0.02, 0.42, 0], 0.11, 0.08, hex('#f4ecdc')), ball([0.02, 0.44, 0], [0.34, 0.2, 0.34], accent, { gloss: 0.6 }), ball([0.02, 0.37, 0], [0.3, 0.06, 0.3], hex('#f0e2cc')), ...[[0.1, 0.62, -0.12], [-0.14, 0.58, -0.16], [0.24, 0.52, -0.16], [-0.02, 0.52, -0.3], [-0.24, 0.5, -0.08]].map(([a = 0, b = 0, c = 0]) => ball([a, b, c], [0.05, 0.035, 0.045], hex('#fdf8ee')))], { at: [x, 0, z], scale: s })),
  tree: ({ random, accent }) => {
    const parts = [limb([0, 0, 0], [0.1, 1.6, 0], 0.32, 0.2, hex('#5a4030'), { melt: 0.1, pattern: 3 })]
    for (let branch = 0; branch < 9; branch++) {
      const a = branch * 2.4
      const reach = between(random, 0.7, 1.35)
      const tip: Point = [Math.cos(a) * reach, 2.3 + (branch % 3) * 0.5, Math.sin(a) * reach]
      parts.push(limb([0.08, 1.3 + branch * 0.05, 0], tip, 0.11, 0.05, hex('#5a4030'), { melt: 0.08 }), ball(tip, [0.78, 0.6, 0.78], branch % 3 ? hex('#5a8f3a') : varied(accent, { lightness: 0.9 }), { pattern: 6, melt: 0.2 }))
    }
    parts.push(ball([0.05, 3.6, 0], [0.85, 0.7, 0.85], hex('#6fa045'), { pattern: 6, melt: 0.2 }))
    return parts
  },
  cherries: ({ random, accent }) => {
    const fruit = varied(hex('#b3122a'), {})
    const parts: Part[] = [bowl([0, 0.3, 0], 0.3, 0.018, hex('#e9e4da'), { gloss: 0.9 }), tube([0, 0.02, 0], 0.13, 0.025, hex('#dcd5c8'), { gloss: 0.8 }), ring([0, 0.3, 0], 0.3, 0.016, accent, { gloss: 0.8 })]
    const places: Point[] = [...Array.from({ length: 11 }, (_, i): Point => [Math.cos(i * 0.571) * 0.2, 0.3, Math.sin(i * 0.571) * 0.2]), ...Array.from({ length: 6 }, (_, i): Point => [Math.cos(i * 1.047 + 0.4) * 0.11, 0.375, Math.sin(i * 1.047 + 0.4) * 0.11]), [0, 0.43, 0], [-0.48, 0.075, -0.24], [0.5, 0.075, -0.3], [0.41, 0.075, -0.2]]
    for (const [index, at] of places.entries()) {
      const r = between(random, 0.068, 0.078)
      parts.push(ball(at, [r, r * 0.96, r], varied(fruit, { lightness: between(random, 0.8, 1.15) }), { gloss: 1.7 }))
      if (index % 2 === 0) parts.push(limb([at[0], at[1] + r * 0.9, at[2]], [at[0] + between(random, -0.09, 0.09), at[1] + between(random, 0.17, 0.26), at[2] + between(random, -0.05, 0.05)], 0.007, 0.006, hex('#6f8a34')))
    }
    parts.push(ball([0.16, 0.5, -0.02], [0.11, 0.012, 0.05], hex('#4f8a34'), { turn: [20, 10, 24] }))
    return parts
  },
  fruit: ({ random }) => {
    const parts: Part[] = [bowl([0, 0.3, 0], 0.36, 0.02, hex('#5a7a9a'), { gloss: 1 }), tube([0, 0.02, 0], 0.15, 0.025, hex('#4a6a8a'))]
    const kinds = ['#c8282e', '#e88a24', '#e8c838', '#8ab43c', '#c8424a', '#f0a060']
    for (let i = 0; i < 8; i++) {
      const a = i * 0.9
      const r = i < 6 ? 0.2 : 0.06
      parts.push(ball([Math.cos(a) * r, i < 6 ? 0.36 : 0.5, Math.sin(a) * r], between(random, 0.115, 0.135), hex(kinds[i % 6] as string), { gloss: 0.9 }), limb([Math.cos(a) * r, i < 6 ? 0.47 : 0.6, Math.sin(a) * r], [Math.cos(a) * r + 0.02, i < 6 ? 0.52 : 0.66, Math.sin(a) * r], 0.009, 0.007, hex('#5a4028')))
    }
    parts.push(ball([0.56, 0.125, -0.22], 0.125, hex('#c8282e'), { gloss: 1 }), ball([-0.55, 0.11, -0.2], [0.14, 0.11, 0.11], hex('#e8d040'), { gloss: 0.6, turn: [0, 30, 0] }))
    return parts
  },
  strawberry: () => [[-0.28, -0.05, 1], [0.12, -0.16, 1.1], [0.02, 0.25, 1], [0.45, 0.1, 0.85]].flatMap(([x = 0, z = 0, s = 1], i) => placed([limb([0, 0.13, 0], [0.16, 0.1, 0], 0.13, 0.05, hex('#d8202e'), { gloss: 1.3, pattern: 2 }), ...[0, 1, 2, 3, 4].map((leaf) => ball([-0.12, 0.14 + 0.06 * Math.sin(leaf * 1.26), 0.06 * Math.cos(leaf * 1.26)], [0.02, 0.05, 0.03], hex('#5a9a34'), { turn: [leaf * 72, 0, 20] }))], { at: [x, 0, z], scale: s * 1.2, turn: [0, i * 70, 0] })),
  cup: ({ accent }) => [cone([0, 0.2, 0], 0.17, 0.23, 0.19, accent, { gloss: 1, round: 0.02 }), tube([0, 0.385, 0], 0.2, 0.012, hex('#4a2c18'), { gloss: 1 }), ring([0, 0.39, 0], 0.215, 0.018, accent, { gloss: 1 }), ring([0.27, 0.21, 0], 0.1, 0.026, accent, { turn: [90, 0, 0], gloss: 1 }), tube([0, 0.015, 0], 0.4, 0.014, accent, { gloss: 1 }), ball([0.03, 0.4, -0.03], [0.1, 0.005, 0.06], hex('#e6c8a0')), box([-0.62, 0.03, -0.1], [0.1, 0.03, 0.08], hex('#c88a4a'), { round: 0.02, turn: [0, 30, 0] }), ball([0.62, 0.03, -0.15], [0.05, 0.03, 0.035], hex('#4a2c18')), ball([0.7, 0.03, -0.05], [0.05, 0.03, 0.035], hex('#5a3820'))],
  cake: ({ accent }) => [tube([0, 0.02, 0], 0.52, 0.02, hex('#f2efe8'), { gloss: 0.8 }), tube([0, 0.17, 0], 0.4, 0.13, hex('#e8c48e'), { round: 0.02 }), tube([0, 0.2, 0], 0.405, 0.025, accent), tube([0, 0.34, 0], 0.41, 0.06, hex('#fdf4ea'), { round: 0.05, gloss: 0.3 }), ...Array.from({ length: 8 }, (_, i) => ball([Math.cos(i * 0.785) * 0.32, 0.43, Math.sin(i * 0.785) * 0.32], 0.06, i % 2 ? hex('#d8203a') : accent, { gloss: 1.2 })), ...Array.from({ length: 10 }, (_, i) => ball([Math.cos(i * 0.628) * 0.4, 0.31 - 0.03 * (i % 3), Math.sin(i * 0.628) * 0.4], [0.06, 0.08, 0.06], hex('#fdf4ea'), { melt: 0.05 })), tube([0, 0.53, 0], 0.025, 0.12, hex('#f8c8d8')), ball([0, 0.7, 0], [0.025, 0.05, 0.025], hex('#ffcf60'), { glow: 5 })],
  icecream: ({ accent, second }) => [cone([0, 0.35, 0], 0.02, 0.2, 0.34, hex('#d8a05a'), { pattern: 5 }), ball([0, 0.76, 0], [0.23, 0.2, 0.23], accent, { melt: 0.06, pattern: 6 }), ball([0.05, 0.99, 0], [0.19, 0.18, 0.19], second, { melt: 0.06, pattern: 6 }), ball([0, 1.19, 0], [0.14, 0.13, 0.14], hex('#fdf2e0'), { melt: 0.05 }), ball([0.03, 1.35, 0], 0.065, hex('#c8182e'), { gloss: 1.5 })],
  bottle: ({ accent }) => [tube([0, 0.36, 0], 0.15, 0.36, varied(accent, { lightness: 0.45 }), { gloss: 2, round: 0.03 }), cone([0, 0.82, 0], 0.15, 0.055, 0.12, varied(accent, { lightness: 0.45 }), { gloss: 2 }), tube([0, 1.02, 0], 0.052, 0.1, varied(accent, { lightness: 0.4 }), { gloss: 2 }), tube([0, 1.1, 0], 0.055, 0.045, hex('#8a5a38')), tube([0, 0.36, 0], 0.153, 0.15, hex('#f2e8d2')), cone([0.42, 0.42, -0.05], 0.06, 0.15, 0.14, hex('#8a1a30'), { gloss: 2.2 }), tube([0.42, 0.17, -0.05], 0.014, 0.16, hex('#dfe8ec'), { gloss: 2 }), tube([0.42, 0.014, -0.05], 0.12, 0.012, hex('#dfe8ec'), { gloss: 2 }), ...[0, 1, 2, 3, 4, 5].map((i) => ball([-0.42 + 0.07 * (i % 3), 0.06 + 0.07 * Math.floor(i / 3), -0.1 + 0.05 * (i % 2)], 0.06, hex('#5a2a6a'), { gloss: 1 }))],
  candle: ({ random }) => [[0, 0.5], [-0.32, 0.34], [0.3, 0.26]].flatMap(([x = 0, tall = 0.4]) => [tube([x, tall / 2, 0.05 * random()], 0.1, tall / 2, hex('#f6ead2'), { round: 0.02, glow: 0.35 }), limb([x, tall, 0.02], [x, tall + 0.04, 0.02], 0.006, 0.006, hex('#2a2018')), ball([x, tall + 0.1, 0.02], [0.03, 0.07, 0.03], hex('#ffc24a'), { glow: 7 }), ball([x, tall + 0.075, 0.02], [0.016, 0.035, 0.016], hex('#fff4c8'), { glow: 8 }), tube([x, 0.012, 0.02], 0.16, 0.012, hex('#c8a050'), { gloss: 1 })]),
  coral: ({ random, accent }) => Array.from({ length: 9 }, (_, i): Part => limb([0, 0, 0], [0.4 * Math.sin(i * 2.4) * random(), between(random, 0.4, 0.9), 0.4 * Math.cos(i * 2.4) * random()], 0.09, 0.05, varied(accent, { turn: i * 8, lightness: between(random, 0.8, 1.1) }), { melt: 0.08 })),
  book: ({ accent, second }) => [box([0, 0.07, 0], [0.46, 0.065, 0.32], accent, { turn: [0, 16, 0] }), box([0.01, 0.07, 0], [0.45, 0.045, 0.325], hex('#f4ecda'), { turn: [0, 16, 0] }), box([0.03, 0.19, 0], [0.4, 0.055, 0.29], second, { turn: [0, -9, 0] }), box([0.04, 0.19, -0.01], [0.39, 0.038, 0.29], hex('#f4ecda'), { turn: [0, -9, 0] }), ...[-1, 1].flatMap((side) => [0, 1, 2].map((leaf) => box([side * 0.24, 0.29 + leaf * 0.014, 0], [0.24, 0.008, 0.3], hex('#faf4e4'), { turn: [0, 0, side * (9 + leaf * 3)] })))],
  ball: ({ accent, second }) => [ball([0, 0.4, 0], 0.4, accent, { gloss: 2 }), ball([0.72, 0.22, -0.15], 0.22, second, { gloss: 2 }), ball([-0.62, 0.16, -0.32], 0.16, hex('#f4f1ec'), { gloss: 2 })],
  crystal: ({ accent, second }) => Array.from({ length: 7 }, (_, i) => cone([0.26 * Math.sin(i * 2.4) * (i > 0 ? 1 : 0), 0.42 - i * 0.03, 0.2 * Math.cos(i * 2.4)], 0.1 - i * 0.006, 0.02, 0.5 - i * 0.05, i % 2 ? second : accent, { turn: [12 * Math.cos(i * 2.4), 0, -24 * Math.sin(i * 2.4)], gloss: 2, glow: 0.35 })),
  cube: ({ accent, second }) => [box([0, 0.35, 0], [0.35, 0.35, 0.35], accent, { turn: [0, 30, 0], round: 0.04, gloss: 0.8 }), box([0.65, 0.22, -0.3], [0.22, 0.22, 0.22], second, { turn: [0, -20, 0], round: 0.03, gloss: 0.8 }), box([-0.1, 0.86, 0], [0.16, 0.16, 0.16], hex('#f7efe0'), { turn: [0, 50, 0], round: 0.02, gloss: 0.8 })],
  heart: ({ accent }) => [-1, 1].flatMap((side) => [limb([0, 0.14, 0], [side * 0.26, 0.62, 0], 0.06, 0.25, accent, { melt: 0.12, gloss: 1.5 })]),
  snowman: ({ accent }) => [ball([0, 0.48, 0], [0.55, 0.5, 0.55], hex('#f4f8fc')), ball([0, 1.18, 0], 0.38, hex('#f4f8fc'), { melt: 0.05 }), ball([0, 1.72, 0], 0.27, hex('#f4f8fc'), { melt: 0.04 }), limb([0, 1.72, -0.25], [0.05, 1.69, -0.6], 0.055, 0.015, hex('#f08030')), ...[-1, 1].flatMap((side) => [ball([side * 0.1, 1.82, -0.24], 0.035, hex('#16161a'), { gloss: 1 }), limb([side * 0.34, 1.25, 0], [side * 0.95, 1.6, -0.05], 0.03, 0.015, hex('#5a3c28'))]), ...[1.0, 1.18, 1.36].map((y) => ball([0, y, -0.37], 0.035, hex('#16161a'))), ring([0, 1.46, 0], 0.25, 0.075, accent, { pattern: 6 }), limb([0.18, 1.44, -0.2], [0.26, 1.05, -0.34], 0.075, 0.07, accent, { pattern: 6 }), tube([0, 1.96, 0], 0.32, 0.025, hex('#22242c')), tube([0, 2.15, 0], 0.2, 0.2, hex('#22242c')), tube([0, 2.02, 0], 0.205, 0.045, accent)],
  pumpkin: ({ isDark }) => [...Array.from({ length: 9 }, (_, i) => ball([Math.cos(i * 0.698) * 0.2, 0.32, Math.sin(i * 0.698) * 0.2], [0.24, 0.31, 0.24], hex(i % 2 ? '#e07a1e' : '#d86c18'), { melt: 0.04, gloss: 0.4 })), limb([0, 0.58, 0], [0.07, 0.78, 0.02], 0.05, 0.035, hex('#5a6a2c')), ...[-1, 1].map((side) => cone([side * 0.15, 0.42, -0.37], 0.08, 0.005, 0.065, hex(isDark ? '#ffd060' : '#2a1608'), { glow: isDark ? 5 : 0 })), box([0, 0.22, -0.4], [0.19, 0.035, 0.05], hex(isDark ? '#ffd060' : '#2a1608'), { glow: isDark ? 5 : 0 })],
  umbrella: ({ accent }) => [limb([0, 0, 0], [0, 1.9, 0], 0.022, 0.02, hex('#4a3428')), bowlDown(accent), limb([0, 1.95, 0], [0, 2.12, 0], 0.03, 0.01, hex('#4a3428'))],
  skull: () => [ball([0, 0.62, 0.05], [0.34, 0.33, 0.4], hex('#e9e0cc'), { melt: 0.05 }), box([0, 0.32, -0.14], [0.17, 0.16, 0.16], hex('#e2d8c2'), { round: 0.08, melt: 0.12 }), ...[-1, 1].flatMap((side) => [ball([side * 0.14, 0.58, -0.28], [0.105, 0.1, 0.1], hex('#141014')), ball([side * 0.26, 0.46, -0.16], [0.09, 0.06, 0.12], hex('#e2d8c2'), { melt: 0.06 })]), cone([0, 0.42, -0.31], 0.055, 0.005, 0.065, hex('#141014')), ...[-0.12, -0.06, 0, 0.06, 0.12].map((x) => box([x, 0.24, -0.29], [0.024, 0.06, 0.02], hex('#f4eede'), { round: 0.01 }))],
  clock: ({ accent }) => [tube([0, 0.55, 0], 0.5, 0.08, accent, { turn: [90, 0, 0], gloss: 1, round: 0.03 }), tube([0, 0.55, -0.05], 0.43, 0.05, hex('#fbf7ee'), { turn: [90, 0, 0] }), limb([0, 0.55, -0.11], [0.12, 0.75, -0.11], 0.014, 0.01, hex('#1c1a1a')), limb([0, 0.55, -0.11], [-0.22, 0.7, -0.11], 0.011, 0.007, hex('#1c1a1a')), ...Array.from({ length: 12 }, (_, i) => ball([Math.sin(i * 0.5236) * 0.36, 0.55 + Math.cos(i * 0.5236) * 0.36, -0.1], i % 3 ? 0.014 : 0.026, hex('#1c1a1a'))), ...[-1, 1].map((s) => limb([s * 0.25, 0.12, 0], [s * 0.34, 0, 0], 0.05, 0.04, accent, { gloss: 1 }))],
  guitar: ({ accent }) => [ball([0, 0.4, 0], [0.36, 0.34, 0.09], accent, { melt: 0.12, gloss: 1 }), ball([0, 0.82, 0], [0.27, 0.26, 0.085], accent, { melt: 0.14, gloss: 1 }), tube([0, 0.66, -0.085], 0.13, 0.015, hex('#1a1210'), { turn: [90, 0, 0] }), box([0, 1.4, -0.08], [0.05, 0.6, 0.025], hex('#3a2418')), box([0, 2.08, -0.06], [0.085, 0.14, 0.03], hex('#2a1a12')), box([0, 0.32, -0.1], [0.14, 0.025, 0.02], hex('#3a2418')), ...[-0.025, 0, 0.025].map((x) => limb([x, 0.32, -0.13], [x, 2.0, -0.11], 0.004, 0.004, hex('#e8e4da')))],
  car: ({ accent, isDark }) => [
    box([0, 0.62, 0], [2.1, 0.3, 0.86], accent, { round: 0.2, gloss: 1.5, melt: 0.1 }),
    box([-0.15, 1.02, 0], [1.12, 0.34, 0.7], accent, { round: 0.28, gloss: 1.5, melt: 0.2 }),
    box([-0.15, 1.06, 0], [1.0, 0.22, 0.735], GLASS, { round: 0.16, gloss: 2 }),
    box([-0.15, 1.06, 0], [1.16, 0.21, 0.6], GLASS, { round: 0.16, gloss: 2 }),
    box([-0.15, 1.08, 0], [0.035, 0.26, 0.74], accent),
    box([0, 0.36, 0], [2.05, 0.09, 0.82], hex('#2a2c30'), { round: 0.05 }),
    ...[-1, 1].flatMap((z) => [...wheel(-1.3, z * 0.76, 0.36), ...wheel(1.3, z * 0.76, 0.36), ball([2.02, 0.68, z * 0.6], [0.1, 0.11, 0.14], hex('#fff2d0'), { glow: isDark ? 6 : 0.8, gloss: 1.5 }), box([-2.06, 0.7, z * 0.6], [0.06, 0.08, 0.18], hex('#ff3a2a'), { glow: isDark ? 3.5 : 0.4, round: 0.03 }), box([0.15, 0.8, z * 0.87], [0.12, 0.02, 0.015], hex('#dfe3e8'), { gloss: 1 })]),
    box([2.08, 0.5, 0], [0.06, 0.06, 0.6], hex('#dfe3e8'), { gloss: 1.5, round: 0.03 }),
  ],
  train: ({ accent, isDark }) => [tube([0.5, 1.5, 0], 0.75, 2, accent, { turn: [0, 0, 90], gloss: 0.9 }), box([-2.3, 1.9, 0], [0.95, 1.25, 0.95], accent, { round: 0.05, gloss: 0.7 }), box([-2.3, 3.2, 0], [1.15, 0.08, 1.1], hex('#2a2624')), box([-2.3, 2.4, -0.9], [0.5, 0.4, 0.08], hex(isDark ? '#ffd080' : '#2c3844'), { glow: isDark ? 2.5 : 0, gloss: 1 }), cone([2, 2.7, 0], 0.2, 0.34, 0.55, hex('#22201f')), ball([0.6, 2.3, 0], [0.3, 0.25, 0.3], hex('#d8b050'), { gloss: 1 }), tube([2.56, 1.5, 0], 0.2, 0.08, hex('#fff2c8'), { turn: [0, 0, 90], glow: 4 }), box([0, 0.85, 0], [3.2, 0.14, 0.75], hex('#2a2624')), ...[-1, 1].flatMap((z) => [-2.4, -1.2, 0.2, 1.3, 2.3].flatMap((x) => wheel(x, z * 0.72, 0.45))), cone([2.95, 0.45, 0], 0.75, 0.1, 0.35, hex('#8a2a22'), { turn: [0, 0, -60] }), ...[0, 1, 2, 3, 4].map((i) => ball([1.7 - i * 0.75, 3.9 + i * 0.55, 0.1 * i], 0.35 + i * 0.17, hex('#e8e6e4'), { melt: 0.3 }))],
  bicycle: ({ accent }) => [...[-0.55, 0.55].flatMap((x) => [ring([x, 0.36, 0], 0.34, 0.022, RUBBER, { turn: [90, 0, 0] }), ...[0, 45, 90, 135].map((a) => { const r = (a * Math.PI) / 180; return limb([x - Math.cos(r) * 0.33, 0.36 - Math.sin(r) * 0.33, 0], [x + Math.cos(r) * 0.33, 0.36 + Math.sin(r) * 0.33, 0], 0.004, 0.004, hex('#c8ccd0')) })]), limb([-0.55, 0.36, 0], [-0.05, 0.36, 0], 0.02, 0.02, accent, { gloss: 1 }), limb([-0.55, 0.36, 0], [-0.2, 0.82, 0], 0.018, 0.018, accent, { gloss: 1 }), limb([-0.05, 0.36, 0], [-0.22, 0.92, 0], 0.022, 0.02, accent, { gloss: 1 }), limb([-0.05, 0.36, 0], [0.42, 0.82, 0], 0.024, 0.024, accent, { gloss: 1 }), limb([-0.2, 0.82, 0], [0.41, 0.84, 0], 0.022, 0.022, accent, { gloss: 1 }), limb([0.55, 0.36, 0], [0.4, 0.98, 0], 0.02, 0.02, accent, { gloss: 1 }), ball([-0.24, 0.95, 0], [0.13, 0.035, 0.075], hex('#3a2a22')), limb([0.4, 0.98, -0.22], [0.4, 0.98, 0.22], 0.016, 0.016, hex('#22201f')), tube([-0.05, 0.36, -0.04], 0.09, 0.015, hex('#8a8e94'), { turn: [90, 0, 0], gloss: 1 })],
  boat: ({ accent }) => [
    limb([-1.3, 0.3, 0], [0.7, 0.26, 0], 0.4, 0.48, accent, { melt: 0.3, pattern: 3 }),
    limb([0.6, 0.3, 0], [2.0, 0.62, 0], 0.45, 0.06, accent, { melt: 0.3, pattern: 3 }),
    limb([-1.2, 0.36, 0], [-1.75, 0.56, 0], 0.38, 0.2, accent, { melt: 0.25, pattern: 3 }),
    box([0, 0.7, 0], [1.35, 0.08, 0.36], hex('#4a3222'), { round: 0.05 }),
    ...[-0.7, 0.5].map((x) => box([x, 0.78, 0], [0.13, 0.03, 0.46], hex('#c8a070'), { pattern: 3 })),
    limb([0.1, 0.8, -0.4], [-0.7, 0.12, -1.6], 0.025, 0.03, hex('#d8b080')),
    ball([-0.75, 0.1, -1.68], [0.2, 0.03, 0.1], hex('#d8b080'), { turn: [0, 60, 0] }),
  ],
  sailboat: ({ accent, random }) => placed([
    limb([-1.9, 0.45, 0], [1.2, 0.4, 0], 0.42, 0.55, accent, { melt: 0.3, gloss: 0.8 }),
    limb([1.1, 0.45, 0], [2.6, 0.8, 0], 0.5, 0.08, accent, { melt: 0.3, gloss: 0.8 }),
    box([0.1, 0.82, 0], [1.95, 0.1, 0.42], hex('#d8b888'), { pattern: 3, round: 0.05 }),
    box([-0.5, 1.0, 0], [0.8, 0.18, 0.28], hex('#fbf6ec'), { round: 0.08 }),
    limb([0.25, 0.7, 0], [0.25, 6.6, 0], 0.06, 0.035, hex('#8a6a48')),
    limb([0.25, 1.5, 0], [-2.1, 1.42, 0.25], 0.045, 0.035, hex('#8a6a48')),
    sheet([0.2, 1.6, 0], [0.22, 6.4, 0], [-2.0, 1.55, 0.25], hex('#fbf5ea'), { glow: 0.14 }),
    sheet([0.36, 1.3, 0], [0.32, 5.7, 0], [2.5, 0.95, 0.12], hex('#f2e4d0'), { glow: 0.14 }),
    box([0.5, 6.75, 0], [0.28, 0.12, 0.02], accent),
  ], { turn: [between(random, 3, 10), 0, 0] }),
  balloon: ({ accent, second }) => [...Array.from({ length: 12 }, (_, i) => { const a = i * 0.5236; return ball([Math.cos(a) * 0.75, 4.6, Math.sin(a) * 0.75], [0.95, 1.75, 0.95], i % 3 === 0 ? hex('#fbf3e4') : i % 3 === 1 ? accent : second, { melt: 0.05, gloss: 0.2, glow: 0.06 }) }), cone([0, 2.7, 0], 0.42, 1.15, 0.5, accent), box([0, 1.35, 0], [0.34, 0.27, 0.34], hex('#8a5a34'), { round: 0.06, pattern: 5 }), ...[-1, 1].flatMap((x) => [-1, 1].map((z) => limb([x * 0.3, 1.6, z * 0.3], [x * 0.4, 2.35, z * 0.4], 0.014, 0.014, hex('#4a3828')))), ball([0, 2.0, 0], [0.09, 0.18, 0.09], hex('#ffb040'), { glow: 5 })],
  plane: ({ accent }) => [limb([-2, 0, 0], [1.6, 0, 0], 0.14, 0.36, hex('#f4f4f2'), { melt: 0.1, gloss: 1 }), ball([1.9, -0.02, 0], [0.55, 0.34, 0.34], hex('#f4f4f2'), { melt: 0.2, gloss: 1 }), ball([1.45, 0.26, 0], [0.4, 0.16, 0.22], GLASS, { gloss: 2 }), ball([0.3, -0.02, 0], [0.42, 0.05, 3.1], accent, { melt: 0.1, gloss: 0.8 }), ball([-1.9, 0.1, 0], [0.26, 0.04, 1.0], accent, { gloss: 0.8, melt: 0.05 }), ball([-2, 0.45, 0], [0.28, 0.52, 0.05], accent, { gloss: 0.8, melt: 0.05, turn: [0, 0, 14] }), ...[-1.2, 1.2].map((z) => limb([0.2, -0.25, z], [0.85, -0.25, z], 0.15, 0.17, hex('#c8ccd2'), { gloss: 1 }))],
  rocket: ({ accent }) => [limb([0, 0.9, 0], [0, 2.9, 0], 0.42, 0.46, hex('#f2f0ec'), { gloss: 0.8, melt: 0.1 }), limb([0, 2.9, 0], [0, 4.3, 0], 0.45, 0.05, accent, { gloss: 0.9, melt: 0.05 }), tube([0, 2.75, -0.42], 0.2, 0.06, hex('#7ac8f0'), { turn: [90, 0, 0], gloss: 2, glow: 0.5 }), ring([0, 2.75, -0.45], 0.22, 0.045, accent, { turn: [90, 0, 0], gloss: 0.9 }), ...[0, 1, 2].map((i) => { const a = i * 2.094 + 0.5; return limb([Math.cos(a) * 0.35, 1.5, Math.sin(a) * 0.35], [Math.cos(a) * 0.95, 0.55, Math.sin(a) * 0.95], 0.13, 0.06, accent, { gloss: 0.8, melt: 0.05 }) }), cone([0, 0.5, 0], 0.26, 0.34, 0.14, hex('#3a3c42'), { gloss: 0.8 }), limb([0, 0.3, 0], [0, -1.5, 0], 0.28, 0.02, hex('#ff9a30'), { glow: 5, melt: 0.1 }), limb([0, 0.3, 0], [0, -0.8, 0], 0.16, 0.02, hex('#fff0b0'), { glow: 7 })],
}

function bowlDown(accent: Colour): Part {
  return bowl([0, 1.55, 0], 0.9, 0.03, accent, { turn: [180, 0, 0], gloss: 0.4 })
}
