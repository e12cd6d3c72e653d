import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { LONGEST_NAME, LONGEST_NOTE, LONGEST_REASON } from './limits-domain.ts'

export const Method = z.enum(['personal', 'suitable_person', 'posted', 'mailed', 'oral', 'electronic_with_consent'])

/** How the notice to enter of a showing was served. */
export const NewService = z
  .object({
    method: Method.openapi({
      description:
        '`personal`, `suitable_person`, `posted`: 24 hours; `mailed`: six days; `oral`: recorded, but not lawful notice for ' +
        'a rental; `electronic_with_consent`: with `consentDate` (California Civil Code section 1954(d)).',
    }),
    servedAt: z.iso
      .datetime({ offset: true })
      .openapi({ description: 'RFC 3339. For a letter, when it was mailed.', example: '2026-11-25T17:30:00.000Z' }),
    sentAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .openapi({
        description:
          "If `servedAt` comes from a device's clock: what that clock says when you send this. We subtract the time " +
          'between the two from our own clock, so a wrong clock does no harm. If you send it again ' +
          'within five minutes, it is the same record.',
      }),
    servedBy: z
      .string()
      .max(LONGEST_NAME)
      .openapi({ description: 'Name of the person who served it.', example: 'Lena Listing' }),
    note: z.string().max(LONGEST_NOTE).nullish().openapi({ example: 'Taped to the front door.' }),
    consentDate: z.iso
      .date()
      .nullish()
      .openapi({ description: 'Date on which the resident agreed in writing to electronic notice.' }),
    photo: z.uuid().nullish().openapi({ description: 'Key of a photo uploaded for this showing.' }),
    seen: z
      .object({ startsAt: Instant })
      .optional()
      .openapi({ description: 'The showing as the served notice says. If it has moved: 409 `showing_changed`.' }),
  })
  .openapi('NewNoticeService')
export type NewService = z.infer<typeof NewService>

export const ServicePhoto = z
  .object({
    id: z.uuid(),
    sha256: z.string().openapi({ description: 'SHA-256 of the stored picture.' }),
    width: z.int(),
    height: z.int(),
  })
  .openapi('ServicePhoto')
export type ServicePhoto = z.infer<typeof ServicePhoto>

export const Withdrawal = z.object({ reason: z.string().max(LONGEST_REASON) }).openapi('ServiceWithdrawal')

export const ProofOfService = z
  .object({
    id: z.uuid(),
    bookingId: z.uuid(),
    method: Method,
    servedAt: Instant,
    servedBy: z.string(),
    note: z.string().nullable(),
    consentDate: z.string().nullable(),
    startsAt: Instant.openapi({ description: 'Start of the showing that the notice was for.' }),
    isOfThisTime: z
      .boolean()
      .openapi({ description: '`false` if the showing has moved since. Then the record does not count.' }),
    noticeSha256: z.string().openapi({ description: 'SHA-256 of the notice to enter (PDF).' }),
    photo: z.object({ url: z.string(), sha256: z.string(), width: z.int(), height: z.int() }).nullable(),
    recordedAt: Instant,
    recordedBy: z.string(),
    sequence: z.int().openapi({ description: "Number of its entry in the property's compliance log." }),
    pdfUrl: z.string(),
    withdrawn: z
      .object({ at: Instant, by: z.string(), reason: z.string(), sequence: z.int() })
      .nullable()
      .openapi({ description: 'A withdrawn record stays but does not count.' }),
  })
  .openapi('ProofOfService')
export type ProofOfService = z.infer<typeof ProofOfService>

export const ServiceList = z.object({ services: z.array(ProofOfService) }).openapi('ProofsOfService')
