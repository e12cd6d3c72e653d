import { type ReactNode, useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { Icon } from '../../../ui/icon.tsx'
import { rich } from '../../../ui/rich.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useFocusOnNext } from '../../../ui/use-focus-on-next.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import type { DemoData } from '../../demo/contract.ts'
import * as t from '../../text/dashboard.ts'
import styles from './demo-banner.module.css'

const HIDDEN = 'demo_banner=hidden'

/** Checks whether this browser's cookies hide the banner. */
export const isDemoBannerHidden = (cookies: string | null) => cookies?.split('; ').includes(HIDDEN) ?? false

/**
 * Links to the demo data, or offers it to an agent who has no other property (booking.md section 4). It stays mounted
 * without a banner, to move the focus on from a banner that is gone.
 */
export function DemoBanner({ demo }: { demo: DemoData | null }) {
  const place = useFocusOnNext<HTMLDivElement>(':scope > section', () => focusOn('h1'))
  return (
    <div {...place} className={styles.place}>
      {demo && (demo.propertyId ? <RemoveDemo /> : !demo.hasOtherProperties && <CreateDemo />)}
    </div>
  )
}

function CreateDemo() {
  const reload = useReloadAfterAct()
  const [isBusy, setIsBusy] = useState(false)
  async function create() {
    setIsBusy(true)
    try {
      await api.POST('/api/showingbooker/demo-data')
      showToast({ kind: 'success', key: 'demo', text: t.demoReady() })
      await reload()
    } catch (error) {
      showToast({ kind: 'error', key: 'demo', text: t.demoCreateFailed({ message: (error as Error).message }) })
      setIsBusy(false)
    }
  }
  return (
    <Banner title={t.newHere()} text={t.tryDemo()}>
      <Button variant="secondary" busy={isBusy} onClick={create}>
        {t.createDemo()}
      </Button>
    </Banner>
  )
}

function RemoveDemo() {
  const reload = useReloadAfterAct()
  const [isAsking, setIsAsking] = useState(false)
  async function remove() {
    try {
      await api.DELETE('/api/showingbooker/demo-data')
      await reload()
    } catch (error) {
      showToast({ kind: 'error', key: 'demo', text: t.demoDeleteFailed({ message: (error as Error).message }) })
    }
  }
  return (
    <Banner
      title={t.demoShown()}
      text={rich(
        t.demoLook({
          home: (inner) => <a href="/properties">{inner}</a>,
          upcoming: (inner) => <a href="/upcoming">{inner}</a>,
          completed: (inner) => <a href="/completed">{inner}</a>,
        }),
      )}
    >
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {t.removeDemo()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t.removeDemo()}
          confirmLabel={t.removeDemo()}
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        >
          <p>{t.removeDemoSure()}</p>
        </ConfirmDialog>
      )}
    </Banner>
  )
}

function Banner({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const reload = useReloadAfterAct()
  function hide() {
    // biome-ignore lint/suspicious/noDocumentCookie: Safari does not have the Cookie Store API yet.
    document.cookie = `${HIDDEN}; path=/; max-age=31536000; samesite=lax`
    void reload()
  }
  return (
    <section className={styles.banner} aria-label={t.demoData()}>
      <Icon name="info" />
      <p className={styles.text}>
        <strong>{title}</strong> {text}
      </p>
      <div className={styles.action}>
        {children}
        <Button variant="quiet" onClick={hide}>
          {t.hideDemo()} <span className="visually-hidden">{t.demoData()}</span>
        </Button>
      </div>
    </section>
  )
}
