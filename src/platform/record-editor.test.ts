import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import type { About } from './merge.ts'
import { createRecordEditor, type SaveFault } from './record-editor.ts'

type Home = { rent: string; city: string; phone: string }
const HOME: Home = { rent: '3200', city: 'Los Angeles', phone: '' }

class Stale extends Error {}
class Refused extends Error {
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    super(Object.values(fields).join('. '))
    this.fields = fields
  }
}

const faultOf = (error: unknown): SaveFault => ({
  message: (error as Error).message,
  isStale: error instanceof Stale,
  isRefused: error instanceof Refused,
  fields: error instanceof Refused ? error.fields : {},
})

/** Creates a server that compares versions, keeps all stored states, and can be unreachable. */
function createServer() {
  let version = 1
  let values = HOME
  const history: Home[] = [HOME]
  const server = {
    isAway: false,
    history,
    read: () => ({ version, values }),
    async save(change: Partial<Home>, basedOn: number) {
      if (server.isAway) throw new Error('away')
      if (basedOn !== version) throw new Stale('edited elsewhere')
      if (change.phone === 'bad') throw new Refused({ phone: 'Please enter a valid phone' })
      values = { ...values, ...change }
      version++
      history.push(values)
      return { version, values }
    },
    async load() {
      if (server.isAway) throw new Error('away')
      return { version, values }
    },
  }
  return server
}

function open(
  server: ReturnType<typeof createServer>,
  name = 'tab',
  typed: (keyof Home)[] = [],
  about: About<Home> = {},
) {
  const log: string[] = []
  const undo: Partial<Home>[] = []
  const editor = createRecordEditor<Home>({
    initial: server.read(),
    save: server.save,
    load: server.load,
    faultOf,
    about,
    isTyped: (field) => typed.includes(field),
    check: (change): Record<string, string> => (change.city === '' ? { city: 'Please enter the city' } : {}),
    onSaved: (names, before) => {
      log.push(`saved ${names}`)
      undo.push(before)
    },
    onFailed: ({ message }) => log.push(`failed ${message}`),
    onElsewhere: (names) => log.push(`elsewhere ${names}`),
  })
  return { name, editor, log, undo }
}

const stateOf = (tab: ReturnType<typeof open>, name: keyof Home) => tab.editor.read().marks[name]?.state

test('saves a changed text once, when the person leaves the field, and can undo it', async () => {
  const server = createServer()
  const tab = open(server)
  tab.editor.type('rent', '3300')
  assert.equal(server.read().values.rent, '3200')
  const saving = tab.editor.commit(['rent'])
  assert.equal(stateOf(tab, 'rent'), 'saving')
  assert.equal(tab.editor.read().isSaving, true)
  await tab.editor.commit(['rent'])
  await saving
  await tab.editor.commit(['rent'])
  assert.deepEqual([server.read(), stateOf(tab, 'rent')], [{ version: 2, values: { ...HOME, rent: '3300' } }, 'saved'])
  assert.deepEqual([tab.editor.read().isSaving, tab.log], [false, ['saved rent']])
  await tab.editor.choose(tab.undo[0] ?? {})
  assert.equal(server.read().values.rent, '3200')
})

test('the last of two quick choices wins', async () => {
  const server = createServer()
  const { editor } = open(server)
  await Promise.all([editor.choose({ city: 'Glendale' }), editor.choose({ city: 'Los Angeles' })])
  assert.equal(server.read().values.city, 'Los Angeles')
  assert.deepEqual([editor.read().values, editor.unsaved()], [HOME, {}])
})

test('keeps and next saves text typed while its field is being saved', async () => {
  const server = createServer()
  const { editor } = open(server)
  editor.type('rent', '33')
  const saving = editor.commit(['rent'])
  editor.type('rent', '3300')
  await saving
  assert.equal(editor.read().values.rent, '3300')
  await editor.flush()
  assert.equal(server.read().values.rent, '3300')
})

test('a failure restores the old value and keeps the attempted one', async () => {
  const server = createServer()
  const tab = open(server)
  server.isAway = true
  await tab.editor.choose({ rent: '3300' })
  const { values, marks } = tab.editor.read()
  assert.equal(values.rent, '3200')
  assert.deepEqual(marks.rent, { state: 'failed', message: 'away', isRefused: false, tried: { rent: '3300' } })
  server.isAway = false
  await tab.editor.choose({ rent: '3300' })
  assert.deepEqual(tab.log, ['failed away', 'saved rent'])
})

test('a failure that is not a refusal keeps the typed text, unsaved, until it can be stored', async () => {
  const server = createServer()
  const tab = open(server, 'tab', ['city'])
  server.isAway = true
  tab.editor.type('city', 'Glendale')
  await tab.editor.commit(['city'])
  const { values, marks } = tab.editor.read()
  assert.equal(values.city, 'Glendale')
  assert.deepEqual(marks.city, { state: 'failed', message: 'away', isRefused: false, tried: { city: 'Glendale' } })
  assert.deepEqual(tab.editor.unsaved(), { city: 'Glendale' })
  server.isAway = false
  await tab.editor.commit(['city'])
  assert.deepEqual(tab.editor.read().marks.city, { state: 'saved' })
  assert.equal(server.read().values.city, 'Glendale')
})

