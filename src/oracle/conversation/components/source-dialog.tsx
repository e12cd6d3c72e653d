import { useEffect, useRef, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { FilePage } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'
import type { Citation } from '../contract.ts'
import styles from './source-dialog.module.css'

/** Shows the page that an answer quotes, with the quote marked. */
export function SourceDialog({ citation, onClose }: { citation: Citation; onClose: () => void }) {
  const cited = citation.page ?? 1
  const [number, setNumber] = useState(cited)
  const [page, setPage] = useState<FilePage | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const mark = useRef<HTMLElement>(null)
  const { fileId } = citation
  useEffect(() => {
    let isCurrent = true
    setFault(null)
    const params = { path: { id: fileId, number } }
    api.GET('/oracle/files/{id}/pages/{number}', { params }).then(
      (answer) => isCurrent && setPage(bodyOf(answer)),
      (error) => isCurrent && setFault(error instanceof ApiError ? error.message : t.pageNotLoaded()),
    )
    return () => {
      isCurrent = false
    }
  }, [fileId, number])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once the page is loaded.
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' })
  }, [page])

  const isThere = page?.number === cited
  const [start, end] = isThere ? [citation.start, citation.end] : [0, 0]
  return (
    <Dialog title={citation.name} onClose={onClose} wide>
      <div className={styles.body}>
        {fault && <Notice kind="error" role="alert" title={fault} />}
        {page && !fault && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
          <div className={styles.page} tabIndex={0} role="document" aria-label={t.textOfPage({ number: page.number })}>
            {page.text.slice(0, start)}
            {end > start && <mark ref={mark}>{page.text.slice(start, end)}</mark>}
            {page.text.slice(end)}
          </div>
        )}
        {!page && !fault && <p role="status">{t.loadingPage()}</p>}
        <div className={styles.acts}>
          {page && page.pages > 1 && (
            <>
              <Button variant="secondary" disabled={number <= 1} onClick={() => setNumber(number - 1)}>
                {t.previousPage()}
              </Button>
              <span>{t.pageOf({ number, pages: page.pages })}</span>
              <Button variant="secondary" disabled={number >= page.pages} onClick={() => setNumber(number + 1)}>
                {t.nextPage()}
              </Button>
            </>
          )}
          <ButtonLink variant="quiet" href={`/oracle/files/${fileId}/content`} download>
            {t.downloadFile()}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}
