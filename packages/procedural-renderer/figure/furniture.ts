import { blend, type Color, hex, varied } from '../canvas/color.ts'
import { between, chance, pick } from '../canvas/random.ts'
import type { Light } from './buildings.ts'
import { ball, box, cone, limb, type Part, tube } from './parts.ts'

/**
 * Builds a living room and its furniture, seen from its doorway at z = 0 toward +z: walls, a window that shows the time
 * of day, and seats.
 */
export function room(
  { random, isDark, accent, second }: Light,
  sky: Color,
  horizon: Color,
): [shell: Part[], furniture: Part[]] {
  const wall = varied(hex(pick(random, ['#e6dccb', '#cfd8d2', '#d9c7b4', '#b9c4cf'])), {})
  const trim = hex('#f6f2ea')
  const oak = hex('#8a5c38')
  const side = chance(random, 0.5) ? 1 : -1
  const glow = isDark ? 0.7 : 1.9
  const wx = side * 1.05
  const shell: Part[] = [
    box([0, 1.5, 5.6], [4.4, 1.7, 0.1], wall),
    box([-3.1, 1.5, 3], [0.1, 1.7, 3], wall),
    box([3.1, 1.5, 3], [0.1, 1.7, 3], wall),
    box([0, 3.15, 3], [4.4, 0.1, 3], hex('#f4f0e8')),
    box([0, 0.08, 5.48], [3.1, 0.09, 0.03], trim),
    // The window: sky above, haze below, a frame in front.
    box([wx, 1.95, 5.49], [0.92, 0.55, 0.02], sky, { glow }),
    box([wx, 1.2, 5.49], [0.92, 0.24, 0.02], horizon, { glow }),
    ...[-0.96, 0, 0.96].map((x) => box([wx + x, 1.75, 5.45], [0.04, 0.82, 0.04], trim)),
    ...[0.93, 1.75, 2.56].map((y) => box([wx, y, 5.45], [1.0, 0.035, 0.05], trim)),
    ...[-1, 1].flatMap((edge) =>
      [0, 1, 2].map((fold) =>
        tube([wx + edge * (1.12 + fold * 0.1), 1.55, 5.36], 0.065, 1.2, varied(accent, { lightness: 0.95 }), {}),
      ),
    ),
  ]
  const parts: Part[] = [
    // Sofa.
    box([-side * 0.9, 0.42, 4.6], [1.15, 0.2, 0.48], second, { round: 0.1 }),
    box([-side * 0.9, 0.8, 5.0], [1.15, 0.42, 0.16], second, { round: 0.12 }),
    ...[-1, 1].map((edge) =>
      box([-side * 0.9 + edge * 1.2, 0.56, 4.6], [0.15, 0.32, 0.48], varied(second, { lightness: 0.93 }), {
        round: 0.1,
      }),
    ),
    ...[-0.7, 0.65].map((x) =>
      ball([-side * 0.9 + x, 0.8, 4.72], [0.27, 0.25, 0.12], x > 0 ? accent : trim, { turn: [-16, 0, x * 14] }),
    ),
    // A table with a vase, and the rug.
    tube([-side * 0.5, 0.42, 3.5], 0.52, 0.025, oak, { pattern: 3 }),
    ...[0, 2.1, 4.2].map((angle) =>
      limb(
        [-side * 0.5 + 0.3 * Math.cos(angle), 0.4, 3.5 + 0.3 * Math.sin(angle)],
        [-side * 0.5 + 0.42 * Math.cos(angle), 0, 3.5 + 0.42 * Math.sin(angle)],
        0.025,
        0.02,
        oak,
      ),
    ),
    cone([-side * 0.5, 0.56, 3.5], 0.06, 0.09, 0.12, accent, { gloss: 1 }),
    ...[0, 1, 2, 3, 4].map((stem) =>
      limb(
        [-side * 0.5, 0.62, 3.5],
        [-side * 0.5 + 0.16 * Math.sin(stem * 2.4), 0.92 + 0.05 * (stem % 2), 3.5 + 0.1 * Math.cos(stem * 2.4)],
        0.008,
        0.008,
        hex('#4f7f38'),
      ),
    ),
    ...[0, 1, 2, 3, 4].map((stem) =>
      ball(
        [-side * 0.5 + 0.16 * Math.sin(stem * 2.4), 0.95 + 0.05 * (stem % 2), 3.5 + 0.1 * Math.cos(stem * 2.4)],
        0.06,
        stem % 2 ? accent : trim,
        { pattern: 6 },
      ),
    ),
    box([-side * 0.4, 0.012, 3.7], [1.6, 0.012, 1.1], blend(accent, wall, 0.6), { round: 0.01 }),
    box([-side * 0.4, 0.016, 3.7], [1.35, 0.012, 0.87], blend(second, wall, 0.55), { round: 0.01 }),
    // Lamp.
    limb([-side * 2.45, 0, 4.9], [-side * 2.45, 1.55, 4.9], 0.02, 0.02, hex('#3a342e')),
    cone([-side * 2.45, 1.72, 4.9], 0.3, 0.19, 0.2, hex('#ffe2b0'), { glow: isDark ? 2.6 : 0.9 }),
    tube([-side * 2.45, 0.02, 4.9], 0.18, 0.02, hex('#3a342e')),
    // Picture and plant.
    box([-side * 0.9, 2.0, 5.47], [0.58, 0.42, 0.03], oak),
    box([-side * 0.9, 2.0, 5.44], [0.52, 0.36, 0.02], trim),
    ball([-side * 0.98, 2.03, 5.43], [0.2, 0.2, 0.02], accent),
    ball([-side * 0.76, 1.92, 5.42], [0.15, 0.15, 0.02], second),
    cone([side * 2.35, 0.24, 4.5], 0.2, 0.27, 0.24, hex('#c8b8a0')),
  ]
  for (let leaf = 0; leaf < 11; leaf++) {
    const angle = leaf * 2.4
    const tall = between(random, 0.85, 1.6)
    const tip = [side * 2.35 + 0.42 * Math.sin(angle), tall, 4.5 + 0.42 * Math.cos(angle)] as const
    parts.push(
      limb([side * 2.35, 0.45, 4.5], tip, 0.014, 0.01, hex('#4a7a38')),
      ball(tip, [0.17, 0.045, 0.1], hex(leaf % 2 ? '#4f8a3c' : '#3f7434'), {
        turn: [0, (-angle * 180) / Math.PI + 90, 24],
      }),
    )
  }
  return [shell, parts]
}
