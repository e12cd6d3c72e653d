import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { accountApiFor, bodyOf, serverContext } from '../../../platform/api-client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/share.ts'
import { bookingPath, QR } from '../domain.ts'
import styles from './qr-dialog.module.css'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = { id: params.id ?? '' }
  const property = bodyOf(await accountApiFor(context).GET('/api/showingbooker/properties/{id}', { params: { path } }))
  const { id, slug, full_address, status } = property
  return { id, full_address, status, link: (context.get(serverContext).publicUrl ?? '') + bookingPath(slug) }
}

export const meta = () => [{ title: t.qrPageTitle() }, { name: 'robots', content: 'noindex' }]

/** Shows the QR code of a property's booking link over the list, to save, print and copy. */
export default function QrDialog() {
  const { id, full_address, status, link } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [hasFailed, setHasFailed] = useState(false)
  const code = useRef<HTMLImageElement>(null)
  // If the page was opened at this URL, the image may have failed before the script loaded.
  useEffect(() => {
    if (code.current?.complete && code.current.naturalWidth === 0) setHasFailed(true)
  }, [])
  const files = `/api/showingbooker/properties/${id}`
  return (
    <Dialog title={t.qrCode()} onClose={() => navigate({ pathname: '/properties', search })}>
      <div className={styles.content}>
        <p className={styles.address}>{full_address}</p>
        {hasFailed ? (
          <Notice kind="error" role="alert" title={t.qrError()}>
            {t.qrFailed()}
          </Notice>
        ) : (
          <>
            <img
              className={styles.code}
              src={`${files}/qr.png`}
              width={QR.width}
              height={QR.width}
              alt={t.qrAlt({ address: full_address })}
              ref={code}
              onError={() => setHasFailed(true)}
            />
            <p className={styles.link}>{link}</p>
            {status !== 'listed' && <Notice kind="warning">{t.qrUnlisted()}</Notice>}
            <div className={styles.actions}>
              <ButtonLink href={`${files}/qr.png`} download={`qr-${id}.png`}>
                <Icon name="download" />
                {t.downloadPng()}
              </ButtonLink>
              <ButtonLink variant="secondary" href={`${files}/flyer.pdf`} target="_blank" rel="noreferrer">
                <Icon name="print" />
                {rich(t.printFlyer({ span: hidden }))}
              </ButtonLink>
              <CopyButton text={link} onCopied={() => showToast({ kind: 'success', text: t.linkCopied() })}>
                {t.copyLink()}
              </CopyButton>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
