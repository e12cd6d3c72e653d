import { type Color, hex } from '../canvas/color.ts'
import { earsOf } from './animal-ears.ts'
import { eyeOf, muzzleOf } from './animal-face.ts'
import { type Animal, faceOf } from './animal-kinds.ts'
import { ball, limb, type Part } from './parts.ts'

/** Builds a head that looks along +x, with its origin at the nape. */
export function headOf(name: string, o: Animal, tint: Color | null): Part[] {
  // A sheep's face has no wool.
  const main = tint ?? hex(name === 'sheep' ? '#4a403a' : o.main)
  const dark = hex(o.dark)
  const h = o.head
  const fuzz = { pattern: 6, melt: h * 0.4 }
  const face = faceOf(name)
  const skull = face === 'hoofed' ? ([h * 0.9, h * 0.8, h * 0.66] as const) : ([h * 0.94, h * 0.88, h * 0.92] as const)
  const parts: Part[] = [ball([0, 0, 0], skull, main, fuzz), ...muzzleOf(name, o, main)]
  for (const side of [-1, 1]) {
    const z = side * h
    parts.push(...eyeOf(name, o, { side, skull, main }), ...earsOf(name, o, { side, main }))
    if (name === 'panda')
      parts.push(ball([h * 0.7, h * 0.06, z * 0.42], [h * 0.26, h * 0.32, h * 0.24], dark, { melt: h * 0.05 }))
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
  return parts
}
