// Prints a version's section of CHANGELOG.md, for the release page.
//   node scripts/release-notes.ts v1.2.3
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version cannot be released. `message` is for a person. */
export class ReleaseError extends Error {}

/**
 * @param tag the git tag: a v and the version
 * @throws ReleaseError unless package.json has that version and the changelog has a dated section for it
 */
export function releaseNotes(tag: string, changelog: string, version: string): string {
  if (tag !== `v${version}`) throw new ReleaseError(`The tag is ${tag}, but package.json says ${version}.`)
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`[${version}] - `))
  if (!section) throw new ReleaseError(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`)
  if (!/^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/m.test(section.split('\n')[0] ?? ''))
    throw new ReleaseError(`The section for ${version} in CHANGELOG.md has no date.`)
  const notes = section.split('\n').slice(1).join('\n').trim()
  if (!notes) throw new ReleaseError(`The section for ${version} in CHANGELOG.md is empty.`)
  return notes
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  try {
    console.log(releaseNotes(process.argv[2] ?? '', read('CHANGELOG.md'), JSON.parse(read('package.json')).version))
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
