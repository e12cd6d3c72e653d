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
