import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

/** Seven file endings make six types. */
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

const unit = z.int().openapi({ description: 'Number of the piece of text that has it.' })
const page = z.int().openapi({ description: 'Page number from 1. In a text without pages, the number of the part.' })

/** An overview of a file, which rules find in its text. It exists once we have read the file. */
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
          quote: z.string().openapi({ description: 'The exact words of the line.' }),
          page,
          unit,
        }),
      )
      .openapi({
        description: 'Values that the file marks as high or low, or that are outside the range next to them.',
      }),
    headings: z.array(z.string()),
    questions: z.array(z.string()).openapi({ description: 'Up to four questions that this file can answer.' }),
    /** Where the rest of a summary comes from. */
    leads: z.array(unit).openapi({ description: 'The first piece of each section.' }),
  })
  .openapi('Overview')
export type Overview = z.infer<typeof Overview>

export const OracleFile = z
  .object({
    id: z.uuid(),
    name: z.string().openapi({ example: 'Discharge letter.pdf' }),
    type: DocumentType.openapi({ description: 'The type that the bytes show.' }),
    conversationId: z.uuid().nullable().openapi({ description: '`null` if no message has it yet.' }),
    size: z.int().openapi({ description: 'Size in bytes.' }),
    status: DocumentStatus,
    progress: z.int().openapi({ description: 'Progress of the reading in percent.' }),
    reason: z.string().nullable().openapi({ description: 'Text for people: why we read no text, or only part of it.' }),
    pages: z
      .int()
      .nullable()
      .openapi({ description: 'Number of pages of a PDF. Other texts have parts of about 200,000 characters.' }),
    overview: Overview.nullable().openapi({
      description: 'What it is about. `null` if it has not been read, or has no text.',
    }),
    createdAt: Instant,
    goneAt: Instant.nullable().openapi({
      description: 'When we delete it, if all its conversations were deleted. Until then it counts toward the limit.',
    }),
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
    text: z.string().openapi({ description: 'The text of the page. Offsets of quotes are in UTF-16 units of it.' }),
  })
  .openapi('FilePage')
export type FilePage = z.infer<typeof FilePage>

export const UploadQuery = z.object({ conversationId: z.uuid().optional() })
