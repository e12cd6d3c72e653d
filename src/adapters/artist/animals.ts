import { blend, type Colour, hex } from './colour.ts'
import { ball, cone, limb, type Part, type Point, placed, sheet } from './parts.ts'

type Ears = 'pointed' | 'round' | 'long' | 'floppy' | 'none'
type Coat = { main: string; belly: string; dark: string; pattern?: number }
type Beast = Coat & {
  /** Metres at the shoulder. */
  tall: number
  long: number
  thick: number
  neck: number
  head: number
  snout: number
  snoutWide: number
  ears: Ears
  tail: 'brush' | 'thin' | 'short' | 'horse' | 'none' | 'dragon'
  leg: number
  horns?: 'antlers' | 'horn' | 'bull' | 'trunk' | 'mane'
}

const BASE: Beast = {
  main: '#c8823c', belly: '#f2e6d4', dark: '#3a2a22', tall: 0.6, long: 1, thick: 0.22, neck: 0.28, head: 0.2, snout: 0.22, snoutWide: 0.09, ears: 'pointed', tail: 'thin', leg: 0.055,
}
const BEASTS: Record<string, Partial<Beast>> = {
  cat: { main: '#8a7f78', belly: '#efe6dc', dark: '#4a423e', pattern: 1, tall: 0.42, long: 0.78, thick: 0.18, neck: 0.16, head: 0.19, snout: 0.07, tail: 'thin' },
  dog: { main: '#d9a86a', belly: '#f4e3c8', dark: '#3a2a20', ears: 'floppy', snout: 0.2, snoutWide: 0.1, tail: 'thin', tall: 0.6, long: 0.84, leg: 0.065 },
  fox: { main: '#d8682a', belly: '#fbf3e6', dark: '#2c211d', tail: 'brush', snout: 0.24, snoutWide: 0.07, head: 0.17, thick: 0.17, tall: 0.46 },
  wolf: { main: '#7f858c', belly: '#dcdcd8', dark: '#35383d', tail: 'brush', snout: 0.25, tall: 0.66, thick: 0.22 },
  bear: { main: '#6b4526', belly: '#8a6238', dark: '#2a1a12', ears: 'round', tail: 'none', thick: 0.36, tall: 0.72, leg: 0.12, snout: 0.16, snoutWide: 0.12, head: 0.24, neck: 0.2 },
  panda: { main: '#f2f0ea', belly: '#f7f5f0', dark: '#1d1c1d', ears: 'round', tail: 'none', thick: 0.38, tall: 0.66, leg: 0.13, snout: 0.12, snoutWide: 0.12, head: 0.27, neck: 0.16 },
  rabbit: { main: '#b59a80', belly: '#f6efe6', dark: '#5a463a', ears: 'long', tail: 'short', tall: 0.3, long: 0.5, thick: 0.19, neck: 0.1, head: 0.16, snout: 0.07 },
  mouse: { main: '#a08a78', belly: '#f0e2d6', dark: '#4a3a34', ears: 'round', tail: 'thin', tall: 0.2, long: 0.4, thick: 0.15, neck: 0.06, head: 0.14, snout: 0.1, snoutWide: 0.05 },
  horse: { main: '#7d4a28', belly: '#8f5c36', dark: '#22160f', tail: 'horse', tall: 1.25, long: 1.35, thick: 0.3, neck: 0.72, head: 0.19, snout: 0.44, snoutWide: 0.1, leg: 0.075, horns: 'mane' },
  unicorn: { main: '#f4eff8', belly: '#ffffff', dark: '#d69be0', tail: 'horse', tall: 1.25, long: 1.35, thick: 0.29, neck: 0.74, head: 0.19, snout: 0.42, snoutWide: 0.1, leg: 0.07, horns: 'horn' },
  deer: { main: '#a8703e', belly: '#efdcc0', dark: '#3c2a1e', tail: 'short', tall: 1, long: 0.98, thick: 0.22, neck: 0.52, head: 0.15, snout: 0.26, snoutWide: 0.06, leg: 0.045, horns: 'antlers' },
  cow: { main: '#f3efe8', belly: '#f3efe8', dark: '#2a2422', pattern: 2, ears: 'floppy', tall: 1, long: 1.3, thick: 0.36, neck: 0.32, head: 0.22, snout: 0.32, snoutWide: 0.14, leg: 0.09, horns: 'bull' },
  sheep: { main: '#f4efe4', belly: '#f4efe4', dark: '#3b3430', ears: 'floppy', tail: 'short', tall: 0.55, long: 0.8, thick: 0.33, neck: 0.2, head: 0.16, snout: 0.2 },
  pig: { main: '#eba79c', belly: '#f4c4ba', dark: '#b5685e', ears: 'floppy', tail: 'thin', tall: 0.42, long: 0.9, thick: 0.31, neck: 0.12, head: 0.22, snout: 0.18, snoutWide: 0.12, leg: 0.07 },
  lion: { main: '#cf9a4c', belly: '#ecd3a0', dark: '#7a4520', ears: 'round', tail: 'thin', tall: 0.78, long: 1.15, thick: 0.25, neck: 0.3, head: 0.24, snout: 0.18, snoutWide: 0.13, leg: 0.085, horns: 'mane' },
  tiger: { main: '#e08a34', belly: '#f8ecd8', dark: '#2a1d16', pattern: 1, ears: 'round', tall: 0.74, long: 1.15, thick: 0.26, neck: 0.28, head: 0.23, snout: 0.15, snoutWide: 0.13, leg: 0.085 },
  elephant: { main: '#8c8a8c', belly: '#9a9697', dark: '#5c5a5c', ears: 'floppy', tall: 1.9, long: 1.9, thick: 0.68, neck: 0.3, head: 0.52, snout: 0.2, snoutWide: 0.2, leg: 0.2, horns: 'trunk' },
  giraffe: { main: '#e2b25e', belly: '#f0d9a4', dark: '#8a5426', pattern: 2, tall: 1.9, long: 1.25, thick: 0.32, neck: 1.75, head: 0.2, snout: 0.34, snoutWide: 0.1, leg: 0.085, horns: 'bull' },
  monkey: { main: '#6b4a34', belly: '#d9b08c', dark: '#2f2019', ears: 'round', tall: 0.5, long: 0.6, thick: 0.2, neck: 0.16, head: 0.22, snout: 0.1, snoutWide: 0.13, leg: 0.06 },
  frog: { main: '#6fae3e', belly: '#d8e6a0', dark: '#2f4a1e', ears: 'none', tail: 'none', tall: 0.14, long: 0.4, thick: 0.16, neck: 0.1, head: 0.16, snout: 0.06, snoutWide: 0.13, leg: 0.04 },
  camel: { main: '#c99a62', belly: '#dcb888', dark: '#6a4a2c', tall: 1.5, long: 1.3, thick: 0.36, neck: 0.85, head: 0.19, snout: 0.3, snoutWide: 0.1, leg: 0.08, ears: 'round' },
  dragon: { main: '#3f8a5a', belly: '#e0c070', dark: '#1e3f33', ears: 'pointed', tail: 'dragon', tall: 1.2, long: 1.6, thick: 0.42, neck: 0.95, head: 0.27, snout: 0.42, snoutWide: 0.13, leg: 0.14, horns: 'bull' },
}
export const isBeast = (name: string) => name in BEASTS

