import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReleaseError, releaseNotes } from './release-notes.ts'

const changelog = `# Changelog

## [Unreleased]

- not yet

## [1.2.0] - 2026-11-22

### Added

- a thing

## [1.1.0] - 2026-10-01

- older

## [1.0.0]

- without a date
`

test('the notes of a release are only its section', () => {
  assert.equal(releaseNotes('v1.2.0', changelog, '1.2.0'), '### Added\n\n- a thing')
})

test('refuses a tag that is not the version, a version without a section, and a section without a date', () => {
  for (const [tag, version] of [
    ['v1.2.0', '1.1.0'],
    ['1.2.0', '1.2.0'],
    ['v1.3.0', '1.3.0'],
    ['v1.0.0', '1.0.0'],
  ] as const)
    assert.throws(() => releaseNotes(tag, changelog, version), ReleaseError)
})
