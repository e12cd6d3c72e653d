import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

/** What a deletion would do, and what is against it now. */
export const DeletionOutlook = z
  .object({
    homes: z.int(),
    showings: z.int().openapi({ description: 'Booked ones of the homes, whatever became of them.' }),
    photos: z.int(),
    images: z.int(),
    asksForCode: z.boolean().openapi({ description: 'The sign-in has a second step.' }),
    refusal: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .openapi({ description: 'Why it cannot be done now; null: nothing is against it.' }),
  })
  .openapi('DeletionOutlook')
export type DeletionOutlook = z.infer<typeof DeletionOutlook>

/** Only types and sizes are checked here; the messages for a person come from domain.ts. */
export const DeletionForm = z
  .object({
    password: z.string().max(1000).default(''),
    code: z.string().max(100).default('').openapi({
      description: 'With a second step: six digits of the app, or a recovery code.',
    }),
    confirm: z.boolean().default(false).openapi({ description: 'true: it cannot be undone, and that is meant.' }),
  })
  .openapi('DeletionForm')
export type DeletionForm = z.infer<typeof DeletionForm>

export const DeletionReceipt = z
  .object({ receiptNumber: z.string().openapi({ example: 'DEL-7K2M-Q9XA-04BT' }), askedAt: Instant })
  .openapi('DeletionReceipt')
export type DeletionReceipt = z.infer<typeof DeletionReceipt>
