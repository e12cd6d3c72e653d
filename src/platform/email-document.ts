import { language } from './language.ts'

/**
 * An email as blocks. We describe it once and render it twice: as HTML for a screen, and as text for everything else.
 * All texts are plain; only this file escapes them.
 */
export type EmailDocument = {
  brand: string
  heading: string
  /** Preview text that email apps show next to the subject. */
  preview: string
  blocks: EmailBlock[]
  /** Why the reader got it, and who wrote it. */
  footer: string[]
}

/** `language` (BCP 47) is set if the block is not in the reader's language. */
export type EmailBlock = { language?: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'title'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'amounts'; rows: { label: string; amount: string; isTotal?: boolean }[] }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'links'; label: string; links: { label: string; href: string }[] }
)

/** `ways`: how to reach the person in the value; a link if `href` is set. */
type Fact = { label: string; value: string; ways?: { text: string; href: string | null }[] }

/** Makes one header line, so that no control character can end it and start another. */
export function headerLine(text: string): string {
  const line = clean(text).replace(/\s+/g, ' ').trim()
  return [...line].length > 180 ? `${[...line].slice(0, 179).join('')}…` : line
}

export function renderEmail(document: EmailDocument): { html: string; text: string } {
  return { html: toHtml(document), text: toText(document) }
}

function toText({ brand, heading, blocks, footer }: EmailDocument): string {
  const parts = [clean(heading), ...blocks.map(blockText), `-- \n${[brand, ...footer].map(clean).join('\n')}`]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function blockText(block: EmailBlock): string {
  switch (block.kind) {
    case 'text':
    case 'title':
    case 'note':
      return clean(block.text)
    case 'facts':
      return block.rows.map(factText).join('\n')
    case 'amounts':
      return block.rows.map((row) => `${row.label}: ${row.amount}`).join('\n')
    case 'button':
      return `${block.label}:\n${safeHref(block.href)}`
    case 'links':
      return block.links.map((link) => `${link.label}: ${safeHref(link.href)}`).join('\n')
  }
}

// The colors of src/ui/tokens.css, repeated because an email cannot load a style sheet.
export const LIGHT = {
  paper: '#f8f6f2',
  card: '#ffffff',
  line: '#e5e0d7',
  ink: '#1c1b18',
  quiet: '#605c54',
  link: '#0a604f',
  button: '#0b6a57',
  onButton: '#ffffff',
  note: '#e4f1ec',
  noteLine: '#a9d3c6',
}
export const DARK: typeof LIGHT = {
  paper: '#111412',
  card: '#1a1e1b',
  line: '#2f3531',
  ink: '#f0eee8',
  quiet: '#b2b0a6',
  link: '#84dbbf',
  button: '#67cdac',
  onButton: '#04231a',
  note: '#17332b',
  noteLine: '#2f6a58',
}

const FONT = `font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`
const { paper, card, line, ink, quiet, link, button, onButton, note, noteLine } = LIGHT
/**
 * Styles that matter are on the element itself: some apps drop the style sheet in the head, and Outlook for Windows,
 * which renders with Word, supports little more than tables and cell padding.
 */
const STYLES = {
  body: `margin:0;padding:0;background-color:${paper};-webkit-text-size-adjust:100%`,
  page: `background-color:${paper}`,
  brand: `padding:0 4px 12px;${FONT};font-size:16px;line-height:24px;font-weight:700;color:${link}`,
  card: `padding:28px 24px;background-color:${card};border:1px solid ${line};border-radius:12px;${FONT};font-size:16px;line-height:24px;color:${ink};overflow-wrap:anywhere;word-break:break-word`,
  heading: `margin:0 0 16px;font-size:24px;line-height:30px;font-weight:700;color:${ink}`,
  title: `margin:28px 0 8px;font-size:17px;line-height:23px;font-weight:700;color:${ink}`,
  text: 'margin:0 0 14px',
  facts: `margin:18px 0;border-top:1px solid ${line}`,
  fact: `padding:10px 0;border-bottom:1px solid ${line};font-size:16px;line-height:24px`,
  label: `font-size:14px;line-height:20px;color:${quiet}`,
  value: 'font-weight:600;white-space:pre-line',
  amounts: 'margin:10px 0 18px',
  amount: 'padding:6px 0;font-size:16px;line-height:24px;font-weight:400',
  total: `padding:6px 0;font-size:16px;line-height:24px;font-weight:700;border-top:1px solid ${line}`,
  buttonBox: 'margin:6px 0 18px',
  button: `background-color:${button};border-radius:8px`,
  buttonLink: `display:inline-block;padding:12px 22px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:${onButton};text-decoration:none`,
  link: `color:${link};text-decoration:underline`,
  linkItem: `display:inline-block;padding:4px 18px 4px 0;color:${link};text-decoration:underline`,
  note: `padding:12px 14px;background-color:${note};border:1px solid ${noteLine};border-radius:8px;font-size:16px;line-height:24px;color:${ink}`,
  foot: `padding:16px 4px 0;${FONT};font-size:13px;line-height:20px;color:${quiet}`,
  preview: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
} satisfies Record<string, string>

/** Rules for dark screens and phones. An app without media queries shows the light email, at most 600 px wide. */
const SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:22px 18px!important}.heading{font-size:21px!important;line-height:27px!important}.button-box,.button-link{width:100%!important}.button-link{display:block!important;box-sizing:border-box;text-align:center}}
@media (prefers-color-scheme:dark){
body,.page{background-color:${DARK.paper}!important}
.card{background-color:${DARK.card}!important;border-color:${DARK.line}!important;color:${DARK.ink}!important}
.heading,.title{color:${DARK.ink}!important}
.brand,.link{color:${DARK.link}!important}
.facts,.fact,.total{border-color:${DARK.line}!important}
.label,.foot{color:${DARK.quiet}!important}
.button{background-color:${DARK.button}!important}
.button-link{color:${DARK.onButton}!important}
.note{background-color:${DARK.note}!important;border-color:${DARK.noteLine}!important;color:${DARK.ink}!important}
}`

/** Layout table, which screen readers do not announce as a table. */
const layout = (attributes: string, rows: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`

