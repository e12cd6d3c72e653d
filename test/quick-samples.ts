import sharp from 'sharp'
import { drawnSamples } from '../src/property/adapters/drawn-samples.ts'
import type { Sample } from '../src/property/property/ports.ts'

/**
 * Returns the sample properties with small pictures, because drawing and encoding the real ones takes three seconds of
 * CPU.
 * @param drawn receives the slug of each picture that is drawn
 */
export const quickSamples = (drawn: string[] = []): Sample[] =>
  drawnSamples.map(({ property }) => ({
    property,
    async drawPhoto() {
      drawn.push(property.slug)
      const isVacant = property.occupancy_status === 'vacant'
      return sharp({ create: { width: 90, height: 60, channels: 3, background: isVacant ? '#eed' : '#225' } })
        .png()
        .toBuffer()
    },
  }))
