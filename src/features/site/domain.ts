/** Whom to call or write to when something went wrong. Hours are Pacific wall time (booking.md section 9); Sunday is closed. */
export const SUPPORT = {
  phone: '(310) 555-0142',
  tel: '+13105550142',
  email: 'support@showingbooker.example',
  timeZone: 'America/Los_Angeles',
  /** By weekday, Sunday first. */
  hours: [
    null,
    { from: '09:00', to: '18:00' },
    { from: '09:00', to: '18:00' },
    { from: '09:00', to: '18:00' },
    { from: '09:00', to: '18:00' },
    { from: '09:00', to: '18:00' },
    { from: '10:00', to: '16:00' },
  ],
}

/** For questions that cannot hurry (studio.md section 9); a showing that goes wrong is the support's. */
export const ENQUIRIES = {
  days: 'Monday to Friday',
  clock: '9:00 AM to 5:00 PM',
  zone: 'Pacific time',
  answer: 'within 24 hours on business days',
}

/** Since when the terms and the privacy policy have these words. */
export const TERMS_SINCE = { text: 'November 21, 2026', date: '2026-11-21' }

/** Where each page's button leads: whoever is signed in goes on with the work, everybody else comes in. */
const ENTRANCES = {
  home: { signedIn: '/overview', signedOut: '/register' },
  pricing: { signedIn: '/showingbooker/dashboard', signedOut: '/register' },
  speed: { signedIn: '/overview', signedOut: '/login' },
} as const
export type Entrance = keyof typeof ENTRANCES

/** null: no page of ours sends there. */
export function entranceOf(page: string | undefined): (typeof ENTRANCES)[Entrance] | null {
  return page !== undefined && Object.hasOwn(ENTRANCES, page) ? ENTRANCES[page as Entrance] : null
}

export const entrancePath = (page: Entrance): string => `/get-started/${page}`

export const BUG_PRIORITIES = ['low', 'medium', 'high', 'critical'] as const
export const FEATURE_PRIORITIES = ['nice-to-have', 'useful', 'important', 'critical'] as const

/** booking.md section 3. Texts as they are typed. */
export type BugReport = { summary: string; priority: string; description: string; steps: string; contact: string }
export type FeatureRequest = { title: string; priority: string; description: string; usecase: string; contact: string }

type Fault = { path: string; message: string }

const missing = (form: Record<string, string>, messages: Record<string, string>): Fault[] =>
  Object.entries(messages).flatMap(([path, message]) => (form[path]?.trim() ? [] : [{ path, message }]))

/** What is required, in the order of the form (booking.md section 5). */
export const bugReportFaults = (form: BugReport): Fault[] =>
  missing(form, {
    summary: 'Please enter a summary',
    priority: 'Please choose a priority',
    description: 'Please describe what happened',
  })

export const featureRequestFaults = (form: FeatureRequest): Fault[] =>
  missing(form, {
    title: 'Please enter a title',
    priority: 'Please choose a priority',
    description: 'Please describe the feature',
    usecase: 'Please tell us what you would use it for',
  })

/** What a report says of the browser that it comes from; `at` is RFC 3339. */
export type Surroundings = { at: string; browser: string; page: string }
export type Draft = { subject: string; body: string }

export const bugReportDraft = (form: BugReport, { at, browser, page }: Surroundings): Draft => ({
  subject: `Bug Report: ${line(form.summary)}`,
  body: paragraphs([
    ['Summary', form.summary],
    ['Priority', form.priority],
    ['Description', form.description],
    ['Steps to reproduce', form.steps],
    ['Contact', form.contact],
    ['Timestamp', at],
    ['Browser', browser],
    ['Page', page],
  ]),
})

export const featureRequestDraft = (form: FeatureRequest): Draft => ({
  subject: `Feature Request: ${line(form.title)}`,
  body: paragraphs([
    ['Title', form.title],
    ['Priority', form.priority],
    ['Description', form.description],
    ['Use case', form.usecase],
    ['Contact', form.contact],
  ]),
})

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

const paragraphs = (parts: [name: string, text: string][]) =>
  parts.map(([name, text]) => `${name}:\n${text.trim() || 'Not given'}`).join('\n\n')

/** The draft as an address (RFC 6068): lines end with CRLF, and a blank is %20. */
export function mailtoUrl(to: string, { subject, body }: Draft): string {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed().replace(/\r\n|\r|\n/g, '\r\n'))
  return `mailto:${to}?subject=${encoded(subject)}&body=${encoded(body)}`
}

/** For a page whose words change with a release only: it is kept, and under this path alone. */
export const keptAt = (path: string) => ({ 'x-cache-tag': 'site', 'x-cache-path': path })
