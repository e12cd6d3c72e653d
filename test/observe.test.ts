import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { parse } from 'yaml'
import { type TestApp, testApp } from './app.ts'

const FOLDER = 'deploy/observe'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }
const rulesOf = (folder: string): Rule[] =>
  parse(readFileSync(`${folder}/alerts.yaml`, 'utf8')).groups.flatMap((group: { rules: Rule[] }) => group.rules)
const rules = rulesOf(FOLDER)
type Panel = { title: string; targets?: { expr: string; legendFormat: string }[] }
const panels: Panel[] = JSON.parse(readFileSync(`${FOLDER}/dashboard.json`, 'utf8')).panels
const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
]

/** Labels that Prometheus adds to every sample. */
const OF_THE_SCRAPE = ['instance', 'job']
const WORDS =
  'sum max min topk rate increase histogram_quantile absent by on ignoring and or offset unless without bool'.split(' ')
/** Metrics that Prometheus itself adds for each scrape. */
const OF_PROMETHEUS = ['up']

type Known = { type: string; labels: string[] }

/** Reads what a process reports: each name of a sample, with its kind and labels. */
async function knownSamples(): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
  for (const { name, type } of await app.metrics.registry.getMetricsAsJSON()) {
    const { labelNames } = app.metrics.registry.getSingleMetric(name) as unknown as { labelNames: string[] }
    const kind = String(type)
    const labels = [...labelNames, ...OF_THE_SCRAPE]
    if (kind !== 'histogram') known.set(name, { type: kind, labels })
    else
      for (const part of ['bucket', 'sum', 'count'])
        known.set(`${name}_${part}`, { type: 'counter', labels: part === 'bucket' ? [...labels, 'le'] : labels })
  }
  return known
}

/**
 * Finds the names of samples in an expression, with the labels that it matches, and whether it asks for their growth.
 */
function samplesIn(expr: string) {
  const bare = expr.replaceAll(/\b(by|on|ignoring)\s*\(([^)]*)\)/g, '$1')
  const grouped = [...expr.matchAll(/\b(?:by|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(/,\s*/),
  )
  const samples = [...bare.matchAll(/((?:rate|increase)\()?\b([a-z_][a-z0-9_]*)(\{[^}]*\})?(\[\w+\])?/g)]
    .map(([, growth, name = '', matchers = '', range]) => ({
      name,
      isGrowth: growth !== undefined,
      hasRange: range !== undefined,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }))
    .filter(({ name }) => !WORDS.includes(name) && !OF_PROMETHEUS.includes(name))
  return { samples, grouped }
}

/** Removes texts, times, and numbers, because they are not names. */
const withoutValues = (expr: string) => expr.replaceAll(/"[^"]*"/g, '""').replaceAll(/\boffset \w+/g, '')

test('dashboard and alerts use only metrics that a process reports, with their labels, and growth only of counters', async () => {
  const known = await knownSamples()
  assert.ok(expressions.length > 40)
  for (const { where, expr } of expressions) {
    const { samples, grouped } = samplesIn(withoutValues(expr))
    assert.ok(samples.length > 0 || /\bup\b/.test(expr), where)
    const all = new Set(OF_THE_SCRAPE)
    for (const { name, labels, isGrowth, hasRange } of samples) {
      const sample = known.get(name)
      assert.ok(sample, `${where}: ${name} does not exist`)
      for (const label of labels) assert.ok(sample.labels.includes(label), `${where}: ${name} has no label ${label}`)
      for (const label of sample.labels) all.add(label)
      assert.equal(isGrowth, sample.type === 'counter', `${where}: ${name} is a ${sample.type}`)
      assert.equal(hasRange, isGrowth, `${where}: ${name}`)
    }
    for (const label of grouped) assert.ok(all.has(label), `${where}: nothing has a label ${label}`)
  }
})

test('the run book says what every alert means and what to do, and has no other', () => {
  const book = readFileSync('docs/operations.md', 'utf8')
  const described = [...book.matchAll(/^\| `([A-Z]\w+)` \| (page|ticket) \|/gm)].map(
    ([, name, severity]) => `${name} ${severity}`,
  )
  const all = [...rules, ...rulesOf('deploy/ha')]
  assert.deepEqual(described.sort(), all.map(({ alert, labels }) => `${alert} ${labels.severity}`).sort())
})

test('every one of our metrics is on the dashboard or in an alert', async () => {
  const text = expressions.map(({ expr }) => expr).join('\n')
  const foreign = /^(process|nodejs)_/
  for (const { name } of await app.metrics.registry.getMetricsAsJSON())
    assert.ok(foreign.test(name) || text.includes(name), `no dashboard or alert uses ${name}`)
})
