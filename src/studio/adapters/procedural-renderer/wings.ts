import { type Colour, hex } from './colour.ts'
import { ball, cone, limb, type Part, type Point } from './parts.ts'

type Fowl = {
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

const PERCHED: Fowl = {
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
const FOWLS: Record<string, Partial<Fowl>> = {
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
export const isFowl = (name: string) => name in FOWLS

/** A bird that stands on y = 0 and looks along +x, its head turned by `look` degrees towards the viewer. */
export function fowl(
  name: string,
  { look, tint, flying }: { look: number; tint: Colour | null; flying: boolean },
): Part[] {
  const o = { ...PERCHED, ...FOWLS[name] } as Fowl
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

/** Two pairs of wings like petals, seen from above and ahead. */
export function butterfly(main: Colour, second: Colour): Part[] {
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

/** Swims along +x around the origin. */
export function swimmer(name: string, main: Colour, second: Colour): Part[] {
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

/** A glass bell with tentacles that hang and sway. */
export function jellyfish(main: Colour, sway: number): Part[] {
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
