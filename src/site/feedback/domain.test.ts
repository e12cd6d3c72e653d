import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../../test/dice.ts'
import * as rule from './domain.ts'

const bug: rule.BugReport = {
  summary: 'Map is blank',
  priority: 'high',
  description: 'It stays grey.',
  steps: '',
  contact: '',
}
const feature: rule.FeatureRequest = {
  title: 'Dark flyers',
  priority: 'useful',
  description: 'On dark paper',
  usecase: 'Night\nopen house',
  contact: 'a@b.example',
}

test('lists missing required fields in the order of the form, and treats spaces as empty', () => {
  const paths = (faults: { path: string }[]) => faults.map(({ path }) => path)
  assert.deepEqual(rule.bugReportFaults(bug), [])
  assert.deepEqual(
    paths(rule.bugReportFaults({ summary: ' ', priority: '', description: '\n', steps: '', contact: '' })),
    ['summary', 'priority', 'description'],
  )
  assert.deepEqual(rule.featureRequestFaults(feature), [])
  assert.deepEqual(
    paths(rule.featureRequestFaults({ title: '', priority: '', description: '', usecase: ' ', contact: '' })),
    ['title', 'priority', 'description', 'usecase'],
  )
})

test('a bug report has time, browser, and page, and a feature request does not', () => {
  const draft = rule.bugReportDraft(bug, {
    at: '2026-11-27T20:00:00Z',
    browser: 'Firefox/140',
    page: 'https://a.example/support',
  })
  assert.equal(draft.subject, 'Bug Report: Map is blank')
  assert.equal(
    draft.body,
    'Summary:\nMap is blank\n\nPriority:\nhigh\n\nDescription:\nIt stays grey.\n\nSteps to reproduce:\nNot given\n\nContact:\nNot given\n\nTimestamp:\n2026-11-27T20:00:00Z\n\nBrowser:\nFirefox/140\n\nPage:\nhttps://a.example/support',
  )
  assert.deepEqual(rule.featureRequestDraft(feature), {
    subject: 'Feature Request: Dark flyers',
    body: 'Title:\nDark flyers\n\nPriority:\nuseful\n\nDescription:\nOn dark paper\n\nUse case:\nNight\nopen house\n\nContact:\na@b.example',
  })
})

test('puts any text into the draft as typed, and none of it becomes a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), fc.string({ unit: character }), (summary, description) => {
      const draft = rule.bugReportDraft({ ...bug, summary, description }, { at: '', browser: '', page: '' })
      assert.doesNotMatch(draft.subject, /[\r\n]/)
      const url = rule.mailtoUrl('support@a.example', draft)
      assert.match(url, /^mailto:support@a\.example\?subject=[^&]*&body=[^&]*$/)
      const [, subject = '', body = ''] = /\?subject=(.*)&body=(.*)$/.exec(url) ?? []
      assert.equal(decodeURIComponent(subject), draft.subject.toWellFormed())
      assert.equal(decodeURIComponent(body).replaceAll('\r\n', '\n'), draft.body.toWellFormed().replace(/\r\n?/g, '\n'))
    }),
  )
})
