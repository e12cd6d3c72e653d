import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { AUDIT_EVENTS } from './domain.ts'

export const ActKind = z.enum(Object.keys(AUDIT_EVENTS) as [keyof typeof AUDIT_EVENTS]).openapi('ActKind')
export type ActKind = z.infer<typeof ActKind>

/** Something an admin did to someone else's data. */
export const AdminAct = z
  .object({
    id: z.uuid(),
    at: Instant,
    actorId: z.uuid().nullable().openapi({ description: "`null` for the server's command line." }),
    actor: z
      .string()
      .nullable()
      .openapi({ description: 'Email of the admin. `null` if the account is gone or it was the command line.' }),
    act: z.string().openapi({ example: 'job.run' }),
    subjectKind: z.string().openapi({ example: 'job' }),
    subjectId: z.string(),
    subject: z.string().nullable().openapi({
      description: "The account's email or the property's street as it is now. `null` if it is gone or has none.",
    }),
    details: z.record(z.string(), z.unknown()),
  })
  .openapi('AdminAct')
export type AdminAct = z.infer<typeof AdminAct>

export const AdminActPage = z
  .object({ acts: z.array(AdminAct), nextCursor: z.string().nullable() })
  .openapi('AdminActPage')
