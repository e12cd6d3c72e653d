import { z } from '@hono/zod-openapi'

/** Whether an account has its demo home, and whether it needs one. */
export const DemoData = z
  .object({
    propertyId: z.uuid().nullable().openapi({ description: 'Of the demo property, where there is one.' }),
    hasOtherProperties: z.boolean(),
  })
  .openapi('DemoData')
export type DemoData = z.infer<typeof DemoData>
