import { type Color, hex } from '../canvas/color.ts'
import { ball, limb, type Part } from './parts.ts'

/** Builds two pairs of wings like petals, seen from above and ahead. */
export function butterfly(main: Color, second: Color): Part[] {
  const parts = [
    limb([0, -0.16, 0], [0, 0.16, 0], 0.02, 0.026, hex('#241a18')),
    ball([0, 0.2, 0], 0.035, hex('#241a18')),
  ]
  for (const side of [-1, 1]) {
    parts.push(
      ball([side * 0.21, 0.13, 0.03], [0.22, 0.17, 0.014], main, {
        turn: [0, side * 22, side * 28],
        melt: 0.03,
        gloss: 0.4,
      }),
      ball([side * 0.16, -0.12, 0.03], [0.15, 0.15, 0.014], second, {
        turn: [0, side * 22, side * -20],
        melt: 0.03,
        gloss: 0.4,
      }),
      ball([side * 0.27, 0.18, 0.0], [0.07, 0.05, 0.016], hex('#ffffff'), {
        turn: [0, side * 22, side * 28],
        glow: 0.2,
      }),
      limb([0, 0.22, 0], [side * 0.09, 0.36, -0.03], 0.006, 0.009, hex('#241a18')),
    )
  }
  return parts
}
