import type { IConfiguration } from 'dependency-cruiser'

/**
 * The import rules of the tree. Types count, except where a rule allows shapes from files whose functions it forbids.
 * scripts/feature-areas.ts decides which areas may import each other, including types. test/law.test.ts proves each
 * rule with a planted violation.
 */
const test = '\\.test\\.tsx?$'
/** `src/<area>/<feature>/` */
const feature = '^src/(?!platform/|ui/|adapters/)[^/]+/(?!adapters/|text/)[^/]+/'
/** A feature, and the same one in the rule's other half. */
const one = '^src/(?!platform/|ui/|adapters/)([^/]+)/(?!adapters/|text/)([^/]+)/'
const theSame = '^src/$1/$2/'
/** The file that builds an area. */
const door = '^src/[^/]+/area\\.ts$'
/** Shared adapters and those of an area. */
const adapter = ['^src/adapters/', '^src/[^/]+/adapters/']
/** `messages.ts`, and message files named after their reader or purpose. */
const words = `${feature}[^/]*messages\\.ts$`
/** Texts for people, built from messages/. */
const texts = '^src/[^/]+/text/'
const screens = [`${feature}(pages|components)/`, '^src/[^/]+/screen\\.tsx$', '^src/ui/']
const npm = (...names: string[]) => `(^|node_modules/)(${names.join('|')})(/|$)`

