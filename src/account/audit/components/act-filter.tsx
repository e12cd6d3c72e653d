import { useState } from 'react'
import { Select } from '../../../ui/select.tsx'
import { ACTS } from '../domain.ts'

const OPTIONS = [{ value: '', label: 'All acts' }, ...Object.entries(ACTS).map(([value, label]) => ({ value, label }))]

/** Which kind of acts is listed. */
export function ActFilter({ first }: { first: string }) {
  const [act, setAct] = useState(first)
  return <Select name="act" label="Act" options={OPTIONS} value={act} onChange={setAct} />
}
