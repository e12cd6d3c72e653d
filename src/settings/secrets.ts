import { randomBytes, randomInt } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Config, ConfigError, type Settings } from './config.ts'

const Secrets = z.object({ authSecret: z.string().min(32), seedPassword: z.string().min(10) })
type Secrets = z.infer<typeof Secrets>
/** Access codes have their own file, because secrets.json existed before them. */
const AccessCodes = z.object({ oracle: z.string().min(4), create: z.string().min(4) })

/** The operator set the code, this call made it, or an earlier call made it. */
type Origin = 'set' | 'made' | 'kept'
export type WithSecrets = {
  config: Config
  hasNewSeedPassword: boolean
  codesFrom: Record<'oracle' | 'create', Origin>
}

/**
 * Completes the settings with the secrets that the operator did not set. We create them at the first start and keep
 * them in the data folder. If several processes start at once, one creates them and all use them.
 */
export async function withSecrets(settings: Settings): Promise<WithSecrets> {
  const file = join(settings.dataDir, 'secrets.json')
  const made = { authSecret: randomBytes(32).toString('base64url'), seedPassword: readablePassword() }
  const isNew = await createOnce(file, `${JSON.stringify(made, null, 2)}\n`)
  const kept = isNew ? made : await read(file, Secrets)
  const codesFile = join(settings.dataDir, 'access-codes.json')
  const madeCodes = { oracle: readablePassword(), create: readablePassword() }
  const areNew = await createOnce(codesFile, `${JSON.stringify(madeCodes, null, 2)}\n`)
  const keptCodes = areNew ? madeCodes : await read(codesFile, AccessCodes)
  const codeFrom = (app: 'oracle' | 'create'): Origin =>
    settings.accessCodes[app] !== undefined ? 'set' : areNew ? 'made' : 'kept'
  return {
    config: {
      ...settings,
      authSecret: settings.authSecret ?? kept.authSecret,
      seedPassword: settings.seedPassword ?? kept.seedPassword,
      accessCodes: {
        oracle: settings.accessCodes.oracle ?? keptCodes.oracle,
        create: settings.accessCodes.create ?? keptCodes.create,
      },
    },
    hasNewSeedPassword: isNew && settings.seedPassword === undefined,
    codesFrom: { oracle: codeFrom('oracle'), create: codeFrom('create') },
  }
}

/** Writes to another name, then links, so that a visible file is always whole. @returns whether this call made it */
async function createOnce(file: string, content: string): Promise<boolean> {
  if (
    await readFile(file).then(
      () => true,
      () => false,
    )
  )
    return false
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(aside, content, { mode: 0o600, flag: 'wx' })
  try {
    await link(aside, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(aside, { force: true })
  }
}

async function read<Kept extends Secrets | z.infer<typeof AccessCodes>>(
  file: string,
  shape: z.ZodType<Kept>,
): Promise<Kept> {
  const content = await readFile(file, 'utf8')
  try {
    return shape.parse(JSON.parse(content))
  } catch {
    throw new ConfigError([
      `DATA_DIR holds a damaged ${file}. Restore it from a backup, or remove it to get new secrets. A new secrets.json signs everyone out and breaks their codes for two-step verification.`,
    ])
  }
}

/** Creates four groups of unambiguous letters and digits, with about 79 bits. */
function readablePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
