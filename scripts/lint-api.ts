import { dirname, join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { buildApiDescription } from './openapi.ts'

const path = join(dirname(import.meta.dirname), 'docs/openapi.json')
const source = await buildApiDescription()

async function redocly(): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: path, config })
  return problems.map(
    ({ severity, ruleId, message, location: [at] }) => `redocly ${severity} ${ruleId} ${at?.pointer}: ${message}`,
  )
}

async function spectral(): Promise<string[]> {
  const linter = new spectralCore.Spectral()
  linter.setRuleset({ extends: [spectralRulesets.oas as never] })
  const problems = await linter.run(JSON.parse(source))
  return problems.map(
    ({ severity, code, message, path }) => `spectral ${severity} ${code} ${path.join('/')}: ${message}`,
  )
}

const problems = [...(await redocly()), ...(await spectral())]
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems in docs/openapi.json`)
process.exitCode = problems.length > 0 ? 1 : 0
