import { z } from '@hono/zod-openapi'
import { ShowableText } from '../../platform/wire-values.ts'

export const MessageTemplateForm = z
  .object({
    name: ShowableText.openapi({ example: 'Parking' }),
    words: ShowableText.openapi({
      example: 'Hi {name}, you can park in front of {address}.',
      description:
        'Up to 480 characters. `{name}` (first name of the buyer), `{address}`, `{time}`, and `{agent}` are filled in ' +
        'when you use it.',
    }),
  })
  .openapi('MessageTemplateForm')

const SeenText = ShowableText.max(5000)

export const MessageTemplateChange = MessageTemplateForm.extend({
  seen: z
    .object({ name: SeenText, words: SeenText })
    .optional()
    .openapi({ description: 'The template as you saw it before you changed it. If it has changed: 409.' }),
}).openapi('MessageTemplateChange')

export const MessageTemplate = MessageTemplateForm.extend({ id: z.uuid() }).openapi('MessageTemplate')
export type MessageTemplate = z.infer<typeof MessageTemplate>

export const MessageTemplates = z
  .object({ templates: z.array(MessageTemplate), nextCursor: z.null() })
  .openapi('MessageTemplates')
