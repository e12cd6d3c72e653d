import { useState } from 'react'
import { Select } from '../../../ui/select.tsx'
import * as t from '../../text/audit.ts'
import { AUDIT_EVENTS } from '../domain.ts'

const options = () => [
  { value: '', label: t.allActs() },
  ...Object.entries(AUDIT_EVENTS).map(([value, label]) => ({ value, label: label() })),
]

/** Selects which kind of actions to list. */
export function ActFilter({ first }: { first: string }) {
  const [act, setAct] = useState(first)
  return <Select name="act" label={t.action()} options={options()} value={act} onChange={setAct} />
}
