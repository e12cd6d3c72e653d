import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/studio.ts'
import styles from './refusal-notice.module.css'
import type { Refusal } from './use-generations.tsx'

/** Shows why the whole request was refused. An error of a field appears at the field. */
export function RefusalNotice({ refusal }: { refusal: Refusal | null }) {
  if (!refusal || refusal.issues.length > 0) return null
  return (
    <div className={styles.refusal} role="alert">
      <Notice kind="error" title={refusal.message}>
        {refusal.code === 'out_of_credits' && (
          <>
            <p>{t.moreCredits()}</p>
            <p>
              <ButtonLink variant="secondary" href="/account/credits">
                {t.getCredits()}
              </ButtonLink>
            </p>
          </>
        )}
        {refusal.code === 'too_many_in_progress' && <p>{t.whenDone()}</p>}
        {refusal.code === 'access_code_required' && (
          <p>
            <a href="/create">{t.openWithCode()}</a>
          </p>
        )}
      </Notice>
    </div>
  )
}
