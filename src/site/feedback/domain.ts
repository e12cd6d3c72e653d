import * as t from '../text/feedback.ts'
export const BUG_PRIORITIES = ['low', 'medium', 'high', 'critical'] as const
export const FEATURE_PRIORITIES = ['nice-to-have', 'useful', 'important', 'critical'] as const

export const PRIORITY_NAMES = {
  low: t.priorityLow,
  medium: t.priorityMedium,
  high: t.priorityHigh,
  critical: t.priorityCritical,
  'nice-to-have': t.priorityNiceToHave,
  useful: t.priorityUseful,
  important: t.priorityImportant,
}

/** The form of booking.md section 3, with the texts as typed. */
export type BugReport = { summary: string; priority: string; description: string; steps: string; contact: string }
export type FeatureRequest = { title: string; priority: string; description: string; usecase: string; contact: string }

type Fault = { path: string; message: string }

const missing = (form: Record<string, string>, messages: Record<string, string>): Fault[] =>
  Object.entries(messages).flatMap(([path, message]) => (form[path]?.trim() ? [] : [{ path, message }]))

/** Lists missing required fields in the order of the form (booking.md section 5). */
export const bugReportFaults = (form: BugReport): Fault[] =>
  missing(form, {
    summary: t.enterSummary(),
    priority: t.choosePriority(),
    description: t.describeBug(),
  })

export const featureRequestFaults = (form: FeatureRequest): Fault[] =>
  missing(form, {
    title: t.enterTitle(),
    priority: t.choosePriority(),
    description: t.describeFeature(),
    usecase: t.describeUse(),
  })

/** Where and when a report was written. `at` is RFC 3339. */
export type Surroundings = { at: string; browser: string; page: string }
export type Draft = { subject: string; body: string }

export const bugReportDraft = (form: BugReport, { at, browser, page }: Surroundings): Draft => ({
  subject: t.bugSubject({ summary: line(form.summary) }),
  body: paragraphs([
    [t.summary(), form.summary],
    [t.priority(), form.priority],
    [t.description(), form.description],
    [t.steps(), form.steps],
    [t.contact(), form.contact],
    [t.timestamp(), at],
    [t.browser(), browser],
    [t.page(), page],
  ]),
})

export const featureRequestDraft = (form: FeatureRequest): Draft => ({
  subject: t.featureSubject({ title: line(form.title) }),
  body: paragraphs([
    [t.title(), form.title],
    [t.priority(), form.priority],
    [t.description(), form.description],
    [t.useCase(), form.usecase],
    [t.contact(), form.contact],
  ]),
})

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

const paragraphs = (parts: [name: string, text: string][]) =>
  parts.map(([name, text]) => `${name}:\n${text.trim() || t.notGiven()}`).join('\n\n')

/** Turns the draft into a mailto address (RFC 6068). Lines end with CRLF, and a space is %20. */
export function mailtoUrl(to: string, { subject, body }: Draft): string {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed().replace(/\r\n|\r|\n/g, '\r\n'))
  return `mailto:${to}?subject=${encoded(subject)}&body=${encoded(body)}`
}
