import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import { FIELD_NAMES, fieldList } from './field-words.tsx'
import {
  createPropertyEditor,
  type PropertyDialogContext,
  type PropertyEditor,
  snapshotOf,
} from './property-editing.tsx'
import type { FieldMark, PropertyForm } from './property-form.tsx'
import type { PropertyValues, TypedName, ValueName } from './property-values.tsx'
import { keepFewerTexts, keepTexts, resumeTexts } from './unsent-texts.tsx'

/** Unsaved changes of closed editors, by property. */
const leftovers = new Map<string, PropertyEditor>()

/**
 * Manages the form of a stored property. Changes that cannot be stored when it closes come back when it opens again.
 * The tab also keeps the typed texts, so that an ended session does not lose them.
 */
export function usePropertyEditor(
  property: Property,
  { search, account, onChanged }: PropertyDialogContext,
): PropertyForm {
  const { id } = property
  const [editor] = useState(() => leftovers.get(id) ?? createPropertyEditor(property))
  const { values, stored, marks } = useSyncExternalStore(editor.subscribe, editor.read, editor.read)
  const addChosenDate = useRef((): string | undefined => undefined)
  const navigate = useNavigate()

  /** The marks at the last input. */
  const seen = useRef(marks)
  function see() {
    seen.current = editor.read().marks
  }
  const goBack = useRef<() => void>(() => undefined)
  useEffect(() => {
    editor.onStored = onChanged
    editor.search = search
    goBack.current = () => void navigate(`/properties/${id}/edit${search}`)
  })
  useEffect(() => void editor.receive(snapshotOf(property)), [editor, property])
  useEffect(() => {
    if (!leftovers.delete(id)) resumeTexts(id, editor)
    const endKeeping = editor.subscribe(() => keepTexts(id, editor))
    const warn = (event: BeforeUnloadEvent) => {
      addChosenDate.current()
      if (hasUnsaved(editor)) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      endKeeping()
      void leave()
    }
    async function leave() {
      const dateFault = addChosenDate.current()
      if (dateFault) showToast({ kind: 'error', text: `${FIELD_NAMES.availability_overrides()}: ${dateFault}` })
      await editor.flush()
      // A person who continues after a failure has given up that change.
      for (const [name, mark] of Object.entries(editor.read().marks))
        if (mark.state === 'failed' && mark !== seen.current[name as ValueName]) typeAgain(editor, mark.tried)
      keepFewerTexts(id, editor)
      const names = Object.keys(editor.unsaved()) as ValueName[]
      if (names.length === 0) return
      leftovers.set(id, editor)
      const action = { label: t.goBack(), run: () => goBack.current() }
      showToast({ kind: 'error', text: t.notSavedFields({ fields: fieldList(names) }), action })
    }
  }, [editor, id])

  return {
    kind: 'edit',
    propertyId: id,
    isAdmin: account.role === 'admin',
    values,
    addChosenDate,
    type(name, value) {
      see()
      editor.type(name, value)
    },
    leave: (name) => void editor.commit([name]),
    async choose(change) {
      see()
      await editor.choose(change)
      return faultIn(editor, Object.keys(change) as ValueName[])
    },
    errorOf(name) {
      const mark = marks[name]
      return mark?.state === 'invalid' || mark?.state === 'failed' ? mark.message : undefined
    },
    markOf(name): FieldMark | undefined {
      const mark = marks[name]
      if (!mark) return undefined
      return {
        mark,
        stored,
        resolveConflict: (choice) => void editor.resolveConflict(name, choice),
        retry: () => mark.state === 'failed' && retry(editor, mark, name),
      }
    },
  }
}

const hasUnsaved = (editor: PropertyEditor) => editor.read().isSaving || Object.keys(editor.unsaved()).length > 0

/** Returns why one of these fields is not stored. */
function faultIn(editor: PropertyEditor, names: ValueName[]): string | undefined {
  const { marks } = editor.read()
  for (const name of names) {
    const mark = marks[name]
    if (mark?.state === 'conflict') return t.editedElsewhere()
    if (mark?.state === 'invalid' || mark?.state === 'failed') return mark.message
  }
  return undefined
}

/** Restores values that could not be stored and that the form replaced with the old ones. Newer input stays. */
function typeAgain(editor: PropertyEditor, tried: Partial<PropertyValues>) {
  const newer = editor.unsaved()
  for (const [name, value] of Object.entries(tried))
    if (!(name in newer)) editor.type(name as TypedName, value as string)
}

/** Sends the change again. If the server would refuse it again, restores the typed value instead. */
function retry(editor: PropertyEditor, mark: { isRefused: boolean; tried: Partial<PropertyValues> }, name: ValueName) {
  if (!mark.isRefused) return void editor.choose(mark.tried)
  typeAgain(editor, mark.tried)
  document.getElementById(name)?.focus()
}
