import { Button } from './button.tsx'
import { focusOn } from './focus-on.ts'
import { Notice } from './notice.tsx'
import * as t from './text/kit.ts'

type UnsentNoticeProps = {
  onDiscard: () => void
  /** Id of the field where the person continues. */
  first: string
}

/** Says that the form shows changes of an earlier visit, which are not stored. */
export function UnsentNotice({ onDiscard, first }: UnsentNoticeProps) {
  function discard() {
    onDiscard()
    focusOn(`#${first}`)
  }
  return (
    <Notice
      kind="info"
      role="status"
      title={t.changesUnsaved()}
      action={
        <Button variant="secondary" onClick={discard}>
          {t.discard()}
        </Button>
      }
    >
      <p>{t.changesUnsavedHow()}</p>
    </Notice>
  )
}