test('resets a refused value, even in a field that keeps typed text', async () => {
  const tab = open(createServer(), 'tab', ['phone'])
  await tab.editor.choose({ phone: 'bad' })
  assert.deepEqual([tab.editor.read().values, tab.editor.unsaved()], [HOME, {}])
})

test('clears the mark of an unstored change once someone else has stored the same value', async () => {
  const server = createServer()
  const tab = open(server, 'tab', ['city'])
  server.isAway = true
  await tab.editor.choose({ city: 'Glendale' })
  server.isAway = false
  await tab.editor.receive(await server.save({ city: 'Glendale' }, 1))
  assert.deepEqual([tab.editor.read().marks, tab.editor.unsaved()], [{}, {}])
})

test("shows the server's message at the field that it names", async () => {
  const tab = open(createServer())
  await tab.editor.choose({ rent: '3300', phone: 'bad' })
  const { values, marks } = tab.editor.read()
  assert.deepEqual(values, HOME)
  assert.deepEqual(Object.keys(marks), ['phone'])
  assert.equal(marks.phone?.state === 'failed' && marks.phone.message, 'Please enter a valid phone')
})

test('does not send an invalid value, keeps it as typed, and saves the rest', async () => {
  const server = createServer()
  const tab = open(server)
  tab.editor.type('city', '')
  tab.editor.type('rent', '3300')
  await tab.editor.flush()
  assert.deepEqual(tab.editor.read().marks.city, { state: 'invalid', message: 'Please enter the city' })
  assert.deepEqual(tab.editor.unsaved(), { city: '' })
  assert.equal(server.read().values.rent, '3300')
  tab.editor.type('city', 'Los Angeles')
  await tab.editor.commit(['city'])
  assert.equal(stateOf(tab, 'city'), undefined)
})

test('updates and announces another field that changed elsewhere, and saves anyway', async () => {
  const server = createServer()
  const [here, there] = [open(server), open(server)]
  await there.editor.choose({ city: 'Glendale' })
  await here.editor.choose({ rent: '3300' })
  assert.deepEqual(server.read().values, { ...HOME, city: 'Glendale', rent: '3300' })
  assert.deepEqual(here.editor.read().values, server.read().values)
  assert.deepEqual(here.log, ['elsewhere city', 'saved rent'])
})

test('does not store a change to a field that changed elsewhere before the person has chosen', async () => {
  const server = createServer()
  const [here, there] = [open(server, 'here', [], { rent: 'phone' }), open(server)]
  await there.editor.choose({ phone: '555' })
  await here.editor.choose({ rent: '3300', city: 'Glendale' })
  assert.deepEqual(server.read().values, { ...HOME, phone: '555', city: 'Glendale' })
  assert.equal(stateOf(here, 'rent'), 'conflict')
  await here.editor.resolveConflict('rent', 'mine')
  assert.equal(server.read().values.rent, '3300')
})

test('a waiting change does not overwrite what the save before it found changed elsewhere', async () => {
  const server = createServer()
  const [here, there] = [open(server, 'here', [], { rent: 'phone' }), open(server)]
  await there.editor.choose({ phone: '555', city: 'Glendale' })
  await Promise.all([here.editor.choose({ city: 'Burbank' }), here.editor.choose({ rent: '3300' })])
  assert.deepEqual(server.read().values, { ...HOME, phone: '555', city: 'Glendale' })
  assert.deepEqual([stateOf(here, 'city'), stateOf(here, 'rent')], ['conflict', 'conflict'])
})

for (const choice of ['mine', 'theirs'] as const)
  test(`shows both values of a field that changed elsewhere, and stores the choice: ${choice}`, async () => {
    const server = createServer()
    const [here, there] = [open(server), open(server)]
    await there.editor.choose({ rent: '3100' })
    await here.editor.choose({ rent: '3300' })
    assert.equal(stateOf(here, 'rent'), 'conflict')
    const { values, stored } = here.editor.read()
    assert.deepEqual([values.rent, stored.rent, server.read().values.rent], ['3300', '3100', '3100'])
    await here.editor.commit(['rent'])
    assert.equal(server.read().values.rent, '3100', 'not before someone has chosen')
    await here.editor.resolveConflict('rent', choice)
    const wanted = choice === 'mine' ? '3300' : '3100'
    assert.deepEqual([server.read().values.rent, here.editor.read().values.rent], [wanted, wanted])
    assert.deepEqual(here.editor.unsaved(), {})
  })

