import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './refusal-notice.module.css'
import type { Refusal } from './use-generations.tsx'

/** What was refused as a whole; a fault of a field stands at its field. */
export function RefusalNotice({ refusal }: { refusal: Refusal | null }) {
  if (!refusal || refusal.issues.length > 0) return null
  return (
    <div className={styles.refusal} role="alert">
      <Notice kind="error" title={refusal.message}>
        {refusal.code === 'out_of_credits' && (
          <>
            <p>More credits come with a pack or the monthly subscription. Nothing that you typed is lost.</p>
            <p>
              <ButtonLink variant="secondary" href="/account/credits">
                Get credits
              </ButtonLink>
            </p>
          </>
        )}
        {refusal.code === 'too_many_in_progress' && <p>As soon as one of them is done, you can ask for the next.</p>}
        {refusal.code === 'access_code_required' && (
          <p>
            <a href="/create">Open the image studio with its code</a>
          </p>
        )}
      </Notice>
    </div>
  )
}
