import type { Beast } from './beasts.ts'
import { blend, type Colour, hex } from './colour.ts'
import { ball, limb, type Part, type Point } from './parts.ts'

const mixed = (a: string, b: string, share: number) => blend(hex(a), hex(b), share)

/** Seen from ahead it looks along +x; around its own origin at the nape. */
export function headOf(name: string, o: Beast, tint: Colour | null): Part[] {
  const main = tint ?? hex(o.main)
  const belly = hex(o.belly)
  const dark = hex(o.dark)
  const fuzz = { pattern: 6, melt: o.head * 0.5 }
  const h = o.head
  const parts: Part[] = [
    ball([0, 0, 0], [h * 1.02, h * 0.95, h * 0.98], main, fuzz),
    limb(
      [h * 0.45, -h * 0.22, 0],
      [h * 0.55 + o.snout, -h * 0.38, 0],
      o.snoutWide * 1.45,
      o.snoutWide * 0.8,
      name === 'bear' ? belly : main,
      fuzz,
    ),
    limb(
      [h * 0.5, -h * 0.55, 0],
      [h * 0.5 + o.snout * 0.92, -h * 0.58, 0],
      o.snoutWide * 1.6,
      o.snoutWide * 0.85,
      belly,
      { ...fuzz, melt: h * 0.2 },
    ),
    ball(
      [h * 0.62 + o.snout + o.snoutWide * 0.4, -h * 0.3, 0],
      [o.snoutWide * 0.42, o.snoutWide * 0.34, o.snoutWide * 0.5],
      hex('#1c1514'),
      { gloss: 1 },
    ),
  ]
  const iris =
    name === 'cat'
      ? '#b8c84a'
      : name === 'wolf'
        ? '#e0b040'
        : name === 'fox'
          ? '#c88a2c'
          : name === 'dragon'
            ? '#ffcf30'
            : '#4a2c18'
  const big = ['cat', 'rabbit', 'mouse', 'frog', 'panda'].includes(name) ? 1.15 : 1
  for (const side of [-1, 1]) {
    const z = side * h
    parts.push(ball([h * 0.34, -h * 0.5, z * 0.62], [h * 0.66, h * 0.5, h * 0.5], belly, { ...fuzz, melt: h * 0.25 }))
    if (name === 'panda')
      parts.push(ball([h * 0.72, h * 0.12, z * 0.42], [h * 0.26, h * 0.32, h * 0.26], dark, { melt: h * 0.08 }))
    const eye: Point = [h * 0.85, h * 0.2, z * 0.49]
    const r = h * 0.165 * big
    parts.push(ball(eye, [r, r * 1.05, r], hex(iris), { gloss: 1 }))
    parts.push(
      ball(
        [eye[0] + r * 0.42, eye[1], eye[2] + side * r * 0.12],
        [r * 0.72, name === 'cat' ? r * 0.85 : r * 0.7, name === 'cat' ? r * 0.4 : r * 0.66],
        hex('#0d0a0a'),
        { gloss: 1 },
      ),
    )
    parts.push(
      ball([eye[0] + r * 0.98, eye[1] + r * 0.38, eye[2] + side * r * 0.02 - r * 0.18], r * 0.2, hex('#ffffff'), {
        glow: 1.4,
      }),
    )
    parts.push(
      limb([h * 0.62, h * 0.4, z * 0.24], [h * 0.58, h * 0.36, z * 0.68], h * 0.07, h * 0.05, main, { melt: h * 0.12 }),
    )
    if (o.ears === 'pointed') {
      const tall = name === 'cat' ? 0.62 : name === 'fox' || name === 'wolf' ? 0.95 : 0.72
      parts.push(
        limb([-h * 0.1, h * 0.6, z * 0.55], [-h * 0.14, h * (0.72 + 0.95 * tall), z * 0.86], h * 0.34, h * 0.05, main, {
          ...fuzz,
          melt: h * 0.22,
        }),
      )
      parts.push(
        limb(
          [h * 0.12, h * 0.72, z * 0.6],
          [h * 0.0, h * (0.65 + 0.85 * tall), z * 0.84],
          h * 0.2,
          h * 0.03,
          ['cat', 'unicorn'].includes(name) ? hex('#e0a8a0') : dark,
          { melt: h * 0.06 },
        ),
      )
    } else if (o.ears === 'round') {
      parts.push(
        ball([-h * 0.1, h * 0.82, z * 0.68], [h * 0.16, h * 0.34, h * 0.34], name === 'panda' ? dark : main, {
          ...fuzz,
          melt: h * 0.12,
        }),
      )
      parts.push(
        ball(
          [h * 0.05, h * 0.82, z * 0.7],
          [h * 0.09, h * 0.22, h * 0.22],
          name === 'panda' ? dark : mixed(o.main, '#e0a090', 0.5),
        ),
      )
    } else if (o.ears === 'long') {
      parts.push(
        limb([-h * 0.15, h * 0.7, z * 0.35], [-h * 0.45, h * 2.5, z * 0.6], h * 0.26, h * 0.2, main, {
          ...fuzz,
          melt: h * 0.2,
        }),
      )
      parts.push(
        limb([h * 0.03, h * 0.9, z * 0.38], [-h * 0.28, h * 2.4, z * 0.62], h * 0.14, h * 0.11, hex('#e8b0a8')),
      )
    } else if (o.ears === 'floppy') {
      const wide = name === 'elephant' ? 2.1 : 1
      parts.push(
        ball(
          [-h * 0.15, name === 'elephant' ? 0 : h * 0.05, z * (0.95 + 0.25 * wide)],
          [h * 0.22, h * 0.62 * wide, h * 0.3 * wide],
          name === 'cow' || name === 'sheep' ? dark : mixed(o.main, o.dark, 0.35),
          { ...fuzz, melt: h * 0.2 },
        ),
      )
    }
    if (o.horns === 'antlers')
      parts.push(
        limb([-h * 0.05, h * 0.8, z * 0.3], [-h * 0.5, h * 2.3, z * 1.5], 0.026, 0.02, hex('#8a6a48')),
        limb([-h * 0.5, h * 2.3, z * 1.5], [h * 0.1, h * 3.7, z * 1.9], 0.02, 0.008, hex('#b59a78')),
        limb([-h * 0.32, h * 1.7, z * 1.05], [h * 0.55, h * 2.4, z * 1.0], 0.018, 0.007, hex('#b59a78')),
        limb([-h * 0.5, h * 2.3, z * 1.5], [-h * 1.2, h * 3.0, z * 2.0], 0.018, 0.007, hex('#b59a78')),
        limb([-h * 0.2, h * 3.0, z * 1.7], [h * 0.65, h * 3.1, z * 2.2], 0.015, 0.006, hex('#b59a78')),
      )
    if (o.horns === 'bull')
      parts.push(
        limb(
          [-h * 0.15, h * 0.7, z * 0.5],
          [-h * (name === 'dragon' ? 1.3 : 0.1), h * 1.5, z * 0.95],
          h * 0.17,
          h * 0.04,
          hex('#e6dcc6'),
          { gloss: 0.5 },
        ),
      )
  }
  if (o.horns === 'horn')
    parts.push(
      limb([h * 0.5, h * 0.7, 0], [h * 1.25, h * 2.5, 0], h * 0.16, h * 0.02, hex('#ffe2a0'), {
        gloss: 0.9,
        glow: 0.35,
      }),
    )
  if (o.horns === 'trunk') {
    parts.push(
      limb([h * 0.7, -h * 0.3, 0], [h * 1.15, -h * 1.2, 0], h * 0.36, h * 0.26, main, fuzz),
      limb([h * 1.15, -h * 1.2, 0], [h * 1.25, -h * 2.2, 0], h * 0.26, h * 0.17, main, fuzz),
      limb([h * 1.25, -h * 2.2, 0], [h * 1.65, -h * 2.5, 0], h * 0.17, h * 0.12, main, fuzz),
    )
    for (const side of [-1, 1])
      parts.push(
        limb(
          [h * 0.6, -h * 0.6, side * h * 0.4],
          [h * 1.5, -h * 1.1, side * h * 0.5],
          h * 0.11,
          h * 0.03,
          hex('#f4ecd8'),
          { gloss: 0.6 },
        ),
      )
  }
  if (name === 'lion')
    for (let lock = 0; lock < 13; lock++) {
      const angle = (lock / 13) * Math.PI * 2
      parts.push(
        ball(
          [-h * 0.35, Math.sin(angle) * h * 0.95, Math.cos(angle) * h * 0.95],
          [h * 0.45, h * 0.5, h * 0.5],
          lock % 2 ? dark : hex('#9a5c28'),
          { ...fuzz, melt: h * 0.15 },
        ),
      )
    }
  if (name === 'cat' || name === 'fox' || name === 'mouse' || name === 'tiger')
    for (const side of [-1, 1])
      for (const tilt of [-0.25, 0, 0.25])
        parts.push(
          limb(
            [h * 0.6 + o.snout * 0.7, -h * 0.36, side * o.snoutWide * 0.6],
            [h * 0.5 + o.snout * 0.6, -h * (0.36 - tilt), side * h * 1.35],
            0.0035,
            0.0015,
            hex('#f8f4ee'),
          ),
        )
  return parts
}
