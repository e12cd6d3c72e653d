import { type About, differences, isSame, rebase } from './merge.ts'

/** A stored record. Its version increases with every change by anyone. */
export type Snapshot<Values> = { version: number; values: Values }

type Name<Values> = keyof Values & string

/**
 * The state of a field. `failed`: `tried` was not stored, and the field shows the old value or still the typed text.
 */
export type Mark<Values> =
  | { state: 'saving' | 'saved' | 'conflict' }
  | { state: 'invalid'; message: string }
  | { state: 'failed'; message: string; isRefused: boolean; tried: Partial<Values> }

export type Editing<Values> = {
  values: Values
  /** The stored value, as far as we know. In a conflict, the other side's. */
  stored: Values
  marks: Partial<Record<Name<Values>, Mark<Values>>>
  isSaving: boolean
}

/** Why a save failed: a message for the person, and messages for wrong fields. */
export type SaveFault = { message: string; isStale: boolean; isRefused: boolean; fields: Record<string, string> }

type Parts<Values> = {
  initial: Snapshot<Values>
  /** Stores a change based on that version, or throws. */
  save: (change: Partial<Values>, version: number) => Promise<Snapshot<Values>>
  load: () => Promise<Snapshot<Values>>
  faultOf: (error: unknown) => SaveFault
  /** Fields that depend on another field. A change to one waits for the person if the other changed elsewhere. */
  about?: About<Values>
  /** Tells whether the person types into the field. It then keeps their text if a save fails without a refusal. */
  isTyped?: (name: Name<Values>) => boolean
  /** Returns errors that we can find without the server, by field. */
  check: (change: Partial<Values>, values: Values) => Record<string, string>
  onSaved: (names: Name<Values>[], before: Partial<Values>) => void
  onFailed: (fault: SaveFault, tried: Partial<Values>) => void
  /** Called when fields changed elsewhere and the form shows the new values. */
  onElsewhere: (names: Name<Values>[]) => void
}

const MAX_ATTEMPTS = 5

/**
 * Edits one stored record field by field while others may do the same. It saves one change after another, each based on
 * the known version. If the record has a newer version, it saves on that version what only I changed. A field that both
 * changed waits for the person, so no one overwrites a value that they have not seen.
 */
