import { type Color, hex } from '../canvas/color.ts'
import { ball, cone, limb, type Part, type Point } from './parts.ts'

type Bird = {
  main: string
  belly: string
  wing: string
  beak: string
  body: [number, number, number]
  neck: number
  head: number
  bill: number
  leg: number
  tail: number
  tuft?: boolean
}

const PERCHED: Bird = {
  main: '#4f86b8',
  belly: '#f0c08a',
  wing: '#33608f',
  beak: '#3a3230',
  body: [0.15, 0.13, 0.12],
  neck: 0.1,
  head: 0.085,
  bill: 0.06,
  leg: 0.08,
  tail: 0.16,
}
const BIRDS: Record<string, Partial<Bird>> = {
  bird: {},
  crow: {
    main: '#22242c',
    belly: '#2a2d36',
    wing: '#181a20',
    beak: '#181818',
    body: [0.2, 0.15, 0.13],
    tail: 0.22,
    bill: 0.1,
  },
  parrot: {
    main: '#d8322c',
    belly: '#e8442f',
    wing: '#2a62c8',
    beak: '#e8dcc0',
    body: [0.15, 0.2, 0.13],
    neck: 0.17,
    head: 0.11,
    bill: 0.08,
    tail: 0.34,
  },
  owl: {
    main: '#8a6a48',
    belly: '#e6d3b4',
    wing: '#6b4c32',
    beak: '#d8a850',
    body: [0.2, 0.3, 0.19],
    neck: 0.3,
    head: 0.2,
    bill: 0.05,
    leg: 0.06,
    tail: 0.1,
    tuft: true,
  },
  eagle: {
    main: '#5a3c26',
    belly: '#6b4a30',
    wing: '#44301f',
    beak: '#f0b830',
    body: [0.26, 0.26, 0.19],
    neck: 0.26,
    head: 0.14,
    bill: 0.12,
    leg: 0.1,
    tail: 0.26,
  },
  penguin: {
    main: '#20242e',
    belly: '#f7f5f0',
    wing: '#181b24',
    beak: '#f0a030',
    body: [0.2, 0.38, 0.2],
    neck: 0.4,
    head: 0.15,
    bill: 0.09,
    leg: 0.04,
    tail: 0.06,
  },
  duck: {
    main: '#f4efe2',
    belly: '#ffffff',
    wing: '#e6dcc8',
    beak: '#f0942c',
    body: [0.28, 0.17, 0.18],
    neck: 0.3,
    head: 0.1,
    bill: 0.11,
    leg: 0.06,
    tail: 0.12,
  },
  flamingo: {
    main: '#f28aa0',
    belly: '#f7a8b4',
    wing: '#e8607c',
    beak: '#2e2628',
    body: [0.26, 0.17, 0.16],
    neck: 0.62,
    head: 0.085,
    bill: 0.11,
    leg: 0.85,
    tail: 0.14,
  },
}
export const isBird = (name: string) => name in BIRDS

