import type { Problem, SourceFile } from './check-structure.ts'
import { importsByFeature } from './feature-knots.ts'

/** An area, its features, and the areas that it may import. The list goes from the top of the slope to the ground. */
type Area = { name: string; features: string[]; below: string[] }

const area = (name: string, below: string, features: string): Area => ({
  name,
  below: below.split(' ').filter(Boolean),
  features: features.split(/\s+/),
})

/** The slope. Studio and oracle import account and money alone: they have no part in a showing. */
export const AREAS: Area[] = [
  area('site', 'operations showing notice property studio oracle account money', 'site feedback'),
  area('operations', 'showing notice property studio oracle account money', 'operation outbox'),
  area(
    'showing',
    'notice property studio oracle account money',
    'booking lifecycle showing calendar dashboard demo admin evidence receipt',
  ),
  area(
    'notice',
    'property studio oracle account money',
    'notification delivery letter reminder notice proof compliance invitation',
  ),
  area('property', 'account money', 'property listing hours availability share'),
  area('studio', 'account money', 'studio drawing image gallery creator moderation credit purchase likeness'),
  area(
    'oracle',
    'account money',
    `oracle conversation answer chat document passage safety section term synonym paperwork ailment household affairs
everyday phrasing glossary matter wish question followup ranking retrieval overview`,
  ),
  area('account', 'money', 'account recovery security passkey profile access user audit archive erasure'),
  area('money', '', 'payment sandbox reconciliation'),
]

const areaOf = (feature: string, areas: Area[]) => areas.find(({ features }) => features.includes(feature))

/** Finds features in no area or in two, and imports that go up the slope or to a neighbor. Types count. */
export function areaProblems(files: SourceFile[], areas = AREAS): Problem[] {
  const problems: Problem[] = []
  const say = (feature: string, message: string) => problems.push({ path: `src/features/${feature}`, message })
  for (const [feature, others] of importsByFeature(files)) {
    const homes = areas.filter(({ features }) => features.includes(feature)).map(({ name }) => name)
    if (homes.length === 0) say(feature, 'is in no area: add it to AREAS in scripts/feature-areas.ts')
    if (homes.length > 1) say(feature, `is in more than one area: ${homes.join(', ')}`)
    const from = areaOf(feature, areas)
    for (const other of others) {
      const to = areaOf(other, areas)
      if (from && to && from !== to && !from.below.includes(to.name))
        say(feature, `imports ${other}, but ${from.name} may not import ${to.name}, types included`)
    }
  }
  return problems
}

/** Which area imports which, a line each, as ARCHITECTURE.md shows it. */
export function areaGraph(files: SourceFile[], areas = AREAS): string {
  const imports = importsByFeature(files)
  const width = Math.max(...areas.map(({ name }) => name.length))
  return areas
    .map((from) => {
      const seen = new Set(from.features.flatMap((feature) => [...(imports.get(feature) ?? [])]))
      const below = areas.filter((to) => to !== from && to.features.some((feature) => seen.has(feature)))
      return `${from.name.padEnd(width)} ─► ${below.map(({ name }) => name).join(' ') || 'no other area'}`
    })
    .join('\n')
}

const drawing = /(## The areas[\s\S]*?```\n)([\s\S]*?)(\n```)/

/** The page with the graph that the code has. A page without its place stays as it is. */
export const withGraph = (page: string, graph: string) =>
  page.replace(drawing, (_, before: string, _old: string, after: string) => before + graph + after)

export function graphProblems(page: string, graph: string): Problem[] {
  if (drawing.exec(page)?.[2] === graph) return []
  return [{ path: 'ARCHITECTURE.md', message: 'the graph of areas is old: node scripts/check-structure.ts --draw' }]
}
