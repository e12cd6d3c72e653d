import { blend, type Color, hex } from '../canvas/color.ts'
import { type Animal, faceOf } from './animal-kinds.ts'
import { ball, limb, type Part } from './parts.ts'

/** Builds the ear of one side. Lengths are relative to the radius of the head. */
export function earsOf(name: string, o: Animal, { side, main }: { side: number; main: Color }): Part[] {
  const h = o.head
  const z = side * h
  const dark = hex(o.dark)
  const rose = hex('#e2aaa2')
  const fuzz = (melt: number) => ({ pattern: 6, melt: h * melt })
  switch (o.ears) {
    case 'none':
      return []
    case 'pointed': {
      if (faceOf(name) === 'hoofed')
        return [
          limb([-h * 0.3, h * 0.5, z * 0.4], [-h * 0.34, h * 1.22, z * 0.72], h * 0.2, h * 0.05, main, fuzz(0.12)),
          limb([-h * 0.16, h * 0.6, z * 0.45], [-h * 0.24, h * 1.08, z * 0.7], h * 0.11, h * 0.03, rose, fuzz(0.02)),
        ]
      const tall = name === 'cat' ? 0.78 : name === 'fox' ? 1.05 : 0.86
      const wide = name === 'fox' ? 0.36 : 0.34
      const tip = [-h * 0.16, h * (0.6 + tall), z * 0.8] as const
      return [
        limb([-h * 0.1, h * 0.58, z * 0.52], tip, h * wide, h * 0.04, main, fuzz(0.16)),
        limb(
          [h * 0.14, h * 0.66, z * 0.54],
          [-h * 0.04, h * (0.5 + tall * 0.9), z * 0.77],
          h * wide * 0.62,
          h * 0.02,
          name === 'cat' ? rose : name === 'fox' ? hex('#f2e2d0') : blend(dark, rose, 0.35),
          fuzz(0.03),
        ),
        ...(name === 'fox'
          ? [limb([-h * 0.15, h * (0.46 + tall), z * 0.77], tip, h * 0.105, h * 0.045, dark, fuzz(0.04))]
          : []),
      ]
    }
    case 'round': {
      const large = name === 'mouse' ? 1.6 : name === 'monkey' ? 1.1 : 0.95
      const at = name === 'monkey' ? ([-h * 0.05, h * 0.1, z * 1] as const) : ([-h * 0.14, h * 0.74, z * 0.66] as const)
      return [
        ball(at, [h * 0.16, h * 0.36 * large, h * 0.36 * large], name === 'panda' ? dark : main, fuzz(0.1)),
        ball(
          [at[0] + h * 0.12, at[1], at[2]],
          [h * 0.08, h * 0.24 * large, h * 0.24 * large],
          name === 'panda' ? dark : blend(hex(o.main), rose, 0.6),
          fuzz(0.02),
        ),
      ]
    }
    case 'long':
      return [
        limb([-h * 0.15, h * 0.66, z * 0.34], [-h * 0.42, h * 2.35, z * 0.56], h * 0.25, h * 0.2, main, fuzz(0.16)),
        limb([h * 0.02, h * 0.92, z * 0.37], [-h * 0.24, h * 2.25, z * 0.57], h * 0.14, h * 0.11, rose, fuzz(0.02)),
      ]
    case 'floppy': {
      if (name === 'elephant')
        return [
          ball([-h * 0.2, -h * 0.05, z * 1.5], [h * 0.14, h * 1.1, h * 0.86], main, {
            ...fuzz(0.2),
            turn: [0, side * 24, 0],
          }),
        ]
      if (name === 'dog')
        return [
          limb(
            [-h * 0.05, h * 0.6, z * 0.66],
            [h * 0.02, h * 0.42, z * 0.98],
            h * 0.22,
            h * 0.2,
            blend(main, dark, 0.4),
            fuzz(0.08),
          ),
          ball([h * 0.06, -h * 0.06, z * 1.02], [h * 0.3, h * 0.56, h * 0.13], blend(main, dark, 0.45), fuzz(0.08)),
        ]
      return [
        limb(
          [-h * 0.18, h * 0.36, z * 0.5],
          [-h * 0.24, h * 0.2, z * 1.32],
          h * 0.14,
          h * 0.2,
          name === 'cow' || name === 'sheep' ? dark : blend(main, dark, 0.3),
          fuzz(0.08),
        ),
      ]
    }
  }
}
