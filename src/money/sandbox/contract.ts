import { z } from '@hono/zod-openapi'

export const SandboxConfirmation = z
  .object({
    clientSecret: z.string().min(1).max(255),
    amount: z.int().optional().openapi({ description: 'The price the buyer saw. A different price gets a 409.' }),
    card: z.object({
      number: z.string().max(40),
      expMonth: z.number(),
      expYear: z.number(),
      cvc: z.string().max(10),
    }),
    billing: z.object({ name: z.string().max(200), email: z.string().max(320), phone: z.string().max(60) }),
  })
  .openapi('SandboxConfirmation')
export type SandboxConfirmation = z.infer<typeof SandboxConfirmation>

export const SandboxResult = z
  .union([
    z.object({ id: z.string(), status: z.enum(['succeeded', 'requires_capture']) }),
    z.object({ id: z.string(), status: z.literal('requires_action'), actionUrl: z.string() }),
  ])
  .openapi('SandboxResult')
export type SandboxResult = z.infer<typeof SandboxResult>

export const SandboxIntent = z.object({ amount: z.int(), currency: z.string() }).openapi('SandboxIntent')

export const SandboxAction = z
  .object({
    clientSecret: z.string().min(1).max(255),
    outcome: z.enum(['complete', 'fail']),
  })
  .openapi('SandboxAction')
