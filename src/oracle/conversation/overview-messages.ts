import type { Overview } from '../document/contract.ts'

/** A line of text with its dates marked. */
export type DateLine = { key: string; parts: { text: string; isDate: boolean }[]; dates: number }

/**
 * Lists each date of a file once, marked in the words around it, otherwise before them. Dates in one sentence share a
 * line.
 */
export function dateLines(dates: Overview['dates']): DateLine[] {
  const lines: { key: string; about: string; said: string[] }[] = []
  for (const { said, date, about } of dates) {
    const line = lines.find((one) => one.about === about && about.includes(said))
    if (line) line.said.push(said)
    else lines.push({ key: date, about, said: [said] })
  }
  return lines.map(({ key, about, said }) => ({ key, parts: partsOf(about, said), dates: said.length }))
}

function partsOf(about: string, said: string[]): DateLine['parts'] {
  const places = said
    .map((text) => ({ text, at: about.indexOf(text) }))
    .sort((one, other) => one.at - other.at || other.text.length - one.text.length)
  const parts: DateLine['parts'] = []
  let end = 0
  for (const { text, at } of places) {
    if (at < 0) parts.push({ text: `${text} `, isDate: true })
    if (at < end) continue
    if (at > end) parts.push({ text: about.slice(end, at), isDate: false })
    parts.push({ text, isDate: true })
    end = at + text.length
  }
  if (end < about.length) parts.push({ text: about.slice(end), isDate: false })
  return parts
}
