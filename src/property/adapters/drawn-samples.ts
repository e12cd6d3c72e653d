import { readFile } from 'node:fs/promises'
import { RENDITION_WIDTHS } from '../../platform/photo.ts'
import type { Sample } from '../property/ports.ts'

/** Invented data with numbers and addresses reserved for examples (555-01xx, example.com). */
const agent = {
  agent_first_name: 'Maya',
  agent_last_name: 'Okafor',
  agent_email: 'agent@example.com',
  agent_phone: '(323) 555-0142',
  agent_license: 'DRE 00000000',
  agent_brokerage: 'Golden Poppy Homes',
}

const vacant: Sample['property'] = {
  slug: 'sample-property',
  address_line1: '2817 Mariposa Glen Terrace',
  unit_number: 'Unit 3',
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90026',
  property_type: 'apartment',
  bedrooms: 2,
  bathrooms: 1.5,
  square_feet: 1080,
  rent_amount: 3450,
  occupancy_status: 'vacant',
  showing_instructions: 'The key is in the lockbox on the door handle, code 2817. Unit 3 is up the stairs on the left.',
  owner_type: 'entity',
  owner_entity_name: 'Mariposa Glen Holdings LLC',
  owner_entity_type: 'LLC',
  owner_email: 'owner@example.com',
  owner_phone: '(213) 555-0110',
  ...agent,
}

const occupied: Sample['property'] = {
  slug: 'sample-occupied',
  address_line1: '1936 Juniper Lantern Lane',
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90042',
  property_type: 'house',
  bedrooms: 3,
  bathrooms: 2,
  square_feet: 1460,
  rent_amount: 4650,
  occupancy_status: 'resident',
  resident_type: 'tenant',
  resident_first_name: 'Daniel',
  resident_last_name: 'Reyes',
  resident_email: 'daniel.reyes@example.com',
  resident_phone: '(213) 555-0187',
  resident_text_consent: true,
  showing_instructions:
    'Ring first, someone may be at home. Lockbox on the porch rail, code 1936. Please keep the cat inside.',
  owner_type: 'individual',
  owner_first_name: 'Priya',
  owner_last_name: 'Raman',
  owner_email: 'priya.raman@example.com',
  owner_phone: '(626) 555-0163',
  ...agent,
}

/** Dots per inch at which sharp reads the size of an SVG. */
const USUAL_DENSITY = 72

/** The sample properties, with photos that we drew: db/seed/<slug>.svg. */
export const drawnSamples: Sample[] = [vacant, occupied].map((property) => ({
  property,
  async drawPhoto() {
    const { default: sharp } = await import('sharp')
    const drawing = await readFile(new URL(`../../../db/seed/${property.slug}.svg`, import.meta.url))
    const { width } = await sharp(drawing).metadata()
    // Draw it as wide as the largest rendition, because a filter takes time for each pixel.
    const density = (USUAL_DENSITY * RENDITION_WIDTHS.large) / width
    return sharp(drawing, { density }).png({ compressionLevel: 1 }).toBuffer()
  },
}))
