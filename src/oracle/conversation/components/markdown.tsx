import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, memo, type ReactNode, useMemo } from 'react'
import * as t from '../../text/conversation.ts'
import styles from './markdown.module.css'

type MarkdownProps = {
  text: string
  /** Renders a replacement for [n]. `null` leaves it as it is. */
  mark?: (number: number) => ReactNode
  /** Whether emergency numbers are links that call. */
  callable?: boolean
}
/** `depths` of the headings in the text, such as `2 3`. */
type Drawing = Omit<MarkdownProps, 'text'> & { depths: string }

/**
 * Renders Markdown from the parser's tokens with our own elements, so that the page never loads or links HTML,
 * pictures, or URLs in a text. A dollar sign stays a dollar sign. While a text grows, only its last block renders
 * again.
 */
export function Markdown({ text, mark, callable }: MarkdownProps) {
  const blocks = useMemo(() => lexer(text, { gfm: true, breaks: true }).filter(({ type }) => type !== 'space'), [text])
  const depths = depthsOf(blocks)
  return (
    <div className={styles.markdown}>
      {blocks.map((token, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text only grows at its end.
        <Block key={at} token={token} mark={mark} callable={callable} depths={depths} />
      ))}
    </div>
  )
}

const Block = memo(
  ({ token, ...drawing }: { token: Token } & Drawing) => <>{blockOf(token, drawing)}</>,
  (before, after) =>
    before.token.raw === after.token.raw &&
    before.mark === after.mark &&
    before.callable === after.callable &&
    before.depths === after.depths,
)

const all = (tokens: Token[] | undefined, drawing: Drawing, draw: typeof inlineOf): ReactNode =>
  (tokens ?? []).map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are rendered together or not at all.
    <Fragment key={at}>{draw(token, drawing)}</Fragment>
  ))

/** The page has its own heading. The headings of an answer are below it and skip no level. */
const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const
const depthsOf = (blocks: Token[]) =>
  [...new Set(blocks.flatMap((token) => (token.type === 'heading' ? [(token as Tokens.Heading).depth] : [])))]
    .sort()
    .join(' ')

function blockOf(token: Token, drawing: Drawing): ReactNode {
  switch (token.type) {
    case 'heading': {
      const level = drawing.depths.split(' ').indexOf(String((token as Tokens.Heading).depth))
      const Heading = HEADINGS[Math.max(0, level)] ?? 'h6'
      return <Heading>{all(token.tokens, drawing, inlineOf)}</Heading>
    }
    case 'paragraph':
      return <p>{all(token.tokens, drawing, inlineOf)}</p>
    case 'blockquote':
      return <blockquote>{all(token.tokens, drawing, blockOf)}</blockquote>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      )
    case 'hr':
      return <hr />
    case 'list':
      return listOf(token as Tokens.List, drawing)
    case 'table':
      return tableOf(token as Tokens.Table, drawing)
    case 'space':
      return null
    case 'text':
    case 'html':
    case 'def':
      return 'tokens' in token && token.tokens ? (
        all(token.tokens, drawing, inlineOf)
      ) : (
        <p>{textOf(token.raw.trim(), drawing)}</p>
      )
    default:
      return inlineOf(token, drawing)
  }
}

function listOf({ ordered, start, items }: Tokens.List, drawing: Drawing) {
  const entries = items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are rendered together or not at all.
    <li key={at}>
      {item.task && (item.checked ? '☑ ' : '☐ ')}
      {all(item.tokens, drawing, blockOf)}
    </li>
  ))
  return ordered ? <ol start={Number(start) || 1}>{entries}</ol> : <ul>{entries}</ul>
}

function tableOf({ header, rows }: Tokens.Table, drawing: Drawing) {
  const cells = (row: Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map(({ tokens, align }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are rendered together or not at all.
      <Cell key={at} style={align ? { textAlign: align } : undefined}>
        {all(tokens, drawing, inlineOf)}
      </Cell>
    ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={styles.table} tabIndex={0} aria-label={t.table()}>
      <table>
        <thead>
          <tr>{cells(header, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are rendered together or not at all.
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function inlineOf(token: Token, drawing: Drawing): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{all(token.tokens, drawing, inlineOf)}</strong>
    case 'em':
      return <em>{all(token.tokens, drawing, inlineOf)}</em>
    case 'del':
      return <del>{all(token.tokens, drawing, inlineOf)}</del>
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>
    case 'br':
      return <br />
    case 'escape':
      return (token as Tokens.Escape).text
    // Show only the text, because we do not link to other sites.
    case 'link':
      return all(token.tokens, drawing, inlineOf)
    case 'image':
      return (token as Tokens.Image).text
    case 'text':
      return token.tokens ? all(token.tokens, drawing, inlineOf) : textOf((token as Tokens.Text).raw, drawing)
    default:
      return textOf(token.raw, drawing)
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }
const plain = (raw: string) => raw.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')

const MARKS = /(\[\d{1,2}(?:\s*,\s*\d{1,2})*\])/
/** The only numbers that an urgent answer names. */
const CALLS = /(\b(?:1-800-222-1222|911|988)\b)/

function textOf(raw: string, { mark, callable }: Drawing): ReactNode {
  const text = plain(raw)
  if (callable) {
    return text.split(CALLS).map((part, at) =>
      at % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are rendered together.
        <Call key={at} number={part} />
      ) : (
        part
      ),
    )
  }
  if (!mark) return text
  return text.split(MARKS).map((part, at) => {
    if (at % 2 === 0) return part
    const numbers = (part.match(/\d+/g) ?? []).map(Number)
    const drawn = numbers.map((number) => ({ number, button: mark(number) }))
    if (drawn.every(({ button }) => button === null)) return part
    return drawn.map(({ number, button }) => <Fragment key={[at, number].join()}>{button}</Fragment>)
  })
}

const Call = ({ number }: { number: string }) => <a href={`tel:${number.replaceAll('-', '')}`}>{number}</a>
