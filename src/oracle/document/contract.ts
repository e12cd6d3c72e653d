import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

/** The seven endings are six types. */
export const DocumentType = z.enum([
  'application/pdf',
  'text/plain',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/jpeg',
  'image/png',
])
export type DocumentType = z.infer<typeof DocumentType>

export const DocumentStatus = z.enum(['reading', 'ready', 'no_text', 'failed'])
export type DocumentStatus = z.infer<typeof DocumentStatus>

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

export const OracleFile = z
  .object({
    id: z.uuid(),
    name: z.string().openapi({ example: 'Discharge letter.pdf' }),
    type: DocumentType.openapi({ description: 'Decided by the bytes.' }),
    conversationId: z.uuid().nullable().openapi({ description: 'null: not sent with a message yet.' }),
    size: z.int().openapi({ description: 'In bytes.' }),
    status: DocumentStatus,
    progress: z.int().openapi({ description: 'Of the reading, in per cent.' }),
    reason: z.string().nullable().openapi({ description: 'Why there is no text, or not all of it; for a person.' }),
    pages: z
      .int()
      .nullable()
      .openapi({ description: 'Of a PDF its pages, of other texts parts of some thousand characters.' }),
    overview: Overview.nullable().openapi({ description: 'What it is about; null: it is not read, or has no text.' }),
    createdAt: Instant,
  })
  .openapi('OracleFile')
export type OracleFile = z.infer<typeof OracleFile>

export const UploadedFile = z.object({ file: OracleFile }).openapi('UploadedFile')
export const OracleFiles = z
  .object({ files: z.array(OracleFile), nextCursor: z.string().nullable() })
  .openapi('OracleFiles')
export type OracleFiles = z.infer<typeof OracleFiles>

/** A file as a message names it. */
export const AttachedFile = z.object({ id: z.uuid(), name: z.string(), type: z.string() }).openapi('AttachedFile')
export type AttachedFile = z.infer<typeof AttachedFile>

export const FilePage = z
  .object({
    fileId: z.uuid(),
    name: z.string(),
    number: z.int(),
    pages: z.int(),
    text: z.string().openapi({ description: 'Offsets of quotes are in UTF-16 units of this text.' }),
  })
  .openapi('FilePage')
export type FilePage = z.infer<typeof FilePage>

export const UploadQuery = z.object({ conversationId: z.uuid().optional() })