function toHtml({ brand, heading, preview, blocks, footer }: EmailDocument): string {
  return `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(heading)}</title>
<style>${SHEET}
</style>
</head>
<body style="${STYLES.body}">
<div class="preview" style="${STYLES.preview}">${escapeHtml(preview)}</div>
<div role="article" aria-roledescription="email" lang="${language()}">
${layout(
  `class="page" bgcolor="${paper}" style="${STYLES.page}"`,
  `<tr><td align="center" style="padding:24px 12px 32px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${layout(
  'style="max-width:600px;text-align:left"',
  `<tr><td class="brand" style="${STYLES.brand}">${escapeHtml(brand)}</td></tr>
<tr><td class="card" bgcolor="${card}" style="${STYLES.card}">
<h1 class="heading" style="${STYLES.heading}">${escapeHtml(heading)}</h1>
${blocks.map(spokenHtml).join('\n')}
</td></tr>
<tr><td class="foot" style="${STYLES.foot}">
${footer.map((line) => `<p style="margin:0 0 6px">${escapeHtml(line)}</p>`).join('\n')}
</td></tr>`,
)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>`,
)}
</div>
</body>
</html>
`
}

/** Returns the attribute that tells a screen reader which language to speak. */
const spokenHtml = (block: EmailBlock) =>
  block.language && block.language !== language()
    ? `<div lang="${escapeHtml(block.language)}">${blockHtml(block)}</div>`
    : blockHtml(block)

function blockHtml(block: EmailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="${STYLES.text}">${linesHtml(block.text)}</p>`
    case 'title':
      return `<h2 class="title" style="${STYLES.title}">${escapeHtml(block.text)}</h2>`
    case 'note':
      return layout(
        'style="margin:18px 0"',
        `<tr><td class="note" bgcolor="${note}" style="${STYLES.note}">${linesHtml(block.text)}</td></tr>`,
      )
    case 'facts':
      return layout(`class="facts" style="${STYLES.facts}"`, block.rows.map(factHtml).join(''))
    case 'amounts':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${STYLES.amounts}">${block.rows
        .map(({ label, amount, isTotal }) => {
          const look = isTotal ? `class="total" style="${STYLES.total}` : `style="${STYLES.amount}`
          const right = `${look};text-align:right;white-space:nowrap;padding-left:16px"`
          return `<tr><th scope="row" align="left" ${look};text-align:left">${escapeHtml(label)}</th><td align="right" ${right}>${escapeHtml(amount)}</td></tr>`
        })
        .join('')}</table>`
    case 'button':
      return `<table role="presentation" class="button-box" cellpadding="0" cellspacing="0" border="0" style="${STYLES.buttonBox}"><tr><td class="button" bgcolor="${button}" style="${STYLES.button}"><a class="button-link" href="${escapeHtml(safeHref(block.href))}" style="${STYLES.buttonLink}">${escapeHtml(block.label)}</a></td></tr></table>`
    case 'links':
      return `<p style="${STYLES.text}">${escapeHtml(block.label)}<br>${block.links
        .map(({ href, label }) => anchor(href, label, STYLES.linkItem))
        .join(' ')}</p>`
  }
}

const linesHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

const anchor = (href: string, text: string, style = STYLES.link) =>
  `<a class="link" href="${escapeHtml(safeHref(href))}" style="${style}">${escapeHtml(text)}</a>`

const factText = ({ label, value, ways = [] }: Fact) =>
  `${label}: ${[value, ...ways.map((way) => way.text)].map(clean).join(', ')}`

function factHtml({ label, value, ways = [] }: Fact): string {
  const lines = [escapeHtml(value), ...ways.map(({ text, href }) => (href ? anchor(href, text) : escapeHtml(text)))]
  return `<tr><td class="fact" style="${STYLES.fact}"><div class="label" style="${STYLES.label}">${escapeHtml(label)}</div><div style="${STYLES.value}">${lines.join('<br>')}</div></td></tr>`
}

/** @throws TypeError unless it is a web address, an email address, or a phone number */
function safeHref(href: string): string {
  if (/^(https?:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu.test(href)) return href
  throw new TypeError('A link in an email must open a web page, an email address, or a phone number')
}

/** Removes control characters, except line ends, and characters that change the reading direction. */
const clean = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\u2028\u2029]/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => clean(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
