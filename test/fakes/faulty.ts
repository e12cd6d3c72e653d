/**
 * `away`: unreachable. `answer lost`: it did the work, but its answer never arrived. `always`: it gives this answer.
 */
export type Fault = 'away' | 'answer lost' | { always: unknown }

type Methods = Record<string, (...args: never[]) => Promise<unknown>>

/** Makes a vendor's service fail where a test says so, until the test clears the fault. */
export function createFaults<Name extends string>() {
  const faults = new Map<Name, Fault>()
  const calls: Name[] = []

  async function through(name: Name, call: () => Promise<unknown>): Promise<unknown> {
    calls.push(name)
    const fault = faults.get(name)
    if (fault === 'away') throw new Error(`${name}: connect ECONNREFUSED 192.0.2.1:443`)
    if (fault === 'answer lost') {
      await call()
      throw new Error(`${name}: socket hang up`)
    }
    return fault ? fault.always : call()
  }

  return {
    calls,
    set: (name: Name, fault: Fault) => void faults.set(name, fault),
    mend() {
      faults.clear()
      calls.length = 0
    },
    /** Returns the same object, but its methods `names` fail as the faults say. */
    over<T extends object>(real: T, names: (Name & keyof T)[]): T {
      const methods = real as Methods
      const faulty = names.map((name) => [
        name,
        (...args: never[]) => through(name, () => methods[name]?.(...args) ?? Promise.reject(new Error(name))),
      ])
      return { ...real, ...Object.fromEntries(faulty) }
    },
  }
}
