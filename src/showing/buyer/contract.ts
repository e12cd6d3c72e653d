import { z } from '@hono/zod-openapi'
import { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { Instant } from '../../platform/instant-schema.ts'
import { ShowableText } from '../../platform/wire-values.ts'
import { VisitorFeedback } from '../feedback/contract.ts'
import { LONGEST_NOTE } from './domain.ts'

/** A person who booked showings, known by email. */
export const Buyer = z
  .object({
    id: z.uuid().openapi({ description: "ID of the buyer's latest showing. It opens the buyer." }),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    showings: z.int().openapi({ description: 'All showings, except held ones that were never paid.' }),
    completed: z.int(),
    noShows: z.int(),
    cancellations: z.int().openapi({ description: 'Showings that the buyer canceled.' }),
    lastStart: Instant.openapi({ description: 'Start of the latest showing.' }),
    time_zone: z.string(),
    note: z.string().nullable().openapi({ description: 'Your own private note.' }),
  })
  .openapi('Buyer')
export type Buyer = z.infer<typeof Buyer>

export const BuyerQuery = z.object({
  q: z
    .string()
    .max(200)
    .optional()
    .openapi({ description: "Part of the buyer's name, email, or phone. All words must match." }),
})

export const BuyerList = z.object({ buyers: z.array(Buyer), nextCursor: z.string().nullable() }).openapi('BuyerList')
export type BuyerList = z.infer<typeof BuyerList>

export const BuyerHistory = z
  .object({
    buyer: Buyer,
    showings: z
      .array(
        z.object({
          id: z.uuid(),
          startsAt: Instant,
          time_zone: z.string(),
          propertyAddress: z.string(),
          status: BookingStatus,
          feedback: VisitorFeedback.nullable(),
        }),
      )
      .openapi({ description: 'Latest first.' }),
    nextCursor: z.string().nullable(),
  })
  .openapi('BuyerHistory')
export type BuyerHistory = z.infer<typeof BuyerHistory>

export const BuyerNote = z
  .object({ note: ShowableText.max(LONGEST_NOTE).openapi({ description: 'An empty text deletes the note.' }) })
  .openapi('BuyerNote')
