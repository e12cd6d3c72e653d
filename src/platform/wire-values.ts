import { z } from '@hono/zod-openapi'
import { isShowable } from './plain-text.ts'
import * as t from './text/fault.ts'

/** An amount in US cents. */
export const Cents = z.int().min(0).openapi({ example: 2500 })
/** A calendar date in the place's time zone. */
export const LocalDate = z.iso.date().openapi({ example: '2026-11-27' })
/** A 24-hour wall time in the place's time zone. */
export const LocalTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .openapi({ example: '13:30' })

/** Text that people read, without control characters. */
export const ShowableText = z.string().refine(isShowable, { error: t.removeCharacters })

/** An uploaded photo. We delete it after 24 hours if nothing uses it. */
export const UploadedPhoto = z
  .object({
    imageUrl: z.string(),
    thumbhash: z.string(),
    width: z.int(),
    height: z.int(),
  })
  .openapi('UploadedPhoto')
export type UploadedPhoto = z.infer<typeof UploadedPhoto>
