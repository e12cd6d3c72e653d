import { useState } from 'react'
import { useNavigate, useOutletContext } from 'react-router'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { newUuid } from '../../../platform/uuid.ts'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import type { PropertyDialogContext } from '../../property/components/property-editing.tsx'
import * as t from '../../text/spreadsheet.ts'
import { SheetRows } from '../components/sheet-rows.tsx'
import type { SheetPreview } from '../contract.ts'
import { textOf } from '../file-domain.ts'
import styles from './import.module.css'

export const meta = () => [{ title: t.importPageTitle() }, { name: 'robots', content: 'noindex' }]

type Read = { csv: string; preview: SheetPreview; key: string }

/** Imports properties from a spreadsheet: it shows what it read, and stores what the agent chose. */
export default function ImportDialog() {
  const { search } = useOutletContext<PropertyDialogContext>()
  const navigate = useNavigate()
  const reload = useReloadAfterAct()
  const [read, setRead] = useState<Read>()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { act, isBusy, fault } = useAct()
  const close = () => navigate({ pathname: '/properties', search })

  const open = (file: File) =>
    act(async () => {
      setRead(undefined)
      const csv = textOf(await file.arrayBuffer())
      const answer = await api.POST('/api/showingbooker/properties/import/preview', { body: { csv } })
      const preview = bodyOf(answer)
      setRead({ csv, preview, key: newUuid() })
      setChosen(new Set(preview.rows.flatMap(({ line, issues, isKnown }) => (issues.length || isKnown ? [] : [line]))))
    })
  const add = ({ csv, preview: { contact }, key }: Read) =>
    act(async () => {
      const lines = [...chosen]
      // Sending the same choice again adds nothing twice.
      const headers = { 'Idempotency-Key': `${key}:${lines.join()}`.slice(0, 255) }
      const body = { csv, contact, lines }
      const { added } = bodyOf(await api.POST('/api/showingbooker/properties/import', { body, headers }))
      showToast({ kind: 'success', text: t.imported({ count: added }) })
      // Closing reloads nothing, and would drop a reload that is still in progress.
      await close()
      await reload()
    })
  return (
    <Dialog title={t.importTitle()} wide onClose={close}>
      <div className={styles.content}>
        <p>{t.importIntro()}</p>
        <p>
          <a href="/api/showingbooker/properties.csv" download>
            {t.exportLink()}
          </a>{' '}
          {t.exportWhy()}
        </p>
        <FileDrop name="sheet" accept=".csv,text/csv,text/plain" disabled={isBusy} onFiles={([file]) => open(file)}>
          {t.chooseFile()}
        </FileDrop>
        <p role="status">
          {isBusy && (
            <>
              <Spinner /> {t.importWorking()}
            </>
          )}
        </p>
        {fault && <Notice kind="error" role="alert" title={fault.message} />}
        {read && (
          <>
            <SheetRows preview={read.preview} chosen={chosen} onChoose={setChosen} />
            <div className={styles.end}>
              <Button size="large" busy={isBusy} disabled={chosen.size === 0} onClick={() => add(read)}>
                {t.importRows({ count: chosen.size })}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
