import { CopyButton } from './copy-button.tsx'
import styles from './reference.module.css'
import * as t from './text/kit.ts'

/** Identifies a row's object by its kind and the end of its ID. A click copies the whole ID. */
export function Reference({ kind, id }: { kind: string; id: string }) {
  return (
    <span className={styles.reference}>
      {t.kindName({ kind })} <code title={id}>{id.length > 12 ? `…${id.slice(-8)}` : id}</code>
      {id.length > 12 && (
        <CopyButton text={id} variant="quiet">
          {t.copyId()}
        </CopyButton>
      )}
    </span>
  )
}
