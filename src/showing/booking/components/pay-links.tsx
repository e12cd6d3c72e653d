import { useState } from 'react'
import { reasonText } from '../../../notice/message/reason-domain.ts'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { useReload, useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/booking.ts'
import type { PayLink } from '../pay-link-domain.ts'
import styles from './pay-links.module.css'

const EVERY_MS = 10_000
const WHILE_SENDING_MS = 2_000

/** Lists the times that are held until their visitor pays. If there are none, it shows nothing. */
export function PayLinks({ payLinks }: { payLinks: PayLink[] }) {
  const reload = useReloadAfterAct()
  const [asked, setAsked] = useState<PayLink>()
  // No event tells an open page that a link was sent or that a hold has ended.
  useRefresh(useReload(), payLinks.length > 0 ? EVERY_MS : null)
  return (
    <>
      {payLinks.length > 0 && (
        <Card title={t.payLinksTitle()}>
          <Rows empty="">
            {payLinks.map((link) => (
              <Row
                key={link.id}
                title={t.payLinkOf({ name: link.buyerName, when: link.when })}
                tags={<Badge tone="waiting">{t.payLinkIsHeld({ time: link.heldUntilTime })}</Badge>}
                actions={
                  <>
                    <CopyLink link={link} />
                    <SendAgain link={link} onSent={() => void reload()} />
                    <Button variant="quiet" onClick={() => setAsked(link)}>
                      {t.payLinkRelease()}
                      <span className="visually-hidden">: {link.buyerName}</span>
                    </Button>
                  </>
                }
              >
                <span>{link.full_address}</span>
                <Sendings link={link} />
              </Row>
            ))}
          </Rows>
        </Card>
      )}
      {asked && (
        <ConfirmDialog
          title={t.payLinkReleaseAsk()}
          confirmLabel={t.payLinkRelease()}
          closeLabel={t.payLinkKeep()}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            const params = { path: { id: asked.id } }
            try {
              await api.POST('/api/showingbooker/pay-links/{id}/release', { params })
              showToast({ kind: 'success', text: t.payLinkReleased() })
            } finally {
              await reload()
            }
          }}
        >
          <p>{t.payLinkOf({ name: asked.buyerName, when: asked.when })}</p>
          <p>{t.payLinkReleaseText({ name: asked.buyerName })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Says that a link is on its way, how long the time is held, and what happens after that. */
export function PayLinkSent({ link: first, onClose }: { link: PayLink; onClose: () => void }) {
  const [link, setLink] = useState(first)
  const isGoing = link.sent.length === 0 || link.sent.some(({ status }) => status === 'queued' || status === 'sending')
  useRefresh(
    async (signal) => {
      const { payLinks } = bodyOf(await api.GET('/api/showingbooker/pay-links', { signal }))
      const now = payLinks.find(({ id }) => id === link.id)
      if (now) setLink(now)
    },
    isGoing ? WHILE_SENDING_MS : null,
  )
  const { buyerName: name } = link
  const sum = formatMoney(link.amount)
  return (
    <div className={styles.sent}>
      <Notice kind="success" role="status" title={t.payLinkSentTitle({ name, time: link.heldUntilTime })}>
        <p>{link.when}</p>
        <p>{link.full_address}</p>
      </Notice>
      <Sendings link={link} />
      <p>{t.payLinkIfPaid({ name, sum })}</p>
      <p>{t.payLinkIfNot({ name })}</p>
      <div className={styles.actions}>
        <CopyLink link={link} />
        <SendAgain link={link} onSent={setLink} />
        <Button onClick={onClose}>{t.payLinkDone()}</Button>
      </div>
    </div>
  )
}

const CopyLink = ({ link }: { link: PayLink }) => (
  <CopyButton text={link.payUrl} done={t.payLinkCopied()}>
    {t.payLinkCopy()}
    <span className="visually-hidden">: {link.buyerName}</span>
  </CopyButton>
)

function SendAgain({ link, onSent }: { link: PayLink; onSent: (link: PayLink) => void }) {
  const [isBusy, setIsBusy] = useState(false)
  async function send() {
    setIsBusy(true)
    try {
      const params = { path: { id: link.id } }
      onSent(bodyOf(await api.POST('/api/showingbooker/pay-links/{id}/send-again', { params })))
      showToast({ kind: 'success', text: t.payLinkSentAgain() })
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
    }
    setIsBusy(false)
  }
  return (
    <Button variant="quiet" busy={isBusy} onClick={send}>
      {t.payLinkSendAgain()}
      <span className="visually-hidden">: {link.buyerName}</span>
    </Button>
  )
}

/** Says where we sent the link, and whether it arrived. */
function Sendings({ link: { sent } }: { link: PayLink }) {
  if (sent.length === 0) return <span>{t.payLinkNowhere()}</span>
  return sent.map(({ channel, to, status, reason }) => (
    <span key={channel} className={status === 'failed' || status === 'not_sent' ? styles.bad : undefined}>
      {t.payLinkGoing({ channel, to, state: status })}
      {reason && `. ${reasonText(reason)}`}
    </span>
  ))
}
