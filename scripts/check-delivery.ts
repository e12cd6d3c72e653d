// Checks the delivery files against the product: versions, variables, units, and packages that the image leaves out.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { type ValidationSeverity, validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { VARIABLES } from '../src/settings/config.ts'
import type { Problem, SourceFile } from './feature-knots.ts'

const CHART = 'deploy/helm/showingbooker'
/** Variables that the image and the chart set themselves. */
const OF_THE_IMAGE = ['PORT', 'HOST', 'DATA_DIR', 'LOG_FILE']
const OF_THE_PART = 'WORKER'
/** Variables of the runtime, its libraries, and the shell. */
const FOREIGN = ['PATH', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']
const SETTABLE = VARIABLES.filter((name) => !OF_THE_IMAGE.includes(name) && name !== OF_THE_PART)

type Manifest = {
  version: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
type Values = {
  properties: {
    config: { propertyNames: { enum: string[] } }
    secret: { properties: { values: { propertyNames: { enum: string[] } } } }
  }
}

/** Reports names that only one of the two has, as problems of `path`. */
function compare(path: string, has: string[], wanted: readonly string[]): Problem[] {
  return [
    ...has
      .filter((name) => !wanted.includes(name))
      .map((name) => ({ path, message: `names ${name}, which is not a setting` })),
    ...wanted.filter((name) => !has.includes(name)).map((name) => ({ path, message: `does not pass on ${name}` })),
  ]
}

/** Checks that a release has one version of Node. */
function versionProblems(read: (path: string) => string, manifest: Manifest): Problem[] {
  const runtimes = new Set(Object.values(manifest.optionalDependencies))
  const [node] = runtimes
  const chart = parse(read(`${CHART}/Chart.yaml`))
  const found = [
    ['.nvmrc', read('.nvmrc').trim(), node],
    ['Dockerfile', /^ARG NODE_VERSION=(\S+)$/m.exec(read('Dockerfile'))?.[1], node],
    [`${CHART}/Chart.yaml`, chart.version, manifest.version],
    [`${CHART}/Chart.yaml`, chart.appVersion, manifest.version],
  ] as const
  return [
    ...(runtimes.size > 1 ? [{ path: 'package.json', message: 'has several versions of Node' }] : []),
    ...found
      .filter(([, is, wanted]) => is !== wanted)
      .map(([path, is, wanted]) => ({ path, message: `says ${is}, but package.json says ${wanted}` })),
  ]
}

function variableProblems(read: (path: string) => string, units: SourceFile[]): Problem[] {
  const docker = read('Dockerfile')
  const ofImage = [...(/^ENV ([\s\S]*?[^\\])$/m.exec(docker)?.[1] ?? '').matchAll(/(?:^|\s)([A-Z_]+)=/g)].map(
    ([, name = '']) => name,
  )
  const compose = parse(read('compose.yaml'), { merge: true })
  const values = JSON.parse(read(`${CHART}/values.schema.json`)) as Values
  const { config, secret } = values.properties
  const inChart = [...config.propertyNames.enum, ...secret.properties.values.propertyNames.enum]
  const ofUnits = units.flatMap(({ path, text }) =>
    [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/(?:^|[\s"])([A-Z][A-Z0-9_]*)=/g)].map(([, name = '']) => ({ path, name })),
    ),
  )
  return [
    ...compare(
      'Dockerfile',
      ofImage.filter((name) => !FOREIGN.includes(name)),
      OF_THE_IMAGE,
    ),
    ...compare('compose.yaml', Object.keys(compose['x-settings']), SETTABLE),
    ...compare(`${CHART}/values.schema.json`, inChart, SETTABLE),
    ...ofUnits
      .filter(({ name }) => !VARIABLES.includes(name) && !FOREIGN.includes(name))
      .map(({ path, name }) => ({ path, message: `names ${name}, which is not a setting` })),
  ]
}

/** Checks that everything the image leaves out exists, and that the server does not need it. */
function packageProblems(docker: string, manifest: Manifest, sources: SourceFile[]): Problem[] {
  const left = [...docker.matchAll(/ dependencies\.([@\w/-]+)/g)].map(([, name = '']) => name)
  const imported = (name: string) =>
    sources.filter(({ text }) => new RegExp(`^import (?!type\\b).* from '${name}(/[^']*)?'$`, 'm').test(text))
  return left.flatMap((name) =>
    manifest.dependencies[name] === undefined
      ? [{ path: 'Dockerfile', message: `removes ${name}, which is not a dependency` }]
      : imported(name).map(({ path }) => ({ path, message: `imports ${name}, which the image does not have` })),
  )
}

/** Checks that the image copies what its sources import. */
function folderProblems(docker: string, ignored: string, sources: SourceFile[]): Problem[] {
  const inImage = docker.slice(docker.lastIndexOf('\nFROM '))
  const imported = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import|URL\()\s*\(?'(\.{1,2}\/[^']+)'/g)].map(
      ([, link = '']) => normalize(join(dirname(path), link)).split('/')[0],
    ),
  )
  return [...new Set(imported)].flatMap((folder = '') => {
    const wanted = [
      { path: 'Dockerfile', has: new RegExp(`^COPY .*\\b${folder} \\./${folder}$`, 'm').test(inImage) },
      { path: '.dockerignore', has: folder === 'build' || new RegExp(`^!${folder}$`, 'm').test(ignored) },
    ]
    return wanted
      .filter(({ has }) => !has)
      .map(({ path }) => ({ path, message: `leaves out ${folder}, which the sources import` }))
  })
}

/** Checks that no unit stays down because another unit failed once and is not retried. */
function unitProblems(units: SourceFile[]): Problem[] {
  const triedOnce = units.filter(({ text }) => /^Type=oneshot$/m.test(text) && !/^Restart=/m.test(text))
  return units.flatMap(({ path, text }) => {
    const required = [...text.matchAll(/^(?:Requires|BindsTo)=(.*)$/gm)].flatMap(([, names = '']) => names.split(/\s+/))
    return triedOnce
      .map((unit) => basename(unit.path))
      .filter((name) => required.includes(name))
      .map((name) => ({ path, message: `requires ${name}, which runs once and is not retried` }))
  })
}

/** Checks that cluster.sh fills in each word of its files, and that Patroni accepts the times. It would replace bad ones. */
function clusterProblems(read: (path: string) => string): Problem[] {
  const script = read('deploy/ha/cluster.sh')
  const nodes = 'deploy/ha/patroni.yml'
  const unfilled = [nodes, 'deploy/ha/haproxy.cfg'].flatMap((path) =>
    [...read(path).matchAll(/\$\{([A-Za-z]+)\d?\}/g)]
      .filter(([, word]) => !new RegExp(`["\\s]${word}(\\$n)?=`).test(script))
      .map(([, word]) => ({ path, message: `has the placeholder ${word}, which cluster.sh does not fill in` })),
  )
  const { ttl, loop_wait: loop, retry_timeout: retry } = parse(read(nodes)).bootstrap.dcs
  const fits = ttl >= 20 && retry >= 3 && loop + 2 * retry <= ttl
  return fits
    ? unfilled
    : [...unfilled, { path: nodes, message: 'has a ttl below 20 or loop_wait + 2 * retry_timeout' }]
}

const ERROR_OR_WARNING: ValidationSeverity = 2

/** @param sources the server's files, without those that only the build reads */
export function inspectDelivery(read: (path: string) => string, units: SourceFile[], sources: SourceFile[]): Problem[] {
  const manifest = JSON.parse(read('package.json')) as Manifest
  const docker = read('Dockerfile')
  const lint = validate(docker)
    .filter(({ severity = 1 }) => severity <= ERROR_OR_WARNING)
    .map(({ message, range }) => ({ path: 'Dockerfile', message: `line ${range.start.line + 1}: ${message}` }))
  return [
    ...lint,
    ...versionProblems(read, manifest),
    ...variableProblems(read, units),
    ...packageProblems(docker, manifest, sources),
    ...folderProblems(docker, read('.dockerignore'), sources),
    ...unitProblems(units),
    ...clusterProblems(read),
  ]
}

/** Returns the files that the server loads. The build compiles pages and their routes. */
const isServed = (path: string) => !/\.test\.tsx?$|^src\/routes\.ts$/.test(path)

export function inspectTree(root: string): Problem[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const files = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => ({ path, text: read(path) }))
  const sources = files('{src,packages}/**/*.{ts,tsx}').filter(({ path }) => isServed(path))
  return inspectDelivery(read, files('deploy/systemd/*.service'), sources)
}

if (import.meta.main) {
  const problems = inspectTree(dirname(import.meta.dirname))
  for (const { path, message } of problems) console.error(`${path} ${message}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