const mixed = (a: string, b: string, share: number) => blend(hex(a), hex(b), share)

/** Seen from ahead it looks along +x; around its own origin at the nape. */
function headOf(name: string, o: Beast, tint: Colour | null): Part[] {
  const main = tint ?? hex(o.main)
  const belly = hex(o.belly)
  const dark = hex(o.dark)
  const fuzz = { pattern: 6, melt: o.head * 0.5 }
  const h = o.head
  const parts: Part[] = [
    ball([0, 0, 0], [h * 1.02, h * 0.95, h * 0.98], main, fuzz),
    limb([h * 0.45, -h * 0.22, 0], [h * 0.55 + o.snout, -h * 0.38, 0], o.snoutWide * 1.45, o.snoutWide * 0.8, name === 'bear' ? belly : main, fuzz),
    limb([h * 0.5, -h * 0.55, 0], [h * 0.5 + o.snout * 0.92, -h * 0.58, 0], o.snoutWide * 1.6, o.snoutWide * 0.85, belly, { ...fuzz, melt: h * 0.2 }),
    ball([h * 0.62 + o.snout + o.snoutWide * 0.4, -h * 0.3, 0], [o.snoutWide * 0.42, o.snoutWide * 0.34, o.snoutWide * 0.5], hex('#1c1514'), { gloss: 1 }),
  ]
  const iris = name === 'cat' ? '#b8c84a' : name === 'wolf' ? '#e0b040' : name === 'fox' ? '#c88a2c' : name === 'dragon' ? '#ffcf30' : '#4a2c18'
  const big = ['cat', 'rabbit', 'mouse', 'frog', 'panda'].includes(name) ? 1.15 : 1
  for (const side of [-1, 1]) {
    const z = side * h
    parts.push(ball([h * 0.34, -h * 0.5, z * 0.62], [h * 0.66, h * 0.5, h * 0.5], belly, { ...fuzz, melt: h * 0.25 }))
    if (name === 'panda') parts.push(ball([h * 0.72, h * 0.12, z * 0.42], [h * 0.26, h * 0.32, h * 0.26], dark, { melt: h * 0.08 }))
    const eye: Point = [h * 0.85, h * 0.2, z * 0.49]
    const r = h * 0.165 * big
    parts.push(ball(eye, [r, r * 1.05, r], hex(iris), { gloss: 1 }))
    parts.push(ball([eye[0] + r * 0.42, eye[1], eye[2] + side * r * 0.12], [r * 0.72, name === 'cat' ? r * 0.85 : r * 0.7, name === 'cat' ? r * 0.4 : r * 0.66], hex('#0d0a0a'), { gloss: 1 }))
    parts.push(ball([eye[0] + r * 0.98, eye[1] + r * 0.38, eye[2] + side * r * 0.02 - r * 0.18], r * 0.2, hex('#ffffff'), { glow: 1.4 }))
    parts.push(limb([h * 0.62, h * 0.4, z * 0.24], [h * 0.58, h * 0.36, z * 0.68], h * 0.07, h * 0.05, main, { melt: h * 0.12 }))
    if (o.ears === 'pointed') {
      const tall = name === 'cat' ? 0.62 : name === 'fox' || name === 'wolf' ? 0.95 : 0.72
      parts.push(limb([-h * 0.1, h * 0.6, z * 0.55], [-h * 0.14, h * (0.72 + 0.95 * tall), z * 0.86], h * 0.34, h * 0.05, main, { ...fuzz, melt: h * 0.22 }))
      parts.push(limb([h * 0.12, h * 0.72, z * 0.6], [h * 0.0, h * (0.65 + 0.85 * tall), z * 0.84], h * 0.2, h * 0.03, ['cat', 'unicorn'].includes(name) ? hex('#e0a8a0') : dark, { melt: h * 0.06 }))
    } else if (o.ears === 'round') {
      parts.push(ball([-h * 0.1, h * 0.82, z * 0.68], [h * 0.16, h * 0.34, h * 0.34], name === 'panda' ? dark : main, { ...fuzz, melt: h * 0.12 }))
      parts.push(ball([h * 0.05, h * 0.82, z * 0.7], [h * 0.09, h * 0.22, h * 0.22], name === 'panda' ? dark : mixed(o.main, '#e0a090', 0.5)))
    } else if (o.ears === 'long') {
      parts.push(limb([-h * 0.15, h * 0.7, z * 0.35], [-h * 0.45, h * 2.5, z * 0.6], h * 0.26, h * 0.2, main, { ...fuzz, melt: h * 0.2 }))
      parts.push(limb([h * 0.03, h * 0.9, z * 0.38], [-h * 0.28, h * 2.4, z * 0.62], h * 0.14, h * 0.11, hex('#e8b0a8')))
    } else if (o.ears === 'floppy') {
      const wide = name === 'elephant' ? 2.1 : 1
      parts.push(ball([-h * 0.15, name === 'elephant' ? 0 : h * 0.05, z * (0.95 + 0.25 * wide)], [h * 0.22, h * 0.62 * wide, h * 0.3 * wide], name === 'cow' || name === 'sheep' ? dark : mixed(o.main, o.dark, 0.35), { ...fuzz, melt: h * 0.2 }))
    }
    if (o.horns === 'antlers')
      parts.push(
        limb([-h * 0.05, h * 0.8, z * 0.3], [-h * 0.5, h * 2.3, z * 1.5], 0.026, 0.02, hex('#8a6a48')),
        limb([-h * 0.5, h * 2.3, z * 1.5], [h * 0.1, h * 3.7, z * 1.9], 0.02, 0.008, hex('#b59a78')),
        limb([-h * 0.32, h * 1.7, z * 1.05], [h * 0.55, h * 2.4, z * 1.0], 0.018, 0.007, hex('#b59a78')),
        limb([-h * 0.5, h * 2.3, z * 1.5], [-h * 1.2, h * 3.0, z * 2.0], 0.018, 0.007, hex('#b59a78')),
        limb([-h * 0.2, h * 3.0, z * 1.7], [h * 0.65, h * 3.1, z * 2.2], 0.015, 0.006, hex('#b59a78')),
      )
    if (o.horns === 'bull') parts.push(limb([-h * 0.15, h * 0.7, z * 0.5], [-h * (name === 'dragon' ? 1.3 : 0.1), h * 1.5, z * 0.95], h * 0.17, h * 0.04, hex('#e6dcc6'), { gloss: 0.5 }))
  }
  if (o.horns === 'horn') parts.push(limb([h * 0.5, h * 0.7, 0], [h * 1.25, h * 2.5, 0], h * 0.16, h * 0.02, hex('#ffe2a0'), { gloss: 0.9, glow: 0.35 }))
  if (o.horns === 'trunk') {
    parts.push(
      limb([h * 0.7, -h * 0.3, 0], [h * 1.15, -h * 1.2, 0], h * 0.36, h * 0.26, main, fuzz),
      limb([h * 1.15, -h * 1.2, 0], [h * 1.25, -h * 2.2, 0], h * 0.26, h * 0.17, main, fuzz),
      limb([h * 1.25, -h * 2.2, 0], [h * 1.65, -h * 2.5, 0], h * 0.17, h * 0.12, main, fuzz),
    )
    for (const side of [-1, 1]) parts.push(limb([h * 0.6, -h * 0.6, side * h * 0.4], [h * 1.5, -h * 1.1, side * h * 0.5], h * 0.11, h * 0.03, hex('#f4ecd8'), { gloss: 0.6 }))
  }
  if (name === 'lion')
    for (let lock = 0; lock < 13; lock++) {
      const angle = (lock / 13) * Math.PI * 2
      parts.push(ball([-h * 0.35, Math.sin(angle) * h * 0.95, Math.cos(angle) * h * 0.95], [h * 0.45, h * 0.5, h * 0.5], lock % 2 ? dark : hex('#9a5c28'), { ...fuzz, melt: h * 0.15 }))
    }
  if (name === 'cat' || name === 'fox' || name === 'mouse' || name === 'tiger')
    for (const side of [-1, 1])
      for (const tilt of [-0.25, 0, 0.25])
        parts.push(limb([h * 0.6 + o.snout * 0.7, -h * 0.36, side * o.snoutWide * 0.6], [h * 0.5 + o.snout * 0.6, -h * (0.36 - tilt), side * h * 1.35], 0.0035, 0.0015, hex('#f8f4ee')))
  return parts
}

