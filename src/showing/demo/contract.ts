import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { Cents, LocalDate, LocalTime } from '../../platform/wire-values.ts'
import { BookingForm, ownHold } from '../booking/contract.ts'

/** Whether an account has its demo property, and whether it needs one. */
export const DemoData = z
  .object({
    propertyId: z.uuid().nullable().openapi({ description: 'ID of the demo property, if there is one.' }),
    hasOtherProperties: z.boolean(),
  })
  .openapi('DemoData')
export type DemoData = z.infer<typeof DemoData>

/**
 * The demo form (booking.md section 3, "Demo extras"): where the messages go, and the booking form's fields, of which
 * only date, time, buyer, and terms count. This checks only types. `validateDemo` in domain.ts writes the errors.
 */
const { propertyId: _, ...bookingFields } = BookingForm.shape
const demoFields = {
  ...bookingFields,
  propertyId: z.string().max(200).nullish().openapi({ description: 'Same as `property_id`.' }),
  property_id: z
    .string()
    .max(200)
    .nullish()
    .openapi({ description: "ID or slug of the product's demo property. Default: that property." }),
  demoRecipientEmail: z.string().max(320).nullish(),
  demoRecipientPhone: z.string().max(60).nullish(),
  demoMailAddress: z.string().max(200).nullish(),
  demoMailCity: z.string().max(100).nullish(),
  demoMailState: z.string().max(20).nullish().openapi({ description: 'Two letters. Default: CA.' }),
  demoMailZip: z.string().max(20).nullish(),
}
export const DemoForm = z.object(demoFields).openapi('DemoForm')
export type DemoForm = z.infer<typeof DemoForm>

/** POST demo/booking: the form, flat or under `bookingData`. */
export const DemoRequest = z
  .union([
    z.object({ bookingData: DemoForm, ...ownHold }),
    // Reject a form under `bookingData` here, or it would count as an empty form.
    z
      .looseObject({ ...demoFields, ...ownHold })
      .refine((sent) => sent.bookingData === undefined, { path: ['bookingData'], abort: true }),
  ])
  .openapi('DemoRequest')

/** What a demo offers: every half hour of each of the next 14 days, all available. */
export const DemoOffer = z
  .object({
    property: z.object({
      id: z.uuid(),
      slug: z.string(),
      full_address: z.string().openapi({ example: '100 Demo Street, Apt 5, Los Angeles, CA 90012' }),
    }),
    time_zone: z.string(),
    fee: Cents,
    currency: z.string().openapi({ example: 'usd' }),
    windowDays: z.literal(14),
    days: z.array(
      z.object({
        date: LocalDate,
        slots: z.array(z.object({ time: LocalTime, startsAt: Instant, available: z.literal(true) })),
      }),
    ),
  })
  .openapi('DemoOffer')
export type DemoOffer = z.infer<typeof DemoOffer>
