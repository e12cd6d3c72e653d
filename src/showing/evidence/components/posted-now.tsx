import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/evidence.ts'
import styles from './posted-now.module.css'
import { type AfterPosting, type Posted, usePosting } from './use-posting.tsx'

type PostedNowProps = AfterPosting & { showing: Posted }

/**
 * Records that the agent just posted a notice at the door. The camera comes first, because a photo is the best proof.
 */
export function PostedNow({ showing, ...after }: PostedNowProps) {
  const { isBusy, fault, post, retry } = usePosting(showing, after)
  const id = useId()
  return (
    <div className={styles.now}>
      <p>{t.postedNow({ name: showing.agentName ?? showing.agentEmail ?? t.theListingAgent() })}</p>
      {fault && (
        <Notice kind="error" role="alert" title={fault}>
          {retry && (
            <Button variant="secondary" onClick={retry}>
              {kit.tryAgain()}
            </Button>
          )}
        </Notice>
      )}
      <div className={styles.camera} aria-busy={isBusy || undefined}>
        <label htmlFor={id}>
          <Icon name="camera" />
          {isBusy ? t.savingPosting() : t.photoAndRecord()}
        </label>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          // A disabled input would lose the focus.
          aria-disabled={isBusy || undefined}
          onClick={(event) => isBusy && event.preventDefault()}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file) void post(file)
          }}
        />
      </div>
      <Button variant="secondary" wide busy={isBusy} onClick={() => post(null)}>
        {t.recordWithoutPhoto()}
      </Button>
      <p className={styles.hint}>{t.permanent()}</p>
    </div>
  )
}
