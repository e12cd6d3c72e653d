/**
 * Plants faults one by one, runs the test that finds each, and takes them out again (docs/testing.md).
 * Usage: node scripts/plant.ts [ID…]   all of test/planted-faults.json, or these
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** `find` stands once in `file`. `test`: the file that finds it; of a journey, `title` is how the journey begins. */
type Fault = { id: string; file: string; find: string; replace: string; test: string; title?: string }

const root = resolve(import.meta.dirname, '..')
const asked = process.argv.slice(2)
const faults: Fault[] = JSON.parse(readFileSync(join(root, 'test/planted-faults.json'), 'utf8'))

/** A test that does not run finds nothing: pages must build. */
function isFound({ file, test, title }: Fault): boolean {
  const run = (program: string, ...args: string[]) =>
    spawnSync(join(root, 'node_modules/.bin', program), args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
      .status
  if (file.endsWith('.tsx') && run('node', 'scripts/build.ts') !== 0) throw new Error('the pages cannot be built')
  return (title ? run('playwright', 'test', test, '--grep', title) : run('node', '--test', test)) === 1
}

let missed = 0
for (const fault of faults.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
  const path = join(root, fault.file)
  const whole = readFileSync(path, 'utf8')
  if (fault.title && !readFileSync(join(root, fault.test), 'utf8').includes(fault.title))
    throw new Error(`${fault.id}: ${fault.test} has no such journey`)
  if (whole.split(fault.find).length !== 2) throw new Error(`${fault.id}: ${fault.file} has its place not once`)
  writeFileSync(
    path,
    whole.replace(fault.find, () => fault.replace),
  )
  try {
    const found = isFound(fault)
    if (!found) missed++
    console.log(`${found ? 'found ' : 'MISSED'} ${fault.id}: ${fault.test}`)
  } finally {
    writeFileSync(path, whole)
  }
}
console.log(`${missed} missed`)
process.exitCode = missed > 0 ? 1 : 0
