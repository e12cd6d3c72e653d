import sharp from 'sharp'
import { FLYER_PHOTO } from '../features/share/domain.ts'
import type { Flyer, FlyerPrinter } from '../features/share/ports.ts'
import { createBackgroundThread } from '../platform/background-thread.ts'

/** As the thread gets it: paper takes JPEG, as a data URL. */
export type FlyerToPrint = Omit<Flyer, 'photo'> & { photo: string | null }

/** Sharp enough for the printer of an office. */
const PX_PER_POINT = 2

/** Prints with pdfmake, in a thread of its own. */
export function createPdfFlyerPrinter(): FlyerPrinter & { close(): Promise<void> } {
  const thread = createBackgroundThread(new URL('./pdf-flyer-thread.ts', import.meta.url))
  return {
    print: async ({ photo, ...flyer }) => thread.run<Uint8Array>({ ...flyer, photo: photo && (await jpegOf(photo)) }),
    close: thread.stop,
  }
}

async function jpegOf(photo: Uint8Array): Promise<string> {
  const jpeg = await sharp(photo)
    .resize({ width: FLYER_PHOTO.width * PX_PER_POINT, height: FLYER_PHOTO.height * PX_PER_POINT, fit: 'cover' })
    .jpeg({ quality: 82 })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
