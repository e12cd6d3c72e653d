import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { ShowableText } from '../../platform/wire-values.ts'
import { BookingNotification } from '../message/contract.ts'
import { MOST_WORDS } from './limits-domain.ts'

const text = z.string().nullable()

/** A limit that fits every message of a thread, including an incoming text. */
const Words = z.string().max(4_000)

const WrittenBy = z.enum(['agent', 'buyer'])

/** A message that we sent the buyer about the showing, as they got it. */
const SentEntry = z.object({
  kind: z.literal('sent'),
  id: z.uuid(),
  at: Instant,
  subject: text,
  words: text.openapi({ description: 'What the buyer got, without their private link. `null` if we kept no words.' }),
  delivery: BookingNotification,
})

/** What the agent or the buyer wrote. */
const WrittenEntry = z.object({
  kind: z.literal('written'),
  id: z.uuid(),
  at: Instant,
  author: WrittenBy,
  via: z.enum(['page', 'sms']).openapi({ description: 'Whether it was written on a page or came in as a text.' }),
  words: Words,
  isUnread: z.boolean().openapi({ description: "`true` if it is the buyer's and the agent has not read it." }),
  deliveries: z.array(BookingNotification).openapi({ description: 'How it went to the other person.' }),
})

export const ThreadEntry = z.union([SentEntry, WrittenEntry]).openapi('ThreadEntry')
export type ThreadEntry = z.infer<typeof ThreadEntry>
export type SentEntry = z.infer<typeof SentEntry>
export type WrittenEntry = z.infer<typeof WrittenEntry>

const Way = z.object({
  refusal: text.openapi({ description: 'Why it cannot go this way, in words for a person. `null` if it can.' }),
  dueAt: Instant.nullable().openapi({ description: 'When it would go out. `null` if right away.' }),
})

export const Thread = z
  .object({
    entries: z.array(ThreadEntry).openapi({ description: 'Oldest first.' }),
    write: z.object({
      refusal: text.openapi({ description: "Why you can't write now, in words for a person. `null` if you can." }),
      sms: Way,
      email: Way,
      textBefore: z.string().openapi({ description: 'What comes before the words in a text.' }),
      textAfter: z.string().openapi({ description: 'What comes after the words in a text.' }),
    }),
  })
  .openapi('Thread')
export type Thread = z.infer<typeof Thread>

export const ThreadMessageForm = z
  .object({
    words: ShowableText.openapi({
      example: 'Please ring the bell twice.',
      description: `Up to ${MOST_WORDS} characters.`,
    }),
    by: z
      .array(z.enum(['sms', 'email']))
      .optional()
      .openapi({ description: 'How to send it. Default: both ways.' }),
  })
  .openapi('ThreadMessageForm')
export type ThreadMessageForm = z.infer<typeof ThreadMessageForm>

export const ThreadRead = z
  .object({ upTo: z.uuid().openapi({ description: 'The newest message that you have read.' }) })
  .openapi('ThreadRead')

/** The thread as the buyer reads it: only what they and the agent wrote. */
export const BuyerThread = z
  .object({
    entries: z.array(
      z
        .object({ id: z.uuid(), at: Instant, author: WrittenBy, words: Words })
        .openapi({ description: 'Oldest first.' }),
    ),
    refusal: text.openapi({ description: 'Why you cannot write now, in words for a person. `null` if you can.' }),
  })
  .openapi('BuyerThread')
export type BuyerThread = z.infer<typeof BuyerThread>

export const BuyerMessageForm = ThreadMessageForm.pick({ words: true }).openapi('BuyerMessageForm')
