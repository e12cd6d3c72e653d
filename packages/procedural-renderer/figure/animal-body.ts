import { type Color, hex } from '../canvas/color.ts'
import { headOf } from './animal-head.ts'
import { faceOf, measuresOf } from './animal-kinds.ts'
import { ball, cone, limb, type Part, type Point, placed, sheet } from './parts.ts'

/** Angle of a bowed head in degrees. */
const BOW = -26

/**
 * Builds a four-legged animal that stands on y = 0 and looks along +x.
 * @param pose.look degrees that the head is turned toward -z (the viewer, at 90)
 * @param pose.tint a color from the prompt
 */
export function animal(
  name: string,
  pose: { look: number; stride: number; tint: Color | null; headOnly: boolean },
): Part[] {
  const o = measuresOf(name)
  const main = pose.tint ?? hex(o.main)
  const belly = hex(o.belly)
  const dark = hex(o.dark)
  const h = o.head
  const fuzz = { pattern: o.pattern ?? 6, melt: o.thick * 0.32 }
  const half = o.long * 0.36
  const back = o.tall * 0.86
  const nape: Point = [half + o.neck * 0.5 + h * 0.1, back + Math.max(o.neck * 0.95, o.thick * 0.45 + h * 0.55), 0]
  // Grazing animals have a long face that hangs down.
  const bowed = placed(headOf(name, o, pose.tint), {
    turn: [0, 0, faceOf(name) === 'hoofed' && name !== 'elephant' ? BOW : 0],
  })
  const head = placed(bowed, { at: nape, turn: [0, pose.look, 0] })
  const neckTop: Point = [nape[0] - h * 0.22, nape[1] - h * 0.3, 0]
  if (pose.headOnly) {
    const wide = Math.min(o.thick * 1.1, h * 1.2)
    const low = nape[1] - h * 2.3
    const bust = [
      ...head,
      limb(neckTop, [nape[0] - h * 0.55, low + h * 0.5, 0], h * 0.58, wide * 0.95, main, { ...fuzz, melt: h * 0.2 }),
      limb(
        [nape[0] - h * 0.6, low, -wide * 0.55],
        [nape[0] - h * 0.6, low, wide * 0.55],
        wide * 0.85,
        wide * 0.85,
        main,
        {
          ...fuzz,
          melt: h * 0.25,
        },
      ),
      ball([nape[0] - h * 0.55 + wide * 0.62, low + h * 0.35, 0], [wide * 0.42, wide * 0.85, wide * 0.5], belly, {
        pattern: 6,
        melt: h * 0.2,
      }),
    ]
    return placed(bust, { at: [-nape[0] * 0.92, -low, 0] })
  }
  const chest: Point = [half, back, 0]
  const parts = [
    ...head,
    limb(
      [half * 0.92, back - o.thick * 0.05, 0],
      neckTop,
      o.thick * 0.76,
      Math.max(h * 0.54, o.thick * 0.3),
      main,
      fuzz,
    ),
    ball([half + o.thick * 0.42, back - o.thick * 0.08, 0], [o.thick * 0.5, o.thick * 0.68, o.thick * 0.5], belly, {
      ...fuzz,
      pattern: 6,
    }),
    limb([-half, back - o.thick * 0.1, 0], chest, o.thick * 0.9, o.thick, main, fuzz),
    limb(
      [-half * 0.8, back - o.thick * 0.5, 0],
      [half * 0.8, back - o.thick * 0.46, 0],
      o.thick * 0.5,
      o.thick * 0.6,
      belly,
      { ...fuzz, pattern: 6 },
    ),
  ]
  if (name === 'camel')
    parts.push(ball([0, back + o.thick * 1.1, 0], [o.thick * 0.95, o.thick * 0.75, o.thick * 0.6], main, fuzz))
  if (name === 'sheep')
    for (let tuft = 0; tuft < 14; tuft++) {
      const angle = tuft * 2.4
      parts.push(
        ball(
          [
            half * 1.05 * Math.sin(tuft * 1.7),
            back + Math.sin(angle) * o.thick * 0.75,
            Math.cos(angle) * o.thick * 0.75,
          ],
          o.thick * 0.5,
          main,
          { pattern: 6, melt: 0.05 },
        ),
      )
    }
  const legColor = ['fox', 'horse', 'panda', 'sheep'].includes(name) ? dark : main
  for (const [fore, side] of [
    [1, -1],
    [1, 1],
    [-1, -1],
    [-1, 1],
  ] as const) {
    const swing = Math.sin(fore * side * 1.4 + 0.4) * pose.stride * o.tall * 0.28
    const hip: Point = [fore * half * 0.96, back - o.thick * 0.25, side * o.thick * 0.55]
    const knee: Point = [hip[0] + swing * 0.5 + (fore < 0 ? -0.03 : 0.02) * o.tall, o.tall * 0.42, hip[2]]
    const foot: Point = [hip[0] + swing, o.leg * 0.8, hip[2]]
    parts.push(
      limb(hip, knee, Math.max(o.leg * 1.9, o.thick * 0.42), o.leg * 1.15, name === 'panda' ? dark : main, {
        ...fuzz,
        melt: o.leg,
      }),
      limb(knee, foot, o.leg * 1.1, o.leg * 0.85, legColor, { pattern: 6, melt: o.leg * 0.8 }),
      ball([foot[0] + o.leg * 0.5, o.leg * 0.6, foot[2]], [o.leg * 1.5, o.leg * 0.75, o.leg * 1.1], legColor, {
        melt: o.leg * 0.5,
      }),
    )
  }
  const rump: Point = [-half - o.thick * 0.7, back + o.thick * 0.1, 0]
  if (o.tail === 'brush')
    parts.push(
      limb(rump, [rump[0] - 0.2, back * 0.75, -0.05], 0.05, 0.12, main, fuzz),
      limb([rump[0] - 0.2, back * 0.75, -0.05], [rump[0] - 0.46, back * 0.62, -0.1], 0.12, 0.09, main, {
        ...fuzz,
        pattern: 6,
      }),
      ball([rump[0] - 0.52, back * 0.6, -0.11], [0.12, 0.07, 0.07], name === 'fox' ? belly : main, {
        pattern: 6,
        melt: 0.08,
      }),
    )
  if (o.tail === 'thin') {
    const t = o.tall
    parts.push(
      limb(rump, [rump[0] - t * 0.4, back * 0.8, 0], o.leg * 0.75, o.leg * 0.6, main, fuzz),
      limb(
        [rump[0] - t * 0.4, back * 0.8, 0],
        [rump[0] - t * 0.55, back * 1.3, 0.03],
        o.leg * 0.6,
        o.leg * 0.5,
        name === 'lion' ? dark : main,
        fuzz,
      ),
    )
  }
  if (o.tail === 'short')
    parts.push(ball([rump[0], back + o.thick * 0.1, 0], o.thick * 0.35, belly, { pattern: 6, melt: 0.04 }))
  if (o.tail === 'horse')
    parts.push(
      limb(rump, [rump[0] - 0.22, back * 0.7, 0], 0.07, 0.1, dark, { pattern: 6, melt: 0.05 }),
      limb([rump[0] - 0.22, back * 0.7, 0], [rump[0] - 0.2, back * 0.3, 0], 0.1, 0.03, dark, {
        pattern: 6,
        melt: 0.05,
      }),
    )
  if ((o.horns === 'mane' && name === 'horse') || name === 'unicorn')
    for (let lock = 0; lock < 7; lock++) {
      const share = lock / 6
      parts.push(
        ball(
          [half + o.neck * 0.5 * share - 0.11, back + 0.18 + o.neck * 0.86 * share, 0.02 * (lock % 3)],
          [0.1, 0.15, 0.06],
          dark,
          { pattern: 6, melt: 0.05 },
        ),
      )
    }
  if (name === 'dragon') {
    for (const side of [-1, 1]) {
      const root: Point = [0.1, back + 0.3, side * 0.25]
      const elbow: Point = [-0.2, back + 1.75, side * 0.75]
      parts.push(limb(root, elbow, 0.1, 0.05, main))
      const tips: Point[] = [
        [-0.75, back + 2.5, side * 1.6],
        [-1.7, back + 1.7, side * 1.5],
        [-1.9, back + 0.85, side * 1.0],
        [-1.05, back + 0.15, side * 0.3],
      ]
      for (const [index, tip] of tips.entries()) {
        if (index < 3) parts.push(limb(elbow, tip, 0.045, 0.015, dark))
        const next = tips[index + 1]
        if (next) parts.push(sheet(elbow, tip, next, hex('#c0603a'), { round: 0.015 }))
      }
      parts.push(sheet(elbow, root, tips[3] as Point, hex('#c0603a'), { round: 0.015 }))
    }
    for (let spine = 0; spine < 9; spine++)
      parts.push(cone([half - spine * 0.17, back + o.thick * (1.02 - spine * 0.01), 0], 0.07, 0.005, 0.1, dark))
    let from = rump
    for (let joint = 0; joint < 6; joint++) {
      const to: Point = [from[0] - 0.3, Math.max(0.08, from[1] - 0.22), Math.sin(joint) * 0.2]
      parts.push(limb(from, to, 0.24 - joint * 0.035, 0.2 - joint * 0.035, main, fuzz))
      from = to
    }
  }
  return parts
}
