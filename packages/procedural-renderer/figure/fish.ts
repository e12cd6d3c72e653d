import { type Color, hex } from '../canvas/color.ts'
import { ball, limb, type Part, type Point } from './parts.ts'

/** Builds a fish or whale that swims along +x around the origin. */
export function swimmer(name: string, main: Color, second: Color): Part[] {
  const isBig = name !== 'fish'
  const body: Point = name === 'whale' ? [0.62, 0.24, 0.26] : name === 'shark' ? [0.6, 0.16, 0.15] : [0.32, 0.2, 0.1]
  const top = isBig ? hex(name === 'shark' ? '#66788a' : '#34506e') : main
  const pale = isBig ? hex('#e4ecf0') : second
  const parts = [
    ball([0, 0, 0], body, top, { melt: 0.1, gloss: 0.7, pattern: 0 }),
    ball([body[0] * 0.1, -body[1] * 0.38, 0], [body[0] * 0.8, body[1] * 0.68, body[2] * 0.85], pale, {
      melt: 0.1,
      gloss: 0.6,
    }),
    limb([-body[0] * 0.5, 0, 0], [-body[0] * 1.35, 0.02, 0], body[1] * 0.55, body[1] * 0.16, top, {
      melt: 0.12,
      gloss: 0.6,
    }),
  ]
  for (const side of [-1, 1]) {
    parts.push(
      ball(
        [-body[0] * 1.55, name === 'whale' ? 0.03 : side * body[1] * 0.75, name === 'whale' ? side * 0.16 : 0],
        name === 'whale' ? [0.13, 0.025, 0.18] : [0.13, body[1] * 0.75, 0.02],
        isBig ? top : second,
        { turn: [0, 0, name === 'whale' ? 0 : side * 34], melt: 0.05, gloss: 0.6 },
      ),
    )
    parts.push(
      ball(
        [body[0] * 0.15, -body[1] * 0.5, side * body[2] * 1.2],
        [body[0] * 0.26, 0.022, body[2] * 0.7],
        isBig ? top : second,
        { turn: [side * 34, side * 24, 0], melt: 0.04, gloss: 0.6 },
      ),
    )
    const eye: Point = [body[0] * 0.68, body[1] * 0.16, side * body[2] * 0.66]
    parts.push(ball(eye, isBig ? 0.028 : 0.05, isBig ? hex('#0c1014') : hex('#fdf6e6'), { gloss: 1 }))
    if (!isBig) parts.push(ball([eye[0] + 0.012, eye[1], eye[2] + side * 0.025], 0.033, hex('#0c0c10'), { gloss: 1 }))
  }
  if (name !== 'whale')
    parts.push(
      ball([0, body[1] * 1.02, 0], [body[0] * (isBig ? 0.2 : 0.55), body[1] * 0.55, 0.018], isBig ? top : second, {
        turn: [0, 0, 18],
        melt: 0.04,
        gloss: 0.6,
      }),
    )
  if (!isBig)
    for (const x of [0.1, -0.1])
      parts.push(ball([x, 0, 0], [0.035, body[1] * 0.97, body[2] * 1.02], hex('#fdf6ec'), { melt: 0.01, gloss: 0.7 }))
  return parts
}

/** Builds a glass bell with tentacles that hang and sway. */
export function jellyfish(main: Color, sway: number): Part[] {
  const parts = [
    ball([0, 0, 0], [0.3, 0.24, 0.3], main, { melt: 0.1, gloss: 1, glow: 0.55 }),
    ball([0, -0.04, 0], [0.33, 0.1, 0.33], main, { melt: 0.1, gloss: 1, glow: 0.4 }),
  ]
  for (let strand = 0; strand < 9; strand++) {
    const angle = (strand / 9) * Math.PI * 2
    let from: Point = [Math.cos(angle) * 0.2, -0.1, Math.sin(angle) * 0.2]
    for (let joint = 1; joint <= 4; joint++) {
      const to: Point = [
        Math.cos(angle) * 0.2 + 0.09 * Math.sin(joint * 1.3 + sway + strand),
        -0.1 - joint * 0.2,
        Math.sin(angle) * 0.2,
      ]
      parts.push(limb(from, to, 0.03 - joint * 0.005, 0.026 - joint * 0.005, main, { glow: 0.7 }))
      from = to
    }
  }
  return parts
}
