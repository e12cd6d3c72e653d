import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ShowingView, viewWith } from '../../../test/views.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments } from '../../platform/sms-text.ts'
import type { MessageTarget } from './mail-messages.ts'
import { composeFirstMessage } from './messages.ts'

const { dashboardUrl, serviceUrl, startsAt, timeZone, buyer } = viewWith()
const OPEN = `Open the showing:\n${dashboardUrl}`
const POSTED = `I posted it:\n${serviceUrl}`
const say = (target: Partial<MessageTarget>, change: Partial<ShowingView> = {}) =>
  composeFirstMessage({ event: 'booked', channel: 'email', role: 'listing_agent', cc: [], ...target }, viewWith(change))
const together = { cc: ['rosa@resident.example'] }

test("the agent's email links to the showing and, if a tenant lives there, to the form for serving the notice", () => {
  for (const target of [{}, together]) {
    const { text, html } = say(target)
    assert.ok(text.includes(OPEN) && text.includes(POSTED), text)
    assert.ok(html?.includes(`href="${dashboardUrl}"`) && html.includes(`href="${serviceUrl}"`))
    const owners = say(target, { occupancy: 'owner' }).text
    assert.deepEqual([owners.includes(OPEN), owners.includes(serviceUrl)], [true, false])
  }
  const vacant = say({}, { occupancy: 'vacant' }).text
  assert.deepEqual([vacant.includes(OPEN), vacant.includes(serviceUrl)], [true, false])
  const pending = say({}, { status: 'pending' }).text
  assert.deepEqual([pending.includes(OPEN), pending.includes(serviceUrl)], [false, false])
  assert.ok(pending.includes(`Approve or decline:\n${dashboardUrl}`))
})

test("a demo's messages to the agent go to its visitor and do not link to the dashboard", () => {
  for (const target of [{}, together]) {
    const { text, html } = say(target, { isProductDemo: true })
    assert.ok(![text, html].join('\n').includes(dashboardUrl) && !text.includes(serviceUrl), text)
  }
})

test('nothing that a resident reads links to the dashboard', () => {
  for (const occupancy of ['resident', 'owner'] as const) {
    const { copy } = say(together, { occupancy })
    const own = [say({ role: 'resident' }, { occupancy }), say({ role: 'resident', channel: 'sms' }, { occupancy })]
    const read = [copy?.text, copy?.html, ...own.flatMap(({ text, html }) => [text, html])].join('\n')
    assert.ok(!read.includes(dashboardUrl) && !read.includes(serviceUrl), occupancy)
  }
})

test("a text to the agent says by when to post a tenant's notice, if we know the state's law and it is not too late", () => {
  assert.match(say({ channel: 'sms' }).text, / Post the notice by Thu, Nov 26, 1:30 PM PST\. https:/)
  for (const change of [
    { occupancy: 'vacant' as const },
    { occupancy: 'owner' as const },
    { sentAt: startsAt.subtract({ hours: 20 }) },
    { property: { ...viewWith().property, state: 'TX' } },
  ]) {
    const { text } = say({ channel: 'sms' }, change)
    assert.doesNotMatch(text, /Post the notice/)
    assert.ok(text.includes(` ${dashboardUrl} Reply STOP`), text)
  }
})

test('the longest text to an agent keeps its deadline and link within two segments', () => {
  const name = 'Maximiliane Featherstonehaugh-Cholmo'
  const phone = '+1 213 555 0177 ext. 1'
  const overlaps = [{ fullAddress: '9 Oak Street', startsAt, timeZone }]
  const property = { ...viewWith().property, addressLine1: '12345 Nuestra Senora de los Angeles Boulevard' }
  for (const language of LANGUAGES)
    inLanguage(language, () => {
      const { text } = say({ channel: 'sms' }, { buyer: { ...buyer, name, phone }, overlaps, property })
      const { encoding, segments } = countSegments(text)
      assert.ok(encoding === 'gsm7' && segments <= 2, `${segments} ${text}`)
      assert.ok(text.includes(` ${dashboardUrl} `), text)
      assert.match(text, /(Post the notice by Thu|Deje el aviso antes del jue), /)
      assert.match(text, /12345 Nuestra/)
    })
})
