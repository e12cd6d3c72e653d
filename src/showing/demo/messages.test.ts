import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markDemo, markDemoNotice } from './messages.ts'

const demo = { isDemo: true, isProductDemo: false }

const message = {
  subject: 'Showing confirmed',
  text: 'Hello',
  html: '<html><head><title>x</title></head><body><h1 class="a">x</h1></body></html>',
  copy: { text: 'Copy', html: '<body><p>no heading</p></body>' },
}

test("a demo's message is marked in subject, text, HTML, and copy, and a real message does not change", () => {
  const marked = markDemo(demo, 'email', message)
  assert.equal(marked.subject, 'DEMO: Showing confirmed')
  for (const text of [marked.text, marked.copy?.text]) assert.match(text ?? '', /^DEMO: This is a demo/)
  assert.match(marked.html, /<title>DEMO: x<\/title>.*<strong>DEMO<\/strong> This is a demo.*<h1 class="a">/s)
  assert.match(marked.copy?.html ?? '', /^<body><table.*<strong>DEMO<\/strong>.*<p>no heading/s)
  assert.equal(markDemo(demo, 'sms', { ...message, html: null, copy: null }).text, 'DEMO Hello')
  assert.equal(markDemo({ ...demo, isDemo: false }, 'email', message), message)
})

test("a demo's notice is marked in its title, its first words, and its footer, and has no ways to deliver it", () => {
  const spanish = { language: 'es-US', governs: '', inPdf: '', facts: [], paragraphs: [] }
  const notice = {
    kind: 'notice' as const,
    title: 'Notice',
    preparedAt: '2026-11-21T09:00:00Z',
    sender: [],
    addressee: [],
    facts: [],
    givenBy: [],
    paragraphs: [{ heading: null, text: 'You' }],
    translations: [{ ...spanish, title: 'Aviso', footer: 'Por nosotros' }],
    deliveryOptions: ['Handed over'],
    agentTask: 'Print it',
    footer: 'By us',
  }
  const marked = markDemoNotice(demo, notice)
  assert.deepEqual(
    [marked.title, marked.paragraphs[0]?.heading, marked.deliveryOptions, marked.agentTask, marked.footer],
    ['DEMO: Notice', 'This is a demo', [], 'DEMO: Print it', 'DEMO. By us'],
  )
  assert.deepEqual(
    marked.translations.map(({ title, footer }) => [title, footer]),
    [['DEMO: Aviso', 'DEMO. Por nosotros']],
  )
  assert.equal(markDemoNotice({ ...demo, isDemo: false }, notice), notice)
})