export function createRecordEditor<Values extends Record<string, unknown>>(parts: Parts<Values>) {
  let base = parts.initial
  let editing: Editing<Values> = { values: base.values, stored: base.values, marks: {}, isSaving: false }
  let queue: Promise<void> = Promise.resolve()
  /** Waiting and running changes, in order. */
  let outgoing: Partial<Values>[] = []
  const watchers = new Set<() => void>()

  function show(next: Partial<Editing<Values>>) {
    editing = { ...editing, ...next }
    for (const watcher of watchers) watcher()
  }
  function mark(names: readonly Name<Values>[], value: Mark<Values> | undefined) {
    const marks = { ...editing.marks }
    for (const name of names) {
      if (value) marks[name] = value
      else delete marks[name]
    }
    show({ marks })
  }
  const isConflict = (name: Name<Values>) => editing.marks[name]?.state === 'conflict'

  /** The record once all running saves are stored. */
  const expected = (): Values => Object.assign({}, base.values, ...outgoing)

  function enqueue(work: () => Promise<void> | void): Promise<void> {
    const done = queue.then(work)
    // The caller who awaits it gets the failure, and the next change runs anyway.
    queue = done.catch(() => undefined)
    return done
  }

  async function send(change: Partial<Values>): Promise<void> {
    outgoing.push(change)
    show({ isSaving: true })
    await enqueue(async () => {
      try {
        await store(change)
      } finally {
        outgoing = outgoing.filter((one) => one !== change)
        show({ isSaving: outgoing.length > 0 })
      }
    })
  }

  /** Applies a record that changed elsewhere. */
  function adopt(theirs: Snapshot<Values>) {
    if (theirs.version <= base.version) return
    const sides = { base: base.values, theirs: theirs.values, mine: editing.values }
    const { values, conflicts, news } = rebase({ ...sides, about: parts.about })
    base = theirs
    show({ values, stored: theirs.values })
    mark(
      Object.keys(editing.marks).filter((name) => isSame(values[name], theirs.values[name]) && isOpen(name, values)),
      undefined,
    )
    mark(conflicts, { state: 'conflict' })
    // A conflict waits for the person, even if its save is already queued.
    for (const change of outgoing) for (const name of conflicts) delete change[name]
    const shown = news.filter((name) => !conflicts.includes(name))
    if (shown.length > 0) parts.onElsewhere(shown)
  }

  /** Applies my stored change, and keeps newer input. */
  function accept(next: Snapshot<Values>, sent: Partial<Values>) {
    const before = base.values
    const values = { ...next.values }
    for (const name of Object.keys(values) as Name<Values>[]) {
      const isSettled =
        name in sent ? isSame(editing.values[name], sent[name]) : isSame(editing.values[name], before[name])
      if (!isSettled) values[name] = editing.values[name]
    }
    base = next
    show({ values, stored: next.values })
    const names = Object.keys(sent) as Name<Values>[]
    mark(
      names.filter((name) => isSame(values[name], next.values[name])),
      { state: 'saved' },
    )
    const changed = differences(before, next.values)
    // A requested change comes before its consequences.
    const saved = [...names.filter((name) => changed.includes(name)), ...changed.filter((name) => !(name in sent))]
    if (saved.length > 0) parts.onSaved(saved, pick(before, saved))
  }

  /** Tells whether a field's value still has to be stored. */
  function isOpen(name: Name<Values>, values: Values) {
    const now = editing.marks[name]
    return now?.state === 'conflict' || (now?.state === 'failed' && isSame(now.tried[name], values[name]))
  }

  /** Restores the old values, and keeps the attempted ones in the fields' marks. */
  function revert(sent: Partial<Values>, fault: SaveFault) {
    const names = Object.keys(sent) as Name<Values>[]
    const values = { ...editing.values }
    const kept = fault.isRefused ? [] : names.filter((name) => parts.isTyped?.(name))
    for (const name of names)
      if (!kept.includes(name) && isSame(values[name], sent[name])) values[name] = base.values[name]
    show({ values })
    mark(names, undefined)
    const blamed = names.filter((name) => name in fault.fields)
    const [first = []] = [blamed, kept, names.slice(0, 1)].filter(({ length }) => length > 0)
    for (const name of first) {
      const message = fault.fields[name] ?? fault.message
      mark([name], { state: 'failed', message, isRefused: fault.isRefused, tried: sent })
    }
    parts.onFailed(fault, sent)
  }

  async function store(change: Partial<Values>) {
    let sent = change
    // An earlier save found conflicts in all of it.
    if (Object.keys(sent).length === 0) return
    for (let attempt = 1; ; attempt++) {
      const before = base.values
      try {
        return accept(await parts.save(sent, base.version), sent)
      } catch (error) {
        const fault = parts.faultOf(error)
        if (!fault.isStale || attempt === MAX_ATTEMPTS) return revert(sent, fault)
      }
      try {
        adopt(await parts.load())
      } catch (error) {
        return revert(sent, parts.faultOf(error))
      }
      // A field that both changed waits for the person, or takes the other value if mine was undone in the meantime.
      const mine = (Object.keys(sent) as Name<Values>[]).filter(
        (name) => isSame(before[name], base.values[name]) && !isConflict(name),
      )
      mark(
        (Object.keys(sent) as Name<Values>[]).filter((name) => !mine.includes(name) && !isConflict(name)),
        undefined,
      )
      if (mine.length === 0) return
      sent = pick(sent, mine)
    }
  }

  /** Resolves when the change is stored, refused, or waiting for the person. */
  async function commit(names: readonly Name<Values>[]): Promise<void> {
    const coming = expected()
    const changed = names.filter((name) => !isSame(editing.values[name], coming[name]))
    mark(
      names.filter((name) => !changed.includes(name) && isPending(editing.marks[name])),
      undefined,
    )
    const open = changed.filter((name) => !isConflict(name))
    const change = pick(editing.values, open)
    const faults = parts.check(change, editing.values)
    const wrong = open.filter((name) => name in faults)
    for (const name of wrong) mark([name], { state: 'invalid', message: faults[name] ?? '' })
    if (open.length === 0 || wrong.length > 0) return
    mark(open, { state: 'saving' })
    await send(change)
  }

  return {
    read: () => editing,
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },

    /** Sets a value while the person types, without saving it. */
    type<Key extends Name<Values>>(name: Key, value: Values[Key]) {
      show({ values: { ...editing.values, [name]: value } })
      if (!isConflict(name)) mark([name], undefined)
      else if (isSame(value, base.values[name])) mark([name], undefined)
    },

    /** Saves these fields if they changed. */
    commit,

    /** Sets a value and saves it at once. */
    choose(change: Partial<Values>): Promise<void> {
      show({ values: { ...editing.values, ...change } })
      return commit(Object.keys(change) as Name<Values>[])
    },

    /** Resolves a conflict: saves this value or takes the other. */
    async resolveConflict(name: Name<Values>, choice: 'mine' | 'theirs'): Promise<void> {
      mark([name], undefined)
      if (choice === 'mine') return commit([name])
      show({ values: { ...editing.values, [name]: base.values[name] } })
    },

    /** Applies a stored record that was read elsewhere, even an old one. */
    receive(snapshot: Snapshot<Values>): Promise<void> {
      if (snapshot.version <= base.version) return Promise.resolve()
      // Wait for running saves, because one of them may have created this version.
      return enqueue(() => adopt(snapshot))
    },

    /**
     * Shows texts that the person typed in an earlier editor of the record, and did not save. Fields that have changed
     * elsewhere since then wait for the person.
     * @param seen stored values of these fields, and of those that they depend on, when the person typed
     */
    resume(typed: Partial<Values>, seen: Partial<Values>) {
      const now: Snapshot<Values> = { version: base.version, values: base.values }
      base = { version: now.version - 1, values: { ...now.values, ...seen } }
      show({ values: { ...base.values, ...typed }, stored: base.values })
      adopt(now)
    },

    /** Lists unstored values: conflicts, errors, and input. */
    unsaved: (): Partial<Values> => pick(editing.values, differences(editing.values, base.values)),

    /** Saves everything that can be saved. */
    async flush(): Promise<void> {
      await Promise.all(differences(editing.values, expected()).map((name) => commit([name])))
      await queue
    },
  }
}

export type RecordEditor<Values extends Record<string, unknown>> = ReturnType<typeof createRecordEditor<Values>>

const isPending = (mark: { state: string } | undefined) => mark?.state === 'invalid'

function pick<Values>(values: Partial<Values>, names: readonly Name<Values>[]): Partial<Values> {
  const picked: Partial<Values> = {}
  for (const name of names) if (name in values) picked[name] = values[name]
  return picked
}
