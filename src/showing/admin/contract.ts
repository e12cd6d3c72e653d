import { z } from '@hono/zod-openapi'
import { PropertyForm } from '../../property/property/contract.ts'

/** An account as a lister of properties. Every account can list them (booking.md section 3). */
export const Agent = z
  .object({
    id: z.uuid(),
    first_name: z
      .string()
      .nullable()
      .openapi({ description: 'Name in the saved contact profile. `null` if none is saved.' }),
    last_name: z.string().nullable(),
    email: z.string(),
    contact: z
      .object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() })
      .openapi({
        description: "Default contact of this agent's new properties. All `null` if the account is suspended.",
      }),
    role: z.enum(['agent', 'admin']),
    property_count: z.int().openapi({ description: 'Properties that are not deleted, with any status.' }),
  })
  .openapi('Agent')
export type Agent = z.infer<typeof Agent>

export const AgentPage = z.object({ agents: z.array(Agent), nextCursor: z.string().nullable() }).openapi('AgentPage')

/** The property form and the agent who will own the property. Besides the agent, only the address is required. */
export const AgentPropertyForm = z
  .object({
    ...PropertyForm.shape,
    agent_id: z.string().optional().openapi({ description: 'Required.' }),
    status: z.enum(['listed', 'unlisted', 'sold', 'rented']).default('listed'),
  })
  .openapi('AgentPropertyForm')
export type AgentPropertyForm = z.infer<typeof AgentPropertyForm>
