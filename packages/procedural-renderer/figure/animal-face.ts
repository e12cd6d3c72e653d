import { blend, type Color, hex } from '../canvas/color.ts'
import { type Animal, faceOf } from './animal-kinds.ts'
import { ball, limb, type Part, type Point } from './parts.ts'

const NOSE = hex('#1c1514')
const PINK = hex('#d98a86')

/** Builds the face from forehead to chin, with nose and mouth. Lengths are relative to the radius of the head. */
export function muzzleOf(name: string, o: Animal, main: Color): Part[] {
  const h = o.head
  const w = o.snoutWide
  const belly = hex(o.belly)
  const dark = hex(o.dark)
  const fuzz = (melt: number) => ({ pattern: 6, melt: h * melt })
  const line = (from: Point, to: Point) => limb(from, to, h * 0.016, h * 0.014, dark)
  const sides = [-1, 1]
  switch (faceOf(name)) {
    case 'canine': {
      const tip = h * 0.78 + o.snout
      return [
        limb([h * 0.42, h * 0.02, 0], [tip, -h * 0.2, 0], h * 0.42, w * 0.74, main, fuzz(0.2)),
        limb([h * 0.3, -h * 0.34, 0], [tip - w * 0.8, -h * 0.46, 0], h * 0.42, w * 0.46, belly, fuzz(0.1)),
        ...sides.flatMap((side) => [
          // Cheeks end in a tuft.
          limb(
            [h * 0.3, -h * 0.3, side * h * 0.46],
            [-h * 0.06, -h * 0.56, side * h * 1.04],
            h * 0.36,
            h * 0.04,
            belly,
            fuzz(0.16),
          ),
          ball([tip - w * 0.25, -h * 0.34, side * w * 0.42], [w * 0.6, w * 0.46, w * 0.42], belly, fuzz(0.08)),
          line([tip + w * 0.25, -h * 0.46, 0], [tip - w * 1.5, -h * 0.48, side * w * 0.86]),
        ]),
        ball([tip + w * 0.56, -h * 0.13, 0], [w * 0.32, w * 0.28, w * 0.4], NOSE, { gloss: 1 }),
      ]
    }
    case 'feline': {
      const out = o.snout * 0.7
      const nose: Point = [h * 0.98 + out, -h * 0.08, 0]
      return [
        limb([h * 0.5, h * 0.22, 0], [h * 0.86 + out, -h * 0.1, 0], h * 0.3, h * 0.16, main, fuzz(0.2)),
        ball([h * 0.66 + out, -h * 0.5, 0], [h * 0.22, h * 0.2, h * 0.22], belly, fuzz(0.14)),
        ...sides.flatMap((side) => [
          ball([h * 0.78 + out, -h * 0.27, side * h * 0.2], [h * 0.27, h * 0.2, h * 0.25], belly, fuzz(0.1)),
          ball([h * 0.28, -h * 0.36, side * h * 0.6], [h * 0.42, h * 0.3, h * 0.3], belly, fuzz(0.2)),
          line([nose[0] - h * 0.02, nose[1] - h * 0.16, 0], [h * 0.92 + out, -h * 0.42, side * h * 0.2]),
          ...[-0.12, 0.02, 0.16].map((tilt) =>
            limb(
              [h * 0.9 + out, -h * 0.28, side * h * 0.3],
              [h * 0.66, -h * (0.34 - tilt * 1.6), side * h * 1.34],
              h * 0.012,
              h * 0.006,
              hex('#f8f4ee'),
            ),
          ),
        ]),
        ball(nose, [h * 0.09, h * 0.075, h * 0.13], name === 'cat' ? PINK : NOSE, { gloss: 0.8 }),
      ]
    }
    case 'bear': {
      const out = h * 0.72 + o.snout * 0.5
      return [
        ball([out, -h * 0.28, 0], [h * 0.34 + o.snout * 0.4, h * 0.32, h * 0.4], belly, fuzz(0.14)),
        ball([out + h * 0.28 + o.snout * 0.36, -h * 0.12, 0], [h * 0.12, h * 0.12, h * 0.18], NOSE, { gloss: 1 }),
      ]
    }
    case 'monkey':
      return [
        ball([h * 0.5, h * 0.02, 0], [h * 0.5, h * 0.62, h * 0.68], belly, fuzz(0.08)),
        ball([h * 0.8, -h * 0.38, 0], [h * 0.38, h * 0.34, h * 0.46], belly, fuzz(0.2)),
        ...sides.flatMap((side) => [
          ball([h * 1.16, -h * 0.24, side * h * 0.09], [h * 0.04, h * 0.03, h * 0.05], NOSE),
          line([h * 1.16, -h * 0.48, 0], [h * 1.06, -h * 0.42, side * h * 0.28]),
        ]),
      ]
    case 'rodent':
      return [
        limb([h * 0.45, -h * 0.1, 0], [h * 0.84 + o.snout, -h * 0.24, 0], h * 0.5, h * 0.24, main, fuzz(0.24)),
        ...sides.flatMap((side) => [
          ball([h * 0.84 + o.snout, -h * 0.32, side * h * 0.13], [h * 0.2, h * 0.17, h * 0.18], belly, fuzz(0.1)),
          ball([h * 0.36, -h * 0.4, side * h * 0.5], [h * 0.4, h * 0.32, h * 0.32], belly, fuzz(0.22)),
          ...[-0.1, 0.06].map((tilt) =>
            limb(
              [h * 0.95 + o.snout, -h * 0.3, side * h * 0.2],
              [h * 0.8, -h * (0.32 - tilt * 2), side * h * 1.15],
              h * 0.01,
              h * 0.005,
              hex('#f8f4ee'),
            ),
          ),
        ]),
        ball([h * 1.04 + o.snout, -h * 0.17, 0], [h * 0.08, h * 0.07, h * 0.1], PINK, { gloss: 0.6 }),
      ]
    case 'frog':
      return [
        ball([h * 0.35, -h * 0.24, 0], [h * 0.85, h * 0.5, h * 1.05], main, fuzz(0.3)),
        ball([h * 0.35, -h * 0.5, 0], [h * 0.78, h * 0.36, h * 0.96], belly, fuzz(0.12)),
        ...sides.map((side) => line([h * 1.19, -h * 0.36, 0], [h * 0.7, -h * 0.3, side * h * 0.96])),
      ]
    case 'dragon':
      return [
        limb([h * 0.3, -h * 0.02, 0], [h * 0.7 + o.snout, -h * 0.22, 0], h * 0.6, w * 1.05, main, fuzz(0.2)),
        limb([h * 0.3, -h * 0.46, 0], [h * 0.62 + o.snout, -h * 0.58, 0], h * 0.42, w * 0.72, belly, fuzz(0.05)),
        ...sides.flatMap((side) => [
          limb(
            [h * 0.4, h * 0.5, side * h * 0.36],
            [h * 0.86, h * 0.36, side * h * 0.56],
            h * 0.13,
            h * 0.07,
            dark,
            fuzz(0.06),
          ),
          ball([h * 0.78 + o.snout, -h * 0.02, side * w * 0.5], [w * 0.3, w * 0.24, w * 0.24], main, fuzz(0.08)),
          ball([h * 0.84 + o.snout, 0, side * w * 0.56], w * 0.11, dark),
          ...[0.25, 0.55, 0.85].map((share) =>
            limb(
              [h * 0.5 + o.snout * share, -h * 0.42, side * w * (1.5 - share * 0.7)],
              [h * 0.52 + o.snout * share, -h * 0.6, side * w * (1.5 - share * 0.7)],
              h * 0.05,
              h * 0.008,
              hex('#f6f0dc'),
            ),
          ),
        ]),
      ]
    case 'hoofed': {
      // Its trunk is its nose.
      if (name === 'elephant') return [ball([h * 0.3, -h * 0.3, 0], [h * 0.7, h * 0.6, h * 0.66], main, fuzz(0.3))]
      const tip = h * 0.5 + o.snout
      const light = blend(main, belly, 0.55)
      return [
        limb([h * 0.2, -h * 0.06, 0], [tip, -h * 0.26, 0], h * 0.52, w * 0.94, main, fuzz(0.22)),
        ball(
          [tip + w * 0.1, -h * 0.34, 0],
          [w * 1.05, w * 0.98, w * 1.06],
          name === 'pig' ? belly : name === 'cow' ? hex('#dfa79c') : light,
          fuzz(0.1),
        ),
        ...sides.flatMap((side) => [
          ball([tip + w * 0.9, -h * 0.26, side * w * 0.5], [w * 0.2, w * 0.24, w * 0.2], name === 'pig' ? dark : NOSE, {
            gloss: 1,
          }),
          line([tip + w * 1.02, -h * 0.34 - w * 0.45, 0], [tip - w * 0.2, -h * 0.34 - w * 0.5, side * w * 0.92]),
        ]),
      ]
    }
  }
}

