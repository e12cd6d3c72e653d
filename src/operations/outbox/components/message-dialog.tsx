import { Dialog } from '../../../ui/dialog.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/outbox.ts'
import type { OutboxMessage } from '../contract.ts'
import { recipientText } from '../domain.ts'
import styles from './message-dialog.module.css'
import { channelNames } from './message-words.tsx'

/** Shows one message as it would have arrived. Its HTML runs in a frame without any permissions. */
export function MessageDialog({ message, onClose }: { message: OutboxMessage; onClose: () => void }) {
  const { id, subject, channel, from, to, replyTo, text, html, copy, cc, pdfUrl, calendar } = message
  const htmlUrl = `/api/dev/outbox/${id}/html`
  const own = copy?.own
  const others = cc.filter((_, at) => at !== own?.at).join(', ')
  return (
    <Dialog
      title={subject ?? t.channelTo({ channel: channelNames[channel](), to: recipientText(to) })}
      onClose={onClose}
    >
      <div className={styles.body}>
        {from && <p>{t.from({ from: recipientText(from) })}</p>}
        {channel === 'email' && <p>{t.repliesTo({ replyTo: replyTo ?? t.support() })}</p>}
        {pdfUrl && (
          <p>
            <a href={pdfUrl} target="_blank" rel="noreferrer">
              {rich(t.openPdf({ hidden }))}
            </a>
          </p>
        )}
        {calendar && <CalendarUpdates id={id} to={recipientText(to)} cc={cc} calendar={calendar} />}
        {html && <Frame title={t.messageHtml()} src={htmlUrl} />}
        {text && (
          <section>
            <h3>{html ? t.asText() : t.text()}</h3>
            <pre translate="no">{text}</pre>
          </section>
        )}
        {copy && others && (
          <section>
            <h3>{copy.subject ? t.copyEmail({ join: others, subject: copy.subject }) : t.copyTo({ join: others })}</h3>
            <Frame title={t.copyHtml()} src={`${htmlUrl}?copy=true`} />
          </section>
        )}
        {own && (
          <section>
            <h3>{t.copyEmail({ join: cc[own.at] ?? '', subject: own.subject })}</h3>
            <Frame title={t.copyHtml()} src={`${htmlUrl}?own=true`} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

type Updates = { id: string; to: string; cc: string[]; calendar: NonNullable<OutboxMessage['calendar']> }

/** Links to the calendar files that the email brings its readers. */
function CalendarUpdates({ id, to, cc, calendar: { method, content, copies } }: Updates) {
  const url = `/api/dev/outbox/${id}/invite.ics`
  const files = [
    ...(content ? [{ name: to, href: url }] : []),
    ...cc.flatMap((name, at) => (copies[at] ? [{ name, href: `${url}?copy=${at}` }] : [])),
  ]
  return (
    <section>
      <h3>{method === 'REQUEST' ? t.invitation() : t.cancellation()}</h3>
      <ul>
        {files.map(({ name, href }) => (
          <li key={href}>
            <a href={href} download>
              {t.fileFor({ name })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Frame({ title, src }: { title: string; src: string }) {
  return <iframe className={styles.frame} title={title} sandbox="" src={src} />
}
