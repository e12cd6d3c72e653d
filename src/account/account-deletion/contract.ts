import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

/** What a deletion would erase, and what prevents it now. */
export const DeletionOutlook = z
  .object({
    homes: z.int(),
    showings: z.int().openapi({ description: 'Showings booked for these homes, in any status.' }),
    photos: z.int(),
    images: z.int(),
    asksForCode: z.boolean().openapi({ description: 'Whether the sign-in has two-step verification.' }),
    refusal: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .openapi({ description: 'Why the account cannot be deleted now. `null` if it can.' }),
  })
  .openapi('DeletionOutlook')
export type DeletionOutlook = z.infer<typeof DeletionOutlook>

/** Checks types and sizes only. The messages for people come from domain.ts. */
export const DeletionForm = z
  .object({
    password: z.string().max(1000).default(''),
    code: z.string().max(100).default('').openapi({
      description: 'With two-step verification, the six digits from the app or a recovery code.',
    }),
    confirm: z.boolean().default(false).openapi({ description: 'Must be `true`, since this cannot be undone.' }),
  })
  .openapi('DeletionForm')
export type DeletionForm = z.infer<typeof DeletionForm>

export const DeletionReceipt = z
  .object({ receiptNumber: z.string().openapi({ example: 'DEL-7K2M-Q9XA-04BT' }), askedAt: Instant })
  .openapi('DeletionReceipt')
export type DeletionReceipt = z.infer<typeof DeletionReceipt>
