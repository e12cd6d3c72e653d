import { z } from '@hono/zod-openapi'
import { agentFields } from '../property/contract.ts'

/** Maximum number of rows in one import. */
export const MOST_ROWS = 500
/** Maximum number of characters in a file. 500 full rows have about 400,000. */
export const MOST_CHARACTERS = 1_000_000

/** The contact for rows without one, in the form of a new property's start contact. */
const Contact = z.object({
  ...agentFields,
  copied_from: z.string().nullish().openapi({
    description: 'Address of the property that the contact is copied from. We do not store it.',
  }),
})
export type ImportContact = z.infer<typeof Contact>

export const PropertySheet = z
  .object({
    csv: z
      .string()
      .max(MOST_CHARACTERS)
      .openapi({
        description: `Text of a CSV file with a header and at most ${MOST_ROWS} rows, separated by commas, semicolons, or tabs.`,
      }),
    contact: Contact.optional().openapi({
      description:
        'Contact of rows that name no agent. Default: the one a new property starts with. Send the `contact` of the preview to add exactly what it showed.',
    }),
  })
  .openapi('PropertySheet')
export type PropertySheet = z.infer<typeof PropertySheet>

export const PropertyImport = PropertySheet.extend({
  lines: z.array(z.int()).min(1).max(MOST_ROWS).openapi({ description: 'Lines of the rows to add.' }),
}).openapi('PropertyImport')
export type PropertyImport = z.infer<typeof PropertyImport>

const Cell = z.object({ name: z.string(), value: z.string() })

export const SheetPreview = z
  .object({
    ignoredColumns: z.array(z.string()).openapi({ description: 'Headers that match none of our columns.' }),
    contact: Contact.openapi({ description: 'Contact that rows without an agent get.' }),
    rows: z.array(
      z.object({
        line: z.int(),
        address: z.string(),
        cells: z.array(Cell),
        hasAgent: z
          .boolean()
          .openapi({ description: 'The row names an agent or your public profile. Other rows get `contact`.' }),
        isKnown: z.boolean().openapi({ description: 'You or an earlier row have a property at this address.' }),
        sameAsLine: z
          .int()
          .nullable()
          .openapi({ description: 'Line of the earlier row with this address, if you have no property there.' }),
        issues: z.array(z.object({ path: z.string(), name: z.string(), message: z.string() })),
      }),
    ),
  })
  .openapi('SheetPreview')
export type SheetPreview = z.infer<typeof SheetPreview>

export const ImportResult = z.object({ added: z.int() }).openapi('ImportResult')
export type ImportResult = z.infer<typeof ImportResult>
