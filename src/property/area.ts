import { keepOwnTime, type PersonalData } from '../account/area.ts'
import { qrCodes } from '../adapters/qr-codes.ts'
import type { AreaDeps, AreaJobs } from '../area.ts'
import type { ProductEvent } from '../events.ts'
import type { PdfRenderer } from '../platform/pdf-document.ts'
import type { PhotoRenderer } from '../platform/photo.ts'
import { createPreviewDrawer } from './adapters/drawn-preview.ts'
import { drawnSamples } from './adapters/drawn-samples.ts'
import { availabilityApi } from './availability/api.ts'
import { createAvailabilityService } from './availability/service.ts'
import { blockOutApi } from './block-out/api.ts'
import { createBlockOutService } from './block-out/service.ts'
import { propertyApi } from './property/api.ts'
import { eraseProperties } from './property/erasure-service.ts'
import { propertyJobs, propertySchedule } from './property/jobs.ts'
import type { Sample } from './property/ports.ts'
import { createPropertyService } from './property/service.ts'
import { shareApi } from './share/api.ts'
import { shareJobs, shareSchedule } from './share/jobs.ts'
import type { Flyer } from './share/ports.ts'
import { createShareService } from './share/service.ts'
import { spreadsheetApi } from './spreadsheet/api.ts'
import { createSpreadsheetService } from './spreadsheet/service.ts'

export type { AvailabilityService } from './availability/service.ts'
export type { BlockOutService } from './block-out/service.ts'
export type { PropertyService } from './property/service.ts'

type PropertyDeps = AreaDeps & { photos: PhotoRenderer; pdf: PdfRenderer<Flyer> }

/** Parts that a test may replace. */
export type PropertySubstitutes = {
  samples?: Sample[]
}

/** Builds the property area: properties, photos, availability, block-outs, sharing. */
export function createProperty(
  { db, clock, config, files, photos, pdf }: PropertyDeps,
  { samples = drawnSamples }: PropertySubstitutes = {},
) {
  const { publicUrl, authSecret: secret } = config
  const drawer = createPreviewDrawer()
  const properties = createPropertyService({ db, clock, files, photos, samples, keepOwnTime })
  const availability = createAvailabilityService({ db, clock })
  const blockOuts = createBlockOutService({ db, clock })
  const shares = createShareService({ db, clock, secret, publicUrl, properties, files, drawer, pdf, codes: qrCodes })
  const spreadsheets = createSpreadsheetService({ db, properties })
  const work: AreaJobs = {
    jobs: { ...propertyJobs(properties), ...shareJobs(shares) },
    schedule: { ...propertySchedule, ...shareSchedule },
  }
  const personalData: PersonalData[] = [
    {
      part: 'properties',
      async erase(accountId) {
        await blockOuts.eraseAll(accountId)
        await eraseProperties({ db, clock, files }, accountId)
      },
    },
  ]
  return {
    services: { properties, availability, blockOuts, shares, spreadsheets },
    work,
    personalData,
    drops: keptPagesOf,
    close: drawer.close,
  }
}

/** Events that can change the number of bookings on the share page. */
const COUNTED = new Set<ProductEvent['name']>([
  'booking.requested',
  'booking.confirmed',
  'booking.declined',
  'booking.cancelled',
])

/**
 * Returns the tags of cached pages that an event changes. The booking page shows open times. The share page also
 * shows how often the property was viewed, shared and booked.
 */
export function keptPagesOf(event: ProductEvent): string[] {
  const { name, subject, data } = event
  if (name === 'property.counted') return [`counts:${subject}`]
  // A showing blocks its agent's own time at all of their properties.
  if (name === 'agent.time_changed') return [`agent:${subject}`]
  if (name === 'blockout.changed') return [`agent:${data.owner}`]
  if (name.startsWith('property.')) return [`property:${subject}`]
  if (!('property' in data)) return []
  const booked = COUNTED.has(name) ? [`counts:${data.property}`] : []
  return data.moves_slots ? [`property:${data.property}`, ...booked] : booked
}

type Services = ReturnType<typeof createProperty>['services']

export const propertyRoutes = (deps: Services) => [
  propertyApi(deps),
  shareApi(deps),
  spreadsheetApi(deps),
  availabilityApi(deps),
  blockOutApi(deps),
]