/**
 * A four-legged animal that stands on y = 0 and looks along +x.
 * @param pose.look degrees that the head is turned towards -z (the viewer, at 90)
 * @param pose.tint a colour that the prompt gives it
 */
export function beast(name: string, pose: { look: number; stride: number; tint: Colour | null; headOnly: boolean }): Part[] {
  const o = { ...BASE, ...BEASTS[name] } as Beast
  const main = pose.tint ?? hex(o.main)
  const belly = hex(o.belly)
  const dark = hex(o.dark)
  const fuzz = { pattern: o.pattern ?? 6, melt: o.thick * 0.7 }
  const half = o.long * 0.36
  const back = o.tall * 0.86
  const chest: Point = [half, back, 0]
  const nape: Point = [half + o.neck * 0.5, back + o.neck * 0.78, 0]
  const head = placed(headOf(name, o, pose.tint), { at: nape, turn: [0, pose.look, 0] })
  const throat = [
    limb([half * 0.9, back - o.thick * 0.05, 0], nape, o.thick * 0.78, Math.max(o.head * 0.62, o.thick * 0.34), main, fuzz),
    ball([half + o.thick * 0.45, back - o.thick * 0.2, 0], [o.thick * 0.55, o.thick * 0.75, o.thick * 0.6], belly, { ...fuzz, pattern: 6 }),
  ]
  if (pose.headOnly) {
    const bust = [...head, ...throat, limb([-half * 0.3, back - o.thick * 0.3, 0], chest, o.thick * 0.95, o.thick, main, fuzz), ball([half, back - o.thick * 0.9, 0], [o.thick, o.thick * 1.2, o.thick], main, fuzz)]
    return placed(bust, { at: [-nape[0] * 0.92, -back + o.thick, 0] })
  }
  const parts = [
    ...head,
    ...throat,
    limb([-half, back - o.thick * 0.1, 0], chest, o.thick * 0.92, o.thick, name === 'panda' ? hex(o.main) : main, fuzz),
    limb([-half * 0.8, back - o.thick * 0.55, 0], [half * 0.8, back - o.thick * 0.5, 0], o.thick * 0.55, o.thick * 0.6, belly, { ...fuzz, pattern: 6 }),
  ]
  if (name === 'camel') parts.push(ball([0, back + o.thick * 1.1, 0], [o.thick * 0.95, o.thick * 0.75, o.thick * 0.6], main, fuzz))
  if (name === 'sheep')
    for (let tuft = 0; tuft < 14; tuft++) {
      const angle = tuft * 2.4
      parts.push(ball([half * 1.25 * Math.sin(tuft * 1.7), back + Math.sin(angle) * o.thick * 0.75, Math.cos(angle) * o.thick * 0.75], o.thick * 0.5, main, { pattern: 6, melt: 0.05 }))
    }
  const legColour = ['fox', 'horse', 'panda', 'sheep'].includes(name) ? dark : main
  for (const [fore, side] of [[1, -1], [1, 1], [-1, -1], [-1, 1]] as const) {
    const swing = Math.sin(fore * side * 1.4 + 0.4) * pose.stride * o.tall * 0.28
    const hip: Point = [fore * half * 0.96, back - o.thick * 0.25, side * o.thick * 0.55]
    const knee: Point = [hip[0] + swing * 0.5 + (fore < 0 ? -0.03 : 0.02) * o.tall, o.tall * 0.42, hip[2]]
    const foot: Point = [hip[0] + swing, o.leg * 0.8, hip[2]]
    parts.push(
      limb(hip, knee, Math.max(o.leg * 1.9, o.thick * 0.42), o.leg * 1.15, name === 'panda' ? dark : main, { ...fuzz, melt: o.leg }),
      limb(knee, foot, o.leg * 1.1, o.leg * 0.85, legColour, { pattern: 6, melt: o.leg * 0.8 }),
      ball([foot[0] + o.leg * 0.5, o.leg * 0.6, foot[2]], [o.leg * 1.5, o.leg * 0.75, o.leg * 1.1], legColour, { melt: o.leg * 0.5 }),
    )
  }
  const rump: Point = [-half - o.thick * 0.7, back + o.thick * 0.1, 0]
  if (o.tail === 'brush')
    parts.push(limb(rump, [rump[0] - 0.2, back * 0.75, -0.05], 0.05, 0.12, main, fuzz), limb([rump[0] - 0.2, back * 0.75, -0.05], [rump[0] - 0.46, back * 0.62, -0.1], 0.12, 0.09, main, { ...fuzz, pattern: 6 }), ball([rump[0] - 0.52, back * 0.6, -0.11], [0.12, 0.07, 0.07], name === 'fox' ? belly : main, { pattern: 6, melt: 0.08 }))
  if (o.tail === 'thin') {
    const t = o.tall
    parts.push(limb(rump, [rump[0] - t * 0.4, back * 0.8, 0], o.leg * 0.75, o.leg * 0.6, main, fuzz), limb([rump[0] - t * 0.4, back * 0.8, 0], [rump[0] - t * 0.55, back * 1.3, 0.03], o.leg * 0.6, o.leg * 0.5, name === 'lion' ? dark : main, fuzz))
  }
  if (o.tail === 'short') parts.push(ball([rump[0], back + o.thick * 0.1, 0], o.thick * 0.35, belly, { pattern: 6, melt: 0.04 }))
  if (o.tail === 'horse') parts.push(limb(rump, [rump[0] - 0.22, back * 0.7, 0], 0.07, 0.1, dark, { pattern: 6, melt: 0.05 }), limb([rump[0] - 0.22, back * 0.7, 0], [rump[0] - 0.2, back * 0.3, 0], 0.1, 0.03, dark, { pattern: 6, melt: 0.05 }))
  if (o.horns === 'mane' && name === 'horse' || name === 'unicorn')
    for (let lock = 0; lock < 7; lock++) {
      const share = lock / 6
      parts.push(ball([half + o.neck * 0.5 * share - 0.11, back + 0.18 + o.neck * 0.86 * share, 0.02 * (lock % 3)], [0.1, 0.15, 0.06], dark, { pattern: 6, melt: 0.05 }))
    }
  if (name === 'dragon') {
    for (const side of [-1, 1]) {
      const root: Point = [0.1, back + 0.3, side * 0.25]
      const elbow: Point = [-0.2, back + 1.75, side * 0.75]
      parts.push(limb(root, elbow, 0.1, 0.05, main))
      const tips: Point[] = [[-0.75, back + 2.5, side * 1.6], [-1.7, back + 1.7, side * 1.5], [-1.9, back + 0.85, side * 1.0], [-1.05, back + 0.15, side * 0.3]]
      for (const [index, tip] of tips.entries()) {
        if (index < 3) parts.push(limb(elbow, tip, 0.045, 0.015, dark))
        const next = tips[index + 1]
        if (next) parts.push(sheet(elbow, tip, next, hex('#c0603a'), { round: 0.015 }))
      }
      parts.push(sheet(elbow, root, tips[3] as Point, hex('#c0603a'), { round: 0.015 }))
    }
    for (let spine = 0; spine < 9; spine++) parts.push(cone([half - spine * 0.17, back + o.thick * (1.02 - spine * 0.01), 0], 0.07, 0.005, 0.1, dark))
    let from = rump
    for (let joint = 0; joint < 6; joint++) {
      const to: Point = [from[0] - 0.3, Math.max(0.08, from[1] - 0.22), Math.sin(joint) * 0.2]
      parts.push(limb(from, to, 0.24 - joint * 0.035, 0.2 - joint * 0.035, main, fuzz))
      from = to
    }
  }
  return parts
}