export default {
  forbidden: [
    {
      name: 'everything-resolves',
      comment:
        'An import that leads nowhere would slip through every other rule. Built pages exist after a build; the compiler knows the types of routes.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['build/server/', '/\\+types/'] },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle means that a noun is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Rules are values in, values out: they see other rules, the wire types, the error type, plain texts, zod and stemmers.',
      severity: 'error',
      from: { path: `${feature}[a-z-]*domain\\.ts$` },
      to: {
        dependencyTypesNot: ['type-only'],
        pathNot: [
          `${feature}([a-z-]*domain|contract)\\.ts$`,
          '^src/platform/(errors|instant|calendar-date|directions|person-name|plain-text|phone|phone-link|photo|postal-address|email|reference-code|search-words|uuid|language|local-time|money|whole-number)\\.ts$',
          texts,
          npm('zod', '@orama'),
        ],
      },
    },
    {
      name: 'shapes-are-no-back-door',
      comment:
        'Rules, texts, ports and adapters take shapes from each other and from the doors of areas, not from what uses them.',
      severity: 'error',
      from: { path: [`${feature}([a-z-]*domain|ports)\\.ts$`, words, ...adapter], pathNot: test },
      to: {
        dependencyTypes: ['type-only'],
        path: [`${feature}([a-z-]*(service|repository)|api|jobs)\\.ts$`, ...screens],
      },
    },
    {
      name: 'contract-is-wire',
      comment: 'A contract is shapes. @hono/zod-openapi is zod with names for the OpenAPI document.',
      severity: 'error',
      from: { path: `${feature}contract\\.ts$` },
      to: {
        pathNot: [
          `${feature}([a-z-]*domain|contract)\\.ts$`,
          '^src/platform/(errors|instant-schema|wire-values|language)\\.ts$',
          texts,
          npm('zod', '@hono/zod-openapi'),
        ],
      },
    },
    {
      name: 'pages-are-clients',
      comment: 'What a person sees asks the HTTP API, as every other client does, and runs in a browser.',
      severity: 'error',
      from: { path: screens, pathNot: test },
      to: { path: [`${feature}([a-z-]*(service|repository)|api|jobs)\\.ts$`, ...adapter] },
    },
    {
      name: 'pages-know-no-node',
      comment: 'What a person sees runs in a browser.',
      severity: 'error',
      from: { path: screens, pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-reads-phones',
      comment: 'The numbers of every country weigh more than a page: only the server reads phones.',
      severity: 'error',
      from: { path: screens, pathNot: test },
      to: { path: ['^src/platform/phone\\.ts$', npm('libphonenumber-js')], reachable: true },
    },
    {
      name: 'core-knows-no-delivery',
      comment: 'Rules, use cases, SQL and jobs know nothing of HTTP, of the screen or of a vendor.',
      severity: 'error',
      from: { path: [`${feature}([a-z-]*(domain|service|repository)|jobs|ports)\\.ts$`, words] },
      to: { path: [npm('hono', '@hono', 'react', 'react-dom', 'react-router', '@react-router'), ...adapter] },
    },
    {
      name: 'sql-lives-in-repositories',
      comment: 'One place per feature to look for a query.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [`${feature}[a-z-]*repository\\.ts$`, '^src/platform/db/', '^src/platform/jobs[./]', test],
      },
      to: { path: npm('kysely', 'pg') },
    },
    {
      name: 'features-meet-at-contracts',
      comment:
        'Another feature is its wire types and its rules; its service comes injected, by type. Screens of an area share components.',
      severity: 'error',
      from: { path: one, pathNot: [test, words] },
      to: {
        dependencyTypesNot: ['type-only'],
        path: feature,
        pathNot: [theSame, '^src/$1/[^/]+/components/', `${feature}(contract|[a-z-]*domain)\\.ts$`],
      },
    },
    {
      name: 'words-share-words',
      comment: 'Texts to people are pure as rules are: those of one feature may be put together from those of another.',
      severity: 'error',
      from: { path: `${one}[^/]*messages\\.ts$` },
      to: {
        dependencyTypesNot: ['type-only'],
        path: feature,
        pathNot: [theSame, `${feature}(contract|[a-z-]*domain)\\.ts$`, words],
      },
    },
    {
      name: 'texts-stay-in-their-area',
      comment: 'An area words what it says itself. Every area may use the texts of the kit and of the platform.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: test },
      to: { path: '^src/[^/]+/text/', pathNot: '^src/($1|ui|platform)/text/' },
    },
    {
      name: 'adapters-fill-ports',
      comment:
        'One vendor, one file, one port: an adapter sees ports, rules, wire types, the platform and its own folder of parts.',
      severity: 'error',
      from: { path: adapter, pathNot: test },
      to: {
        dependencyTypesNot: ['type-only'],
        path: '^src/',
        pathNot: [
          `${feature}(ports|[a-z-]*domain|contract)\\.ts$`,
          '^src/(platform|settings)/',
          texts,
          ...adapter.map((folder) => `${folder}[^/]+/`),
        ],
      },
    },
    {
      name: 'only-doors-pick-adapters',
      comment: 'Which vendor is used is decided in compose.ts and at the door of the area that needs it.',
      severity: 'error',
      from: { path: '^(src|bench|scripts)/', pathNot: ['^src/compose\\.ts$', door, ...adapter, test] },
      to: { path: adapter },
    },
    {
      name: 'product-is-a-leaf',
      comment: 'Every area may say how to reach us and what has happened: what says it imports nothing.',
      severity: 'error',
      from: { path: '^src/(events|product)\\.ts$' },
      to: {},
    },
    {
      name: 'platform-knows-no-feature',
      comment:
        'src/platform and src/ui would ship unchanged in another product. scripts/check-structure.ts looks for its words.',
      severity: 'error',
      from: { path: '^src/(platform|ui)/', pathNot: test },
      to: { path: '^src/', pathNot: '^src/(platform|ui)/' },
    },
    {
      name: 'settings-know-no-area',
      comment: 'What the environment says is read before anything is made.',
      severity: 'error',
      from: { path: '^src/settings/', pathNot: test },
      to: { path: '^src/', pathNot: '^src/(platform|settings)/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'A package would ship unchanged in another product: it and its tests know no other folder of this one.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^(src|test|bench|scripts|packages)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'packages-need-nothing',
      comment: 'What a package does it does itself, with Node alone. Its tests may use tools.',
      severity: 'error',
      from: { path: '^packages/', pathNot: test },
      to: { pathNot: '^(packages|src|test|bench|scripts)/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'one-adapter-for-a-package',
      comment: 'A package is a vendor: one adapter calls it, and calls nothing but its doors.',
      severity: 'error',
      from: { path: '^(src|test|bench|scripts)/', pathNot: '^src/studio/adapters/local-renderer[a-z.-]*\\.ts$' },
      to: { path: '^packages/' },
    },
    {
      name: 'packages-have-doors',
      comment: 'The rest of a package is its own affair.',
      severity: 'error',
      from: { pathNot: '^packages/' },
      to: { path: '^packages/', pathNot: '^packages/procedural-renderer/(draw|plan|style)\\.ts$' },
    },
    {
      name: 'source-knows-no-test',
      comment: 'What ships stands without what tests, measures or checks it.',
      severity: 'error',
      from: { path: '^(src|packages)/', pathNot: test },
      to: { path: ['^(test|bench|scripts)/', test, npm('fast-check', '@playwright')] },
    },
    {
      name: 'traces-load-late',
      comment: 'Only a process with a collector pays for the libraries of traces.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/platform/open-telemetry\\.ts$', test] },
      to: {
        dynamic: false,
        dependencyTypesNot: ['type-only'],
        path: ['^src/platform/open-telemetry\\.ts$', npm('@opentelemetry')],
      },
    },
    {
      name: 'serving-needs-no-tools',
      comment: 'bin/start installs "dependencies" alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^build/'] },
    exclude: { path: ['^\\.react-router/'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
} satisfies IConfiguration
