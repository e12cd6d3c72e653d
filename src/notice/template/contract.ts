import { z } from '@hono/zod-openapi'

export const MessageTemplateForm = z
  .object({
    name: z.string().openapi({ example: 'Parking' }),
    words: z.string().openapi({
      example: 'Hi {name}, you can park in front of {address}.',
      description:
        'Up to 480 characters. `{name}` (first name of the buyer), `{address}`, `{time}`, and `{agent}` are filled in ' +
        'when you use it.',
    }),
  })
  .openapi('MessageTemplateForm')

export const MessageTemplate = MessageTemplateForm.extend({ id: z.uuid() }).openapi('MessageTemplate')
export type MessageTemplate = z.infer<typeof MessageTemplate>

export const MessageTemplates = z
  .object({ templates: z.array(MessageTemplate), nextCursor: z.null() })
  .openapi('MessageTemplates')
