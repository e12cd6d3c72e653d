import { importsByFeature, importsOf, type Problem, type SourceFile } from './feature-knots.ts'

/** An area is a folder of `src` with features as folders. */
type Area = { name: string; below: string[] }

const area = (name: string, below: string): Area => ({ name, below: below.split(' ').filter(Boolean) })

/** The areas from top to bottom. Studio and oracle import only account and money, because they have no part in a showing. */
export const AREAS: Area[] = [
  area('site', 'operations showing notice property studio oracle account money'),
  area('operations', 'showing notice property studio oracle account money'),
  area('showing', 'notice property studio oracle account money'),
  area('notice', 'property studio oracle account money'),
  area('property', 'account money'),
  area('studio', 'account money'),
  area('oracle', 'account money'),
  area('account', 'money'),
  area('money', ''),
]

const areaOf = (feature: string, areas: Area[]) => areas.find(({ name }) => name === feature.split('/')[0])

/** The files of an area that other areas may import: its doors and its pure files. */
const isOpen = (path: string) => /(^|\/)((area|contract|([a-z]+-)*(domain|messages))\.ts|screen\.tsx)$/.test(path)

/** Finds imports of a higher or neighboring area, and imports that bypass an area's door. Types count. */
export function areaProblems(files: SourceFile[], areas = AREAS): Problem[] {
  const problems: Problem[] = []
  for (const { path, imported } of importsOf(files)) {
    const from = areaOf(path.replace(/^src\//, ''), areas)
    const to = areaOf(imported.replace(/^src\//, ''), areas)
    if (from && to && from !== to && !isOpen(imported))
      problems.push({
        path,
        message: `imports ${imported}: from another area, import only area.ts, screen.tsx, or a pure file`,
      })
  }
  for (const [feature, others] of importsByFeature(files)) {
    const from = areaOf(feature, areas)
    for (const other of others) {
      const to = areaOf(other, areas)
      if (from && to && from !== to && !from.below.includes(to.name))
        problems.push({
          path: `src/${feature}`,
          message: `imports ${other}, but ${from.name} may not import ${to.name}, types included`,
        })
    }
  }
  return problems
}

/** Writes which area imports which, one line each, for ARCHITECTURE.md. */
export function areaGraph(files: SourceFile[], areas = AREAS): string {
  const imports = importsByFeature(files)
  const width = Math.max(...areas.map(({ name }) => name.length))
  return areas
    .map((from) => {
      const isOf = (to: Area) => (feature: string) => areaOf(feature, areas) === to
      const seen = [...imports].filter(([feature]) => isOf(from)(feature)).flatMap(([, others]) => [...others])
      const below = areas.filter((to) => to !== from && seen.some(isOf(to)))
      return `${from.name.padEnd(width)} ─► ${below.map(({ name }) => name).join(' ') || 'no other area'}`
    })
    .join('\n')
}

const drawing = /(## The areas[\s\S]*?```\n)([\s\S]*?)(\n```)/

/** Returns the page with the current graph. A page without a place for it stays unchanged. */
export const withGraph = (page: string, graph: string) =>
  page.replace(drawing, (_, before: string, _old: string, after: string) => before + graph + after)

export function graphProblems(page: string, graph: string): Problem[] {
  if (drawing.exec(page)?.[2] === graph) return []
  return [
    {
      path: 'ARCHITECTURE.md',
      message: 'the graph of areas is out of date. Run: node scripts/check-structure.ts --draw',
    },
  ]
}
