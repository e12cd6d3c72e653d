import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { ACTS } from './domain.ts'

export const ActKind = z.enum(Object.keys(ACTS) as [keyof typeof ACTS]).openapi('ActKind')
export type ActKind = z.infer<typeof ActKind>

/** What an admin did on what is not his own. */
export const AdminAct = z
  .object({
    id: z.uuid(),
    at: Instant,
    actorId: z.uuid().nullable().openapi({ description: 'null: the command line of the machine.' }),
    actor: z
      .string()
      .nullable()
      .openapi({ description: 'Their email; null: their account is gone, or it was the command line.' }),
    act: z.string().openapi({ example: 'job.run' }),
    subjectKind: z.string().openapi({ example: 'job' }),
    subjectId: z.string(),
    subject: z.string().nullable().openapi({
      description: "The account's email or the property's street as it is now; null: it is gone, or has none.",
    }),
    details: z.record(z.string(), z.unknown()),
  })
  .openapi('AdminAct')
export type AdminAct = z.infer<typeof AdminAct>

export const AdminActPage = z
  .object({ acts: z.array(AdminAct), nextCursor: z.string().nullable() })
  .openapi('AdminActPage')
