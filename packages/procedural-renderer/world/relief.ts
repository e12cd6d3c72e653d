import { clamp, smooth } from '../canvas/noise.ts'
import type { Shot } from './shot.ts'

/**
 * Height in meters above sea level at a place. For a large `far` (meters from the camera) it skips detail that no one
 * could see.
 */
export type Relief = {
  heightAt(x: number, z: number, far: number): number
  /** Level of open water; -Infinity if there is none. */
  water: number
  /** Trees per cell of conifers, 0 to 1. */
  wooded: number
}

/**
 * Builds the height of a shot's land. Distances are measured from the camera, so that its foreground is always
 * walkable.
 */
export function createRelief(shot: Shot): Relief {
  const { noise, camera } = shot
  const { fbm, ridged, gradient, cells } = noise
  const octaves = (far: number) => (far < 120 ? 8 : far < 700 ? 7 : 6)
  const side = shot.sun.x > 0 ? -1 : 1
  const local = (x: number, z: number): [number, number] => [x - camera.x, z - camera.z]
  const rough = (x: number, z: number, far: number) => (far < 160 ? 0.5 * fbm(x / 3.1, z / 3.1, 3) : 0)
  const range = (x: number, z: number, far: number, tall: number) => {
    const [dx, dz] = local(x, z)
    const valley = smooth(120, 1500, dz * 0.62 + Math.abs(dx) * 1.1)
    return tall * valley * ridged(x / 1150, z / 1150, octaves(far)) ** 1.55
  }
  const flat: Relief = { heightAt: () => 0, water: Number.NEGATIVE_INFINITY, wooded: 0 }

  if (shot.stage === 'underwater')
    return {
      ...flat,
      heightAt: (x, z, far) =>
        1.6 * fbm(x / 16, z / 16, 4) +
        14 * smooth(20, 160, far) * ridged(x / 70, z / 70, 4) +
        0.05 * Math.sin((z + 0.4 * x) * 4 + 3 * fbm(x / 3, z / 3, 2)),
    }
  if (shot.stage === 'sky') {
    // A sea of clouds, seen from above.
    const puff = (x: number, z: number, scale: number) => 1 - Math.abs(gradient(x / scale, z / scale))
    return {
      ...flat,
      heightAt: (x, z, far) =>
        -34 +
        30 * fbm(x / 420, z / 420, 3) +
        20 * puff(x, z, 130) +
        9 * puff(x + 40, z, 44) +
        (far < 500 ? 3.4 * puff(x, z + 9, 15) : 0),
    }
  }
  switch (shot.land) {
    case 'mountain':
      return {
        ...flat,
        wooded: 0.55,
        heightAt: (x, z, far) =>
          range(x, z, far, 1050) + 14 * fbm(x / 90, z / 90, 4) * smooth(8, 90, far) + rough(x, z, far),
      }
    case 'lake':
    case 'river': {
      const isRiver = shot.land === 'river'
      return {
        ...flat,
        water: 0,
        wooded: 0.6,
        heightAt: (x, z, far) => {
          const [dx, dz] = local(x, z)
          const bend = isRiver ? 26 * Math.sin(dz / 120 + camera.x) * smooth(0, 150, dz) : 0
          const width = isRiver ? (shot.subject ? 17 : 9) + dz * 0.035 : 70 + Math.min(dz, 380) * 0.55
          const shore = (Math.abs(dx - bend) - width) / width + 0.8 * fbm(x / 130, z / 130, 4)
          const end = isRiver ? 0 : smooth(420, 620, dz + 120 * fbm(x / 200, z / 200, 3))
          const near = smooth(9, 3, dz + 2.2 * fbm(x / 7, z / 7, 3) + 0.5 * Math.abs(dx)) * 1.3
          const land = Math.max(smooth(-0.15, 1.1, shore), end, near * 0.25)
          const hills =
            shot.hasMountains || shot.land === 'lake' ? range(x, z, far, 900) : 60 * (fbm(x / 420, z / 420, 5) + 0.4)
          return (
            -2.5 +
            land * 4.5 +
            land * Math.max(0, hills) * smooth(60, 700, far) +
            land * 7 * smooth(20, 120, far) * (0.5 + fbm(x / 60, z / 60, 4)) +
            land * rough(x, z, far)
          )
        },
      }
    }
    case 'hill':
    case 'meadow':
    case 'forest':
    case 'swamp': {
      const tall = shot.land === 'hill' ? 46 : shot.land === 'forest' ? 34 : 15
      const far0 = shot.hasMountains ? 900 : shot.land === 'hill' ? 260 : 150
      return {
        ...flat,
        water: shot.land === 'swamp' ? -0.6 : Number.NEGATIVE_INFINITY,
        wooded: shot.land === 'forest' ? 0.95 : shot.land === 'swamp' ? 0.5 : 0.16,
        heightAt: (x, z, far) =>
          tall * (fbm(x / 260, z / 260, 5) + 0.12) * smooth(6, 160, far) +
          (shot.land === 'swamp' ? 1.6 * fbm(x / 14, z / 14, 3) - 0.3 : 0) +
          range(x, z, far, far0) * 0.8 +
          rough(x, z, far) * 0.8,
      }
    }
    case 'desert':
      return {
        ...flat,
        heightAt: (x, z, far) => {
          const warp = fbm(x / 300, z / 300, 3) * 160
          const crest = 1 - Math.abs(gradient((x + warp) / 190, (z + warp * 0.6) / 120))
          const dune = crest ** 2.2 * 30 * (0.65 + 0.7 * fbm(x / 600, z / 600, 2))
          const ripples = far < 70 ? 0.035 * Math.sin((z + 0.35 * x + 5 * fbm(x / 5, z / 5, 2)) * 5.2) : 0
          return (
            dune * smooth(4, 60, far) + ripples + (shot.hasMountains ? range(x, z, far, 600) : range(x, z, far, 160))
          )
        },
      }
    case 'beach':
      return {
        ...flat,
        water: 0,
        wooded: 0.12,
        heightAt: (x, z, far) => {
          const [dx, dz] = local(x, z)
          const shore = side * dx * 0.5 - dz * 0.16 + 6 + 9 * fbm(x / 70, z / 70, 4)
          const head = smooth(180, 420, dz) * smooth(40, 260, side * dx + 60 * fbm(x / 160, z / 160, 3))
          return (
            clamp(shore * 0.12, -3, 2.2) +
            head * (46 + 60 * fbm(x / 150, z / 150, 6)) +
            rough(x, z, far) * 0.16 * smooth(-0.5, 1, shore)
          )
        },
      }
    case 'sea':
    case 'island': {
      const isIsland = shot.land === 'island'
      return {
        ...flat,
        water: 0,
        wooded: 0.5,
        heightAt: (x, z, far) => {
          const [dx, dz] = local(x, z)
          const spot = isIsland ? 1.25 - Math.hypot((dx + side * 40) / 210, (dz - 430) / 170) : -1
          const distant = smooth(2400, 4200, dz) * (fbm(x / 1500, 3.3, 3) + 0.02) * 900
          const isle = Math.max(0, spot + 0.45 * fbm(x / 90, z / 90, 5))
          return (
            -8 +
            isle * 75 +
            Math.max(0, isle) ** 2 * 60 * ridged(x / 160, z / 160, octaves(far)) +
            (isIsland || shot.hasMountains ? distant : distant * 0.5)
          )
        },
      }
    }
    case 'arctic':
      return {
        ...flat,
        water: 0,
        heightAt: (x, z, far) => {
          const floe = fbm(x / 26, z / 26, 4) + 0.12 - 0.3 * smooth(30, 300, far) + smooth(12, 2, far) * 0.4
          const berg = smooth(0.6, 0.72, fbm(x / 210 + 7, z / 210, 3) + 0.35) * smooth(90, 200, far)
          return (
            clamp(floe * 6, -2, 0.7) +
            berg * (22 + 46 * ridged(x / 60, z / 60, 6)) +
            range(x, z, far, 520) +
            rough(x, z, far) * 0.2
          )
        },
      }
    case 'moon':
    case 'mars':
      return {
        ...flat,
        heightAt: (x, z, far) => {
          let craters = 0
          for (const [scale, deep] of [
            [150, 16],
            [46, 4.5],
            [15, 1.2],
          ] as const) {
            const r = cells(x / scale + scale, z / scale)
            craters +=
              deep *
              (smooth(0.12, 0.42, r) - 1 + 0.55 * Math.exp(-(((r - 0.4) / 0.07) ** 2))) *
              smooth(scale * 0.15, scale, far)
          }
          const hills = shot.land === 'moon' ? range(x, z, far, 420) * 0.8 : range(x, z, far, 700)
          return craters + 16 * fbm(x / 300, z / 300, 6) * smooth(5, 80, far) + hills + rough(x, z, far) * 0.5
        },
      }
    case 'canyon':
      return {
        ...flat,
        heightAt: (x, z, far) => {
          const [dx, dz] = local(x, z)
          const walls =
            smooth(25, 160, Math.abs(dx + 40 * Math.sin(dz / 170)) - 30 + 90 * fbm(x / 170, z / 170, 5)) * 150
          const mesa = smooth(0.5, 0.58, fbm(x / 520, z / 520, 4) + 0.42) * 170 * smooth(250, 700, dz)
          const tall = Math.max(walls * smooth(20, 120, dz), mesa) + 5 * fbm(x / 40, z / 40, 4)
          const step = Math.floor(tall / 17)
          return (step + smooth(0.55, 1, tall / 17 - step)) * 17 + rough(x, z, far)
        },
      }
    case 'volcano':
      return {
        ...flat,
        wooded: 0.2,
        heightAt: (x, z, far) => {
          const [dx, dz] = local(x, z)
          const r = Math.hypot(dx + side * 90, dz - 1900)
          const cone = 880 * Math.exp(-r / 620) * (1 + 0.16 * fbm(x / 120, z / 120, 6))
          const rim = r < 150 ? -(150 - r) * 0.9 : 0
          return cone + rim - 60 + 26 * (fbm(x / 160, z / 160, 6) + 0.3) + rough(x, z, far) + 62 * smooth(40, 0, far)
        },
      }
  }
}
