import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import * as t from '../../text/spreadsheet.ts'
import type { SheetPreview } from '../contract.ts'
import styles from './sheet-rows.module.css'

type SheetRowsProps = {
  preview: SheetPreview
  /** Lines of the rows to add. */
  chosen: ReadonlySet<number>
  onChoose: (lines: ReadonlySet<number>) => void
}

/** Shows the rows of a file and their errors, and lets the agent choose rows. */
export function SheetRows({ preview: { rows, ignoredColumns, contact }, chosen, onChoose }: SheetRowsProps) {
  const good = rows.filter(({ issues }) => issues.length === 0)
  const faulty = rows.length - good.length
  function choose(line: number, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(line)
    else next.delete(line)
    onChoose(next)
  }
  return (
    <>
      <p role="status">
        <b>{t.rowsRead({ count: rows.length })}</b> {faulty > 0 && t.rowsFaulty({ count: faulty })}
      </p>
      {ignoredColumns.length > 0 && <p>{t.columnsIgnored({ names: ignoredColumns.join(', ') })}</p>}
      {rows.some(({ hasAgent }) => !hasAgent) && <p>{contactText(contact)}</p>}
      {good.length > 1 && (
        <Checkbox
          name="all-rows"
          checked={good.every(({ line }) => chosen.has(line))}
          onChange={({ currentTarget: { checked } }) => onChoose(new Set(checked ? good.map(({ line }) => line) : []))}
        >
          {t.allRows({ count: good.length })}
        </Checkbox>
      )}
      <ul className={styles.rows}>
        {rows.map(({ line, address, cells, isKnown, sameAsLine, issues }) => (
          <li key={line} className={styles.row}>
            {issues.length === 0 ? (
              <Checkbox
                name={`row-${line}`}
                checked={chosen.has(line)}
                onChange={({ currentTarget: { checked } }) => choose(line, checked)}
              >
                {address}
              </Checkbox>
            ) : (
              <p className={styles.address}>{address || t.noAddress()}</p>
            )}
            <p className={styles.about}>
              {t.lineNumber({ line })}{' '}
              {isKnown && (
                <Badge tone="waiting">
                  {sameAsLine === null ? t.alreadyThere() : t.sameAsLine({ line: sameAsLine })}
                </Badge>
              )}
            </p>
            <p className={styles.cells}>{cells.map(({ name, value }) => `${name}: ${value}`).join(' · ')}</p>
            {issues.length > 0 && (
              <ul className={styles.issues}>
                {issues.map(({ path, name, message }) => (
                  <li key={`${path} ${message}`}>
                    <b>{name}:</b> {message}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function contactText({ use_public_profile, copied_from, ...contact }: SheetPreview['contact']): string {
  if (use_public_profile) return t.rowsGetProfile()
  const name = [contact.agent_first_name, contact.agent_last_name].filter(Boolean).join(' ')
  const facts = [name, contact.agent_phone, contact.agent_email, contact.agent_license, contact.agent_brokerage]
  const text = facts.filter(Boolean).join(', ')
  return copied_from ? t.rowsGetCopied({ address: copied_from, contact: text }) : t.rowsGetContact({ contact: text })
}
