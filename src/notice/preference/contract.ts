import { z } from '@hono/zod-openapi'
import * as t from '../text/preference.ts'
import { TOPICS } from './domain.ts'

export const TopicName = z.enum(TOPICS).openapi({
  description:
    '`booking`: a new showing. `request`: a showing or a refund to approve or decline; at least one way stays on. ' +
    '`cancellation`, `reschedule`, `reminder`. `message`: a buyer wrote. `refund`: the outcome of a refund request.',
})

export const WaysForm = z
  .object({
    sms: z.boolean().openapi({ description: 'By text.' }),
    email: z.boolean().openapi({ description: 'By email.' }),
  })
  .openapi('WaysForm')

/** A change names only what changes, so that a tab with an old page does not undo another tab's choices. */
export const WaysChange = WaysForm.partial()
  .refine(({ sms, email }) => sms !== undefined || email !== undefined, { path: ['sms'], error: t.chooseAWay })
  .openapi('WaysChange', { description: 'One way or both. A way that you leave out stays as it is.' })

export const MessageChoices = z
  .object({ choices: z.array(WaysForm.extend({ topic: TopicName })) })
  .openapi('MessageChoices')
export type MessageChoices = z.infer<typeof MessageChoices>