const IRIS: Record<string, string> = {
  cat: '#a9c24a',
  wolf: '#d8a63a',
  fox: '#c07a22',
  tiger: '#d8b04a',
  lion: '#c08a34',
  dragon: '#ffcf30',
  frog: '#d8b23a',
}
/** Direction from the middle of the head to an eye, and the eye's radius relative to the head's. */
const EYES: Record<ReturnType<typeof faceOf>, [towards: Point, radius: number]> = {
  canine: [[0.8, 0.26, 0.5], 0.17],
  feline: [[0.84, 0.16, 0.48], 0.195],
  bear: [[0.86, 0.2, 0.42], 0.14],
  monkey: [[0.88, 0.16, 0.34], 0.15],
  rodent: [[0.66, 0.24, 0.66], 0.21],
  frog: [[0.3, 0.86, 0.6], 0.28],
  dragon: [[0.76, 0.34, 0.52], 0.17],
  hoofed: [[0.56, 0.3, 0.78], 0.16],
}

/** Builds an eye in its socket: a dark rim, iris and pupil, a lid above, and a highlight. */
export function eyeOf(
  name: string,
  o: Animal,
  { side, skull, main }: { side: number; skull: Point; main: Color },
): Part[] {
  const h = o.head
  const [[dx, dy, dz], share] = EYES[faceOf(name)]
  const r = h * share * (name === 'elephant' ? 0.55 : 1)
  const length = Math.hypot(dx, dy, dz)
  const n: Point = [dx / length, dy / length, (side * dz) / length]
  const reach = 1 / Math.hypot(n[0] / skull[0], n[1] / skull[1], n[2] / skull[2])
  const at = (out: number, up = 0, aside = 0): Point => [
    n[0] * (reach + out * r),
    n[1] * (reach + out * r) + up * r,
    n[2] * (reach + out * r) + aside * r,
  ]
  const iris = IRIS[name]
  const slit = name === 'cat' || name === 'dragon'
  return [
    ball(at(-0.6), r * 1.2, hex('#17110f')),
    ball(at(-0.22), r, iris ? hex(iris) : hex('#2a1710'), { gloss: 1 }),
    ball(at(0.16), iris ? [r * 0.66, r * (slit ? 0.78 : 0.62), r * (slit ? 0.34 : 0.62)] : r * 0.68, hex('#0b0808'), {
      gloss: 1,
    }),
    ball(at(0.62, 0.4, -0.24), r * 0.2, hex('#ffffff'), { glow: 1.4 }),
    ...(faceOf(name) === 'rodent' || name === 'panda'
      ? []
      : [ball(at(-0.72, 0.86), [r * 1.16, r * 0.66, r * 1.16], main, { pattern: 6, melt: r * 0.2 })]),
  ]
}
