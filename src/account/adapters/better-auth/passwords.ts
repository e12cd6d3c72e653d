import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyPassword } from 'better-auth/crypto'
import { DomainError } from '../../../platform/errors.ts'
import * as t from '../../text/adapters.ts'

const argon2 = promisify(argon2Callback)

/** OWASP's minimum (Password Storage Cheat Sheet): Argon2id with 19 MiB, 2 passes, 1 lane. Memory is in KiB. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 }
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
/** Maximum memory, in KiB, that a stored hash may make us use. OWASP's last parameters need this much. */
const MOST_MEMORY = 65_536

/**
 * How many hashes run at once and how many may wait, which is a few seconds' worth. Each takes memory and one of the
 * four threads that also read files and look up host names.
 */
const AT_ONCE = 2
const MOST_WAITING = 200

const busy = () =>
  new DomainError('unavailable', 'busy', t.busy(), {
    retryAfterSeconds: 2,
  })

/** Hashes passwords, a few at a time, and verifies hashes that an earlier version stored. */
export function createPasswords({ parameters = PARAMETERS, atOnce = AT_ONCE, mostWaiting = MOST_WAITING } = {}) {
  const head = `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$`
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(compute: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else if (waiting.length < mostWaiting) await new Promise<void>((start) => waiting.push(start))
    else throw busy()
    try {
      return await compute()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  return {
    hash: (password: string): Promise<string> =>
      inTurn(async () => {
        const salt = randomBytes(16)
        return `${head}${text(salt)}$${text(await derive(password, salt, parameters, 32))}`
      }),

    verify: ({ password, hash }: { password: string; hash: string }): Promise<boolean> =>
      inTurn(async () => {
        const [, memory, passes, parallelism, salt = '', key = ''] = STORED.exec(hash) ?? []
        // The library's own hashes use scrypt.
        if (memory === undefined) return hash.startsWith('$') ? false : verifyPassword({ password, hash })
        if (Number(memory) > MOST_MEMORY) return false
        const expected = Buffer.from(key, 'base64')
        const asStored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
        return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), asStored, expected.length), expected)
      }),

    /** Returns whether a stored hash has the parameters of a new one. */
    isCurrent: (hash: string): boolean => hash.startsWith(head),
  }
}

export type Passwords = ReturnType<typeof createPasswords>

/** Derives the key. A password typed with composed or decomposed letters gives the same key. */
const derive = (password: string, nonce: Buffer, parameters: typeof PARAMETERS, tagLength: number) =>
  argon2('argon2id', { message: Buffer.from(password.normalize('NFKC')), nonce, tagLength, ...parameters })

/** Encodes bytes as in the PHC string format, in base64 without padding. */
const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
