/**
 * An e-mail as blocks, told once and written twice: HTML for a screen, text for everything else.
 * All texts are plain; escaping happens here and nowhere else.
 */
export type EmailDocument = {
  brand: string
  heading: string
  /** Shown by mail programs beside the subject. */
  preview: string
  blocks: EmailBlock[]
  /** Why the reader got it, and who wrote it. */
  footer: string[]
}

export type EmailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'title'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'amounts'; rows: { label: string; amount: string; isTotal?: boolean }[] }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'links'; label: string; links: { label: string; href: string }[] }

/** `ways`: how to reach whom the value names; a link where `href` is one. */
type Fact = { label: string; value: string; ways?: { text: string; href: string | null }[] }

/** One line for a mail header: no control character can end it and begin another. */
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

// The colours of src/ui/tokens.css: a mail can load no stylesheet.
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f8f6f2;color:#1c1b18;font:16px/1.5 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
.page{max-width:600px;margin:0 auto;padding:24px 16px 32px}
.brand{margin:0 4px 12px;font-weight:700;letter-spacing:.01em;color:#0a604f}
.card{background:#fff;border:1px solid #e5e0d7;border-radius:12px;padding:28px 24px;overflow-wrap:anywhere}
h1{margin:0 0 16px;font-size:24px;line-height:1.25}
h2{margin:28px 0 8px;font-size:17px;line-height:1.35}
p{margin:0 0 14px}
a{color:#0a604f}
.facts{margin:18px 0;padding:0;border-top:1px solid #e5e0d7}
.facts div{padding:10px 0;border-bottom:1px solid #e5e0d7}
.facts dt{margin:0;font-size:14px;color:#605c54}
.facts dd{margin:0;font-weight:600;white-space:pre-line}
.amounts{margin:10px 0 18px;padding:0}
.amounts div{display:flex;justify-content:space-between;gap:16px;padding:6px 0}
.amounts dd{margin:0;white-space:nowrap;font-variant-numeric:tabular-nums}
.amounts .total{border-top:1px solid #e5e0d7;font-weight:700}
.button{display:inline-block;margin:6px 0 12px;padding:12px 22px;border-radius:8px;background:#0b6a57;color:#fff;font-weight:600;text-decoration:none}
.links a{display:inline-block;padding:4px 18px 4px 0}
.note{margin:18px 0;padding:12px 14px;border:1px solid #a9d3c6;border-radius:8px;background:#e4f1ec}
.foot{margin:16px 4px 0;font-size:13px;color:#605c54}
.foot p{margin:0 0 6px}
.preview{display:none;max-height:0;overflow:hidden}
@media (max-width:420px){.card{padding:22px 18px}h1{font-size:21px}.button{display:block;text-align:center}}
@media (prefers-color-scheme:dark){
body{background:#111412;color:#f0eee8}
.brand,a{color:#84dbbf}
.card{background:#1a1e1b;border-color:#2f3531}
.facts,.facts div,.amounts .total{border-color:#2f3531}
.facts dt,.foot{color:#b2b0a6}
.button{background:#67cdac;color:#04231a}
.note{background:#17332b;border-color:#2f6a58}
}`

function toHtml({ brand, heading, preview, blocks, footer }: EmailDocument): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${STYLE}
</style>
</head>
<body>
<div class="preview">${escapeHtml(preview)}</div>
<div class="page">
<p class="brand">${escapeHtml(brand)}</p>
<div class="card">
<h1>${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</div>
<div class="foot">
${footer.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
</div>
</div>
</body>
</html>
`
}

function blockHtml(block: EmailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p>${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`
    case 'title':
      return `<h2>${escapeHtml(block.text)}</h2>`
    case 'note':
      return `<p class="note">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`
    case 'facts':
      return `<dl class="facts">${block.rows.map(factHtml).join('')}</dl>`
    case 'amounts':
      return `<dl class="amounts">${block.rows
        .map((row) => {
          const total = row.isTotal ? ' class="total"' : ''
          return `<div${total}><dt>${escapeHtml(row.label)}</dt> <dd>${escapeHtml(row.amount)}</dd></div>`
        })
        .join('')}</dl>`
    case 'button':
      return `<p><a class="button" href="${escapeHtml(safeHref(block.href))}">${escapeHtml(block.label)}</a></p>`
    case 'links':
      return `<p class="links">${escapeHtml(block.label)}<br>${block.links
        .map((link) => `<a href="${escapeHtml(safeHref(link.href))}">${escapeHtml(link.label)}</a>`)
        .join(' ')}</p>`
  }
}

const factText = ({ label, value, ways = [] }: Fact) =>
  `${label}: ${[value, ...ways.map((way) => way.text)].map(clean).join(', ')}`

function factHtml({ label, value, ways = [] }: Fact): string {
  const lines = [escapeHtml(value)]
  for (const { text, href } of ways) {
    lines.push(href ? `<a href="${escapeHtml(safeHref(href))}">${escapeHtml(text)}</a>` : escapeHtml(text))
  }
  return `<div><dt>${escapeHtml(label)}</dt><dd>${lines.join('<br>')}</dd></div>`
}

/** @throws TypeError for what is not a web, mail or telephone address */
function safeHref(href: string): string {
  if (/^(https?:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu.test(href)) return href
  throw new TypeError('A link in a mail leads to the web, to a mailbox or to a telephone')
}

/** Line ends are kept; other control characters and those that turn the reading direction are not. */
const clean = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\u2028\u2029]/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => clean(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
