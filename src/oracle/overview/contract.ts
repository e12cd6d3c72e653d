import { z } from '@hono/zod-openapi'

const unit = z.int().openapi({ description: 'Number of the piece of text it is in.' })
const page = z.int().openapi({ description: 'From 1; the first part of a text without pages is 1.' })

/** What a file is about, found in its text by rules; it is there once the file is read. */
export const Overview = z
  .object({
    title: z.string(),
    language: z.enum(['en', 'es']),
    dates: z.array(
      z.object({
        said: z.string().openapi({ example: 'January 12, 2027' }),
        date: z.string().openapi({ example: '2027-01-12' }),
        about: z.string().openapi({ description: 'The words around it, or the heading above it.' }),
        page,
        unit,
      }),
    ),
    people: z.array(z.object({ name: z.string(), role: z.string().nullable(), page })),
    flagged: z
      .array(
        z.object({
          name: z.string().openapi({ example: 'LDL cholesterol' }),
          value: z.string().openapi({ example: '157 mg/dL' }),
          flag: z.enum(['high', 'low', 'abnormal']),
          range: z.string().nullable().openapi({ example: '0 - 99' }),
          quote: z.string().openapi({ description: 'The line, word for word.' }),
          page,
          unit,
        }),
      )
      .openapi({
        description: 'Values that the file marks as high or low, or that are outside the range beside them.',
      }),
    headings: z.array(z.string()),
    questions: z.array(z.string()).openapi({ description: 'Up to four that this file can answer.' }),
    /** Where the rest of a summary is. */
    leads: z.array(unit).openapi({ description: 'The first piece of each section.' }),
  })
  .openapi('Overview')
export type Overview = z.infer<typeof Overview>
