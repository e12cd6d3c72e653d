import { z } from '@hono/zod-openapi'

/** Checks types and sizes only. The messages for people come from domain.ts. */
export const ResetRequest = z
  .object({ email: z.string().max(320).default('').openapi({ example: 'agent@example.com' }) })
  .openapi('ResetRequest')

export const ResetForm = z
  .object({
    token: z
      .string()
      .max(200)
      .default('')
      .openapi({ description: 'From the link in the email. Works once, within an hour.' }),
    newPassword: z
      .string()
      .max(1000)
      .default('')
      .openapi({ description: 'From 10 to 128 characters and not easy to guess.', example: 'kitchen window mango' }),
  })
  .openapi('ResetForm')
export type ResetForm = z.infer<typeof ResetForm>

export const ConfirmationForm = z
  .object({ token: z.string().min(1).max(2000).openapi({ description: 'From the link in the email.' }) })
  .openapi('ConfirmationForm')

/** Gives the same answer whether or not the account exists. */
export const Done = z.object({ success: z.literal(true) }).openapi('Done')
