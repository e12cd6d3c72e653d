import { z } from '@hono/zod-openapi'

export const Photo = z.object({
  url: z.string().openapi({ description: 'WebP, 1200 px wide.' }),
  avif: z.string(),
  small: z.string().openapi({ description: 'WebP, 640 px wide.' }),
  smallAvif: z.string(),
  thumbhash: z.string(),
  width: z.int(),
  height: z.int(),
})

/** What a booker needs, and nothing of residents, owners or entry (decisions.md section 3). */
export const PublicProperty = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    address_line1: z.string(),
    unit_number: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    full_address: z.string(),
    property_photo: z.string().nullable(),
    photo: Photo.nullable(),
    property_type: z.string(),
    bedrooms: z.number().nullable(),
    bathrooms: z.number().nullable(),
    square_feet: z.int().nullable(),
    rent_amount: z.int().nullable().openapi({ description: 'Whole US dollars a month.' }),
    status: z.literal('listed'),
    booking_approval: z.enum(['automatic', 'manual']),
    is_occupied: z.boolean(),
    agent_name: z.string().nullable(),
    agent_email: z.string().nullable(),
    agent_phone: z.string().nullable(),
    agent_license: z.string().nullable(),
    agent_brokerage: z.string().nullable(),
    availability_type: z.enum(['standard', 'custom']),
    time_zone: z.string(),
    is_demo: z.boolean(),
    fee: z.object({
      showing: z.int(),
      mailUpgrade: z.int().nullable(),
      currency: z.literal('usd'),
    }),
  })
  .openapi('PublicProperty')
export type PublicProperty = z.infer<typeof PublicProperty>
