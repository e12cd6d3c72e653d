import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const script = resolve(import.meta.dirname, '../../deploy/ha/cluster.sh')
const WHOLE_LIMIT_MS = 120_000

const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const bin = process.env.PG_BIN ?? '/usr/lib/postgresql/18/bin'
/** Whether this machine has the programs that deploy/ha needs. */
export const hasCluster = has('patroni') && has('etcd') && existsSync(join(bin, 'pg_rewind'))

type Member = { name: string; role: string; state: string; lag?: number }

/** The database of deploy/ha on this machine: three nodes, of which one is the primary. */
export type Cluster = {
  /** The address of the current primary. */
  url: string
  /** Ends everything on the primary's node at once. @returns the node's number */
  killPrimary(): Promise<number>
  /** Starts a killed node and waits until both replicas follow the primary again and confirm what they get. */
  bringBack(node: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'showingbooker-cluster-'))
  // The database's user must be able to open the folder.
  chmodSync(folder, 0o711)
  const home = join(folder, 'cluster')
  // Use ports below the range that the system assigns.
  const port = 20_000 + (process.pid % 120) * 100
  const run = async (command: string, ...args: (string | number)[]) => {
    const env = { ...process.env, HA_PORT: String(port) }
    const { stdout } = await promisify(execFile)(script, [command, home, ...args.map(String)], { env })
    return stdout.trim()
  }
  const dispose = async () => {
    await run('down')
    rmSync(folder, { recursive: true, force: true })
  }

  /** Asks the first node that answers about all nodes. */
  async function members(): Promise<Member[]> {
    for (const node of [1, 2, 3]) {
      const answer = await fetch(`http://127.0.0.1:${port + 40 + node}/cluster`).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  const isWhole = (all: Member[]) => {
    const isFollowing = ({ role, state, lag }: Member) =>
      role === 'quorum_standby' && state === 'streaming' && lag === 0
    return all.filter(isFollowing).length === 2
  }
  async function untilWhole() {
    const end = performance.now() + WHOLE_LIMIT_MS
    for (let all = await members(); !isWhole(all); all = await members()) {
      if (performance.now() > end) throw new Error(`The database has not recovered: ${JSON.stringify(all)}`)
      await delay(250)
    }
  }

  try {
    const url = await run('up')
    await untilWhole()
    return {
      url,
      async killPrimary() {
        const leader = (await members()).find(({ role }) => role === 'leader')
        if (!leader) throw new Error('There is no primary.')
        const node = Number(leader.name.slice('node'.length))
        await run('kill', node)
        return node
      },
      async bringBack(node) {
        await run('node', node)
        await untilWhole()
      },
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}
