import { z } from '@hono/zod-openapi'

/** What an admin did on what is not his own. */
export const AdminAct = z
  .object({
    id: z.uuid(),
    at: z.string(),
    actorId: z.uuid().nullable().openapi({ description: 'null: the command line of the machine.' }),
    actor: z
      .string()
      .nullable()
      .openapi({ description: 'His e-mail; null: his account is gone, or it was the command line.' }),
    act: z.string().openapi({ example: 'job.run' }),
    subjectKind: z.string().openapi({ example: 'job' }),
    subjectId: z.string(),
    details: z.record(z.string(), z.unknown()),
  })
  .openapi('AdminAct')
export type AdminAct = z.infer<typeof AdminAct>

export const AdminActPage = z
  .object({ acts: z.array(AdminAct), nextCursor: z.string().nullable() })
  .openapi('AdminActPage')
