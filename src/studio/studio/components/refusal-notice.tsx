import { useEffect, useRef } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/studio.ts'
import { refusalTexts } from '../domain.ts'
import { carryDraft, type Draft } from './draft.tsx'
import styles from './refusal-notice.module.css'
import type { Refusal } from './use-generations.tsx'

type RefusalNoticeProps = {
  refusal: Refusal | null
  /** Fields on the page that show their own errors. */
  fields: readonly string[]
  /** What its links carry to the next page. */
  draft: Draft
}

/** Shows why the whole request was refused. An error of a field appears at the field. */
export function RefusalNotice({ refusal, fields, draft }: RefusalNoticeProps) {
  const texts = refusal ? refusalTexts(refusal, fields) : []
  const notice = useRef<HTMLDivElement>(null)
  const carry = () => carryDraft(draft)
  // The pressed button may be far below.
  useEffect(() => {
    if (refusal) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  if (!refusal || texts.length === 0) return null
  return (
    <div className={styles.refusal} role="alert" ref={notice}>
      <Notice kind="error" title={texts.join(' ')}>
        {refusal.code === 'no_such_image' && <p>{t.remixGone()}</p>}
        {refusal.code === 'out_of_credits' && (
          <>
            <p>{t.moreCredits()}</p>
            <p>
              <ButtonLink variant="secondary" href="/account/credits" onClick={carry}>
                {t.getCredits()}
              </ButtonLink>
            </p>
          </>
        )}
        {refusal.code === 'too_many_in_progress' && <p>{t.whenDone()}</p>}
        {refusal.code === 'access_code_required' && (
          <p>
            <a href="/create" onClick={carry}>
              {t.openWithCode()}
            </a>
          </p>
        )}
      </Notice>
    </div>
  )
}