/** Builds a bird that stands on y = 0 and looks along +x, its head turned by `look` degrees toward the viewer. */
export function bird(
  name: string,
  { look, tint, flying }: { look: number; tint: Color | null; flying: boolean },
): Part[] {
  const o = { ...PERCHED, ...BIRDS[name] } as Bird
  const main = tint ?? hex(o.main)
  const belly = hex(o.belly)
  const wing = hex(o.wing)
  const [bx, by, bz] = o.body
  const base = flying ? 0 : o.leg + by * 0.9
  const fuzz = { pattern: 6, melt: 0.06 }
  const head: Point = [bx * 0.55, base + Math.max(by * 0.6, o.neck * 0.95), 0]
  const angle = (look * Math.PI) / 180
  const ahead: Point = [Math.cos(angle), 0, -Math.sin(angle)]
  const across: Point = [Math.sin(angle), 0, Math.cos(angle)]
  const on = (forward: number, up: number, aside: number): Point => [
    head[0] + ahead[0] * forward + across[0] * aside,
    head[1] + up,
    head[2] + ahead[2] * forward + across[2] * aside,
  ]
  const white = name === 'eagle' ? hex('#f7f4ec') : main
  const parts = [
    ball([0, base, 0], [bx, by, bz], main, { ...fuzz, turn: [0, 0, name === 'penguin' || name === 'owl' ? 0 : 24] }),
    ball([bx * 0.3, base - by * 0.12, -bz * 0.1], [bx * 0.8, by * 0.85, bz * 0.92], belly, fuzz),
    limb([bx * 0.45, base + by * 0.3, 0], head, Math.min(bz, o.head) * 0.75, o.head * 0.8, white, fuzz),
    ball(head, [o.head, o.head * (name === 'owl' ? 0.9 : 1), o.head * 1.02], white, fuzz),
    limb(
      on(o.head * 0.75, -o.head * 0.12, 0),
      on(o.head + o.bill, -o.head * (name === 'eagle' || name === 'parrot' || name === 'owl' ? 0.75 : 0.25), 0),
      o.head * 0.3,
      o.head * 0.07,
      hex(o.beak),
      { gloss: 0.7 },
    ),
    limb(
      [-bx * 0.7, base - by * 0.1, 0],
      [-bx - o.tail, base - by * 0.5 - o.tail * 0.3, 0],
      bz * 0.4,
      bz * 0.22,
      wing,
      fuzz,
    ),
  ]
  for (const side of [-1, 1]) {
    if (name === 'owl') {
      parts.push(
        ball(
          on(o.head * 0.55, o.head * 0.02, side * o.head * 0.42),
          [o.head * 0.42, o.head * 0.44, o.head * 0.42],
          belly,
          { melt: 0.03, pattern: 6 },
        ),
      )
      parts.push(
        cone(on(-0.02, o.head * 0.95, side * o.head * 0.6), o.head * 0.26, 0.01, o.head * 0.3, wing, {
          turn: [side * 24, 0, 0],
        }),
      )
    }
    const big = name === 'owl' ? 0.26 : 0.17
    const eye = on(
      o.head * (name === 'owl' ? 0.86 : 0.62),
      o.head * 0.15,
      side * o.head * (name === 'owl' ? 0.42 : 0.66),
    )
    parts.push(ball(eye, o.head * big, name === 'owl' ? hex('#f0a020') : hex('#100c0c'), { gloss: 1 }))
    if (name === 'owl')
      parts.push(
        ball(on(o.head * 1.0, o.head * 0.15, side * o.head * 0.43), o.head * 0.16, hex('#0d0a0a'), { gloss: 1 }),
      )
    parts.push(
      ball(
        on(o.head * (name === 'owl' ? 1.14 : 0.76), o.head * 0.24, side * o.head * (name === 'owl' ? 0.4 : 0.68)),
        o.head * 0.055,
        hex('#ffffff'),
        { glow: 1.4 },
      ),
    )
    if (flying) {
      const tip: Point = [-0.06, base + 0.34, side * (bz + 0.72)]
      parts.push(
        limb(
          [bx * 0.3, base + by * 0.4, side * bz * 0.6],
          [0.03, base + 0.3, side * (bz + 0.3)],
          0.07,
          0.06,
          wing,
          fuzz,
        ),
        limb([0.03, base + 0.3, side * (bz + 0.3)], tip, 0.06, 0.015, wing, fuzz),
      )
      parts.push(
        ball([-0.07, base + 0.24, side * (bz + 0.32)], [0.17, 0.022, 0.4], wing, { ...fuzz, turn: [side * 24, 0, 0] }),
      )
    } else {
      parts.push(
        ball([-bx * 0.1, base - by * 0.02, side * bz * 0.92], [bx * 0.8, by * 0.72, bz * 0.24], wing, {
          ...fuzz,
          turn: [0, 0, name === 'penguin' || name === 'owl' ? 6 : 28],
        }),
      )
      const foot: Point = [bx * 0.1, 0.012, side * bz * 0.42]
      parts.push(
        limb(
          [bx * 0.05, base - by * 0.7, side * bz * 0.4],
          foot,
          0.018 + o.head * 0.06,
          0.014 + o.head * 0.04,
          hex(name === 'flamingo' ? '#e8788c' : o.beak),
        ),
      )
      for (const toe of [-0.5, 0, 0.5])
        parts.push(
          limb(
            foot,
            [foot[0] + 0.07 + o.head * 0.2, 0.01, foot[2] + toe * 0.09],
            0.015,
            0.008,
            hex(name === 'flamingo' ? '#e8788c' : o.beak),
          ),
        )
    }
  }
  return parts
}
