import { SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { locale } from '../../../platform/language.ts'
import { SUPPORT } from '../../../product.ts'
import { SHOWING_MINUTES } from '../../../property/availability/domain.ts'
import * as t from '../../text/site.ts'

// Data about us for search engines (https://schema.org). `origin` has no trailing slash.

const organizationId = (origin: string) => `${origin}/#organization`

const OPEN_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const organization = (origin: string) => ({
  '@type': 'Organization',
  '@id': organizationId(origin),
  name: 'ShowingBooker',
  url: `${origin}/`,
  logo: `${origin}/icons/icon-512.png`,
  email: SUPPORT.email,
  telephone: SUPPORT.tel,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    telephone: SUPPORT.tel,
    email: SUPPORT.email,
    url: `${origin}/support`,
    availableLanguage: 'English',
    hoursAvailable: SUPPORT.hours.flatMap((hours, day) =>
      hours
        ? [
            {
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: `https://schema.org/${OPEN_DAYS[day]}`,
              opens: hours.from,
              closes: hours.to,
            },
          ]
        : [],
    ),
  },
})

export const webSite = (origin: string) => ({
  '@type': 'WebSite',
  '@id': `${origin}/#website`,
  name: 'ShowingBooker',
  url: `${origin}/`,
  inLanguage: locale(),
  publisher: { '@id': organizationId(origin) },
})

const offer = (origin: string, name: string, cents: number) => ({
  '@type': 'Offer',
  name,
  price: (cents / 100).toFixed(2),
  priceCurrency: 'USD',
  url: `${origin}/pricing`,
})

/** Describes showings as a service, not as a product that ships, with the price for each side. */
export const showingService = (origin: string) => ({
  '@type': 'Service',
  name: t.serviceName(),
  serviceType: t.serviceType(),
  description: t.serviceAbout({ minutes: SHOWING_MINUTES }),
  provider: { '@id': organizationId(origin) },
  areaServed: { '@type': 'Country', name: 'United States' },
  offers: [offer(origin, t.offerVisitors(), SHOWING_FEE_CENTS), offer(origin, t.offerAgents(), 0)],
})

export const questions = (pairs: { question: string; answer: string }[]) => ({
  '@type': 'FAQPage',
  mainEntity: pairs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