test('shows incoming updates, but not over text that someone is typing', async () => {
  const server = createServer()
  const [here, there] = [open(server), open(server)]
  here.editor.type('rent', '3300')
  await there.editor.choose({ rent: '3100' })
  await there.editor.choose({ city: 'Glendale' })
  await here.editor.receive(server.read())
  assert.deepEqual(here.editor.read().values, { rent: '3300', city: 'Glendale', phone: '' })
  assert.deepEqual([here.log, stateOf(here, 'rent')], [['elsewhere city'], 'conflict'])
})

test('does not announce our own save as an update', async () => {
  const server = createServer()
  const tab = open(server)
  const saving = tab.editor.choose({ rent: '3300' })
  await Promise.resolve()
  await tab.editor.receive(server.read())
  await saving
  await tab.editor.receive({ version: 1, values: HOME })
  assert.deepEqual([tab.log, tab.editor.read().values.rent], [['saved rent'], '3300'])
})

test('a change undone while its save meets a newer version does not overwrite that version', async () => {
  const server = createServer()
  const [here, there] = [open(server), open(server)]
  await there.editor.choose({ rent: '3100' })
  const saving = here.editor.choose({ rent: '3300' })
  here.editor.type('rent', '3200')
  await saving
  assert.deepEqual([server.read().values.rent, here.editor.read().values.rent], ['3100', '3100'])
})

const act = fc.record({
  tab: fc.nat(1),
  name: fc.constantFrom('rent', 'city', 'phone'),
  value: fc.constantFrom('a', 'b', 'c', 'bad'),
  kind: fc.constantFrom('type', 'leave', 'choose', 'hear', 'pause', 'away', 'back'),
})

test('text typed in an earlier editor comes back as unsaved, and does not overwrite what changed since then', async () => {
  const server = createServer()
  const tab = open(server, 'after a reload', ['rent', 'city', 'phone'])
  tab.editor.resume({ rent: '3300' }, { rent: '3200' })
  assert.deepEqual([tab.editor.unsaved(), tab.editor.read().marks, tab.log], [{ rent: '3300' }, {}, []])
  await tab.editor.flush()
  assert.equal(server.read().values.rent, '3300')
  assert.deepEqual(tab.editor.unsaved(), {})

  const late = open(server, 'after a change elsewhere', ['rent', 'city', 'phone'])
  late.editor.resume({ rent: '3400', city: 'Glendale' }, { rent: '3200', city: 'Los Angeles' })
  assert.deepEqual(late.editor.read().marks, { rent: { state: 'conflict' } })
  assert.deepEqual(late.editor.read().stored, server.read().values)
  await late.editor.flush()
  assert.deepEqual(server.read().values, { rent: '3300', city: 'Glendale', phone: '' })
  assert.deepEqual(late.editor.unsaved(), { rent: '3400' })
})

test('text that someone else has stored in the meantime is not unsaved when it comes back', () => {
  const { editor } = open(createServer(), 'after a reload', ['city'])
  editor.resume({ city: HOME.city }, { city: 'Burbank' })
  assert.deepEqual([editor.unsaved(), editor.read().marks], [{}, {}])
})

test('a phone typed in an earlier editor does not inherit a consent given since then', () => {
  const about = { city: 'phone', phone: 'city' } as const
  const { editor } = open(createServer(), 'after a reload', ['phone'], about)
  editor.resume({ phone: '2' }, { phone: '', city: 'Burbank' })
  assert.deepEqual(editor.read().marks, { phone: { state: 'conflict' } })
})

test('two tabs never lose a change silently: each is stored, still shown, or reported', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const server = createServer()
      const tabs = [open(server, 'one'), open(server, 'two')] as const
      const running: Promise<void>[] = []
      for (const { tab, name, value, kind } of acts) {
        const { editor } = tabs[tab as 0 | 1]
        if (kind === 'type') editor.type(name as keyof Home, value)
        if (kind === 'leave') running.push(editor.commit([name as keyof Home]))
        if (kind === 'choose') running.push(editor.choose({ [name]: value }))
        if (kind === 'hear') running.push(editor.receive(server.read()))
        if (kind === 'pause') await new Promise<void>((resolve) => setImmediate(resolve))
        if (kind === 'away' || kind === 'back') server.isAway = kind === 'away'
      }
      await Promise.all(running)
      server.isAway = false
      for (const { editor } of tabs) {
        await editor.receive(server.read())
        await editor.flush()
      }
      for (const { editor } of tabs) {
        await editor.receive(server.read())
        const { values, marks, isSaving } = editor.read()
        assert.equal(isSaving, false)
        for (const name of ['rent', 'city', 'phone'] as const) {
          if (marks[name]?.state === 'saving') assert.fail(`${name} keeps saying that it is saving`)
          if (values[name] === server.read().values[name]) continue
          // It is not stored. The field still shows it and asks which value to keep.
          assert.equal(marks[name]?.state, 'conflict')
        }
      }
    }),
    { numRuns: 400 },
  )
})
