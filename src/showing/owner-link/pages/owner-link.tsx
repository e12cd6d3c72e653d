import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { ApiError, accountApiFor, api, bodyOf } from '../../../platform/api-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast, Toasts } from '../../../ui/toast.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/owner-link.ts'
import styles from './owner-link.module.css'

const PATH = '/api/showingbooker/properties/{id}/owner-link'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  return { id, link: bodyOf(await accountApiFor(context).GET(PATH, { params: { path: { id } } })) }
}

export const meta = () => [{ title: t.metaLink() }, { name: 'robots', content: 'noindex' }]

/** Creates, copies, renews, and revokes the owner's link of a property, in a dialog over the list of properties. */
export default function OwnerLinkDialog() {
  const { id, link } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { search } = useLocation()
  const reload = useReloadAfterAct()
  // The agent decides about the link that the page showed at that time. The page may show another one by now.
  const [asked, setAsked] = useState<{ act: 'renew' | 'revoke'; seen: string | null }>()
  const { act, isBusy, fault } = useAct()
  const params = { path: { id } }

  async function change(send: () => Promise<unknown>, done: string) {
    try {
      await send()
    } catch (error) {
      // Another tab created, renewed, or revoked the link. Show the current one before the agent replaces it.
      if (error instanceof ApiError && error.status === 409) {
        const { createdAt } = bodyOf(await api.GET(PATH, { params }))
        setAsked((now) => now && { ...now, seen: createdAt })
        await reload()
      }
      throw error
    }
    showToast({ kind: 'success', text: done })
    await reload()
  }
  const renew = (seen: string | null, done: string) => change(() => api.POST(PATH, { params, body: { seen } }), done)
  const revoke = (seen: string | null) =>
    change(() => api.DELETE(PATH, { params: { ...params, query: seen ? { seen } : {} } }), t.revoked())
  return (
    <Dialog
      title={t.ownerLink()}
      onClose={() => void navigate({ pathname: '/properties', search }, { preventScrollReset: true })}
    >
      <div className={styles.body}>
        <p className={styles.address}>{link.property.full_address}</p>
        <p>{t.whatItShows()}</p>
        {fault && <Notice kind="error" role="alert" title={fault.message} />}
        {link.url ? (
          <>
            <p className={styles.url}>{link.url}</p>
            <p className={styles.made}>
              {t.madeOn({ when: instantName(link.createdAt ?? '', link.property.time_zone) })}
            </p>
            <div className={styles.actions}>
              <CopyButton text={link.url} variant="primary">
                {t.copyLink()}
              </CopyButton>
              <ButtonLink variant="secondary" href={link.url} target="_blank" rel="noreferrer">
                {t.openLink()} <span className="visually-hidden">{t.opensNewTab()}</span>
              </ButtonLink>
              <Button variant="quiet" onClick={() => setAsked({ act: 'renew', seen: link.createdAt })}>
                {t.renew()}
              </Button>
              <Button variant="quiet" onClick={() => setAsked({ act: 'revoke', seen: link.createdAt })}>
                {t.revoke()}
              </Button>
            </div>
          </>
        ) : (
          <div className={styles.actions}>
            <Button busy={isBusy} onClick={() => act(() => renew(link.createdAt, t.created()))}>
              {t.create()}
            </Button>
          </div>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={asked.act === 'renew' ? t.renewTitle() : t.revokeTitle()}
          confirmLabel={asked.act === 'renew' ? t.renew() : t.revoke()}
          closeLabel={t.keepLink()}
          isOver={asked.act === 'revoke' && !link.url}
          onConfirm={() => (asked.act === 'renew' ? renew(asked.seen, t.renewed()) : revoke(asked.seen))}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked.act === 'renew' ? t.renewMeans() : t.revokeMeans()}</p>
        </ConfirmDialog>
      )}
      {/* No one can reach anything outside an open dialog, so it needs its own toasts. */}
      <Toasts />
    </Dialog>
  )
}
