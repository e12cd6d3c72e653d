import { z } from '@hono/zod-openapi'
import { TOPICS } from './domain.ts'

export const TopicName = z.enum(TOPICS).openapi({
  description:
    '`booking`: a new showing. `request`: a showing to approve or decline; at least one way stays on. `cancellation`, ' +
    '`reschedule`, `reminder`. `message`: a buyer wrote. `refund`: a refund request and its outcome.',
})

export const WaysForm = z
  .object({
    sms: z.boolean().openapi({ description: 'By text.' }),
    email: z.boolean().openapi({ description: 'By email.' }),
  })
  .openapi('WaysForm')

export const MessageChoices = z
  .object({ choices: z.array(WaysForm.extend({ topic: TopicName })) })
  .openapi('MessageChoices')
export type MessageChoices = z.infer<typeof MessageChoices>
