import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

type Element = { tag: string; props: Record<string, unknown>; children: Node[] }
type Node = string | Element
/** Text of the script that hands the page's data to the browser. */
const DATA = /^(window\.__reactRouterContext\.streamController\.enqueue\().*(\);\s*)$/s
const NAMES: Record<string, string> = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex' }
const SWITCHES = new Set(['async', 'checked', 'disabled', 'noValidate', 'required'])
const ENTITIES: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' }

/**
 * Renders a page's elements again with plain components: one for each element that has others inside, no router, no
 * state, no choice of texts. Only the data changes.
 * @param html a page that React rendered @returns a function that renders it with other data
 */
export function pageRenderer(html: string): (data: unknown) => string {
  const [page] = elementsOf(html)
  if (typeof page !== 'object') throw new Error('The page has no element.')
  return (data) => `<!DOCTYPE html>${renderToString(createElement(Part, { node: page, data: JSON.stringify(data) }))}`
}

function Part({ node, data }: { node: Element; data: string }): ReactNode {
  return createElement(node.tag, node.props, ...node.children.map((child) => partOf(child, data)))
}

function partOf(node: Node, data: string): ReactNode {
  if (typeof node === 'string') return node
  if (node.children.some((child) => typeof child === 'object')) return createElement(Part, { node, data })
  return createElement(
    node.tag,
    node.tag === 'script' ? scriptOf(node, data) : node.props,
    ...(node.children as string[]),
  )
}

function scriptOf({ props }: Element, data: string) {
  const { __html: text } = props.dangerouslySetInnerHTML as { __html: string }
  const found = DATA.exec(text)
  return found
    ? {
        ...props,
        dangerouslySetInnerHTML: { __html: found[1] + JSON.stringify(data).replaceAll('<', '\\u003c') + found[2] },
      }
    : props
}

/** Parses HTML that React writes, and no other. */
function elementsOf(html: string): Node[] {
  const top: Element = { tag: '', props: {}, children: [] }
  const open = [top]
  const inside = () => open.at(-1) as Element
  const parts = /<script([^>]*)>(.*?)<\/script>|<!.*?>|<\/\w+>|<(\w+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|([^<]+)/gs
  for (const [whole, ofScript, script = '', tag, attributes = '', isVoid, text] of html.matchAll(parts)) {
    if (ofScript !== undefined)
      inside().children.push({
        tag: 'script',
        props: { ...propsOf(ofScript), dangerouslySetInnerHTML: { __html: script } },
        children: [],
      })
    else if (text) inside().children.push(unescaped(text))
    else if (whole.startsWith('</')) open.pop()
    else if (tag) {
      const element = { tag, props: propsOf(attributes), children: [] }
      inside().children.push(element)
      if (!isVoid) open.push(element)
    }
  }
  return top.children
}

const propsOf = (attributes: string) =>
  Object.fromEntries(
    Array.from(attributes.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [
      NAMES[name] ?? name,
      SWITCHES.has(name) ? true : unescaped(value),
    ]),
  )

const unescaped = (text: string) => text.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
