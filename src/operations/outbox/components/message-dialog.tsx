import { Dialog } from '../../../ui/dialog.tsx'
import type { OutboxMessage } from '../contract.ts'
import { recipientText } from '../domain.ts'
import styles from './message-dialog.module.css'
import { channelNames } from './message-words.tsx'

/** One message as it would have arrived. Its HTML runs in a frame that may do nothing. */
export function MessageDialog({ message, onClose }: { message: OutboxMessage; onClose: () => void }) {
  const { id, subject, channel, from, to, replyTo, text, html, copy, cc, pdfUrl, calendar } = message
  const htmlUrl = `/api/dev/outbox/${id}/html`
  return (
    <Dialog title={subject ?? `${channelNames[channel]} to ${recipientText(to)}`} onClose={onClose}>
      <div className={styles.body}>
        {from && <p>From {recipientText(from)}</p>}
        {channel === 'email' && <p>Replies go to {replyTo ?? 'support'}</p>}
        {pdfUrl && (
          <p>
            <a href={pdfUrl} target="_blank" rel="noreferrer">
              Open the PDF<span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          </p>
        )}
        {calendar && <CalendarUpdates id={id} to={recipientText(to)} cc={cc} calendar={calendar} />}
        {html && <Frame title="The message as HTML" src={htmlUrl} />}
        {text && (
          <section>
            <h3>{html ? 'As text' : 'Text'}</h3>
            <pre>{text}</pre>
          </section>
        )}
        {copy && (
          <section>
            <h3>{copy.subject ? `Email to ${cc.join(', ')}: ${copy.subject}` : `Copy to ${cc.join(', ')}`}</h3>
            <Frame title="The copy as HTML" src={`${htmlUrl}?copy=true`} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

type Updates = { id: string; to: string; cc: string[]; calendar: NonNullable<OutboxMessage['calendar']> }

/** What the mail tells the calendars of its readers, as the very files. */
function CalendarUpdates({ id, to, cc, calendar: { method, content, copies } }: Updates) {
  const url = `/api/dev/outbox/${id}/invite.ics`
  const files = [
    ...(content ? [{ name: to, href: url }] : []),
    ...cc.flatMap((name, at) => (copies[at] ? [{ name, href: `${url}?copy=${at}` }] : [])),
  ]
  return (
    <section>
      <h3>{method === 'REQUEST' ? 'Calendar invitation (REQUEST)' : 'Calendar cancellation (CANCEL)'}</h3>
      <ul>
        {files.map(({ name, href }) => (
          <li key={href}>
            <a href={href} download>
              File for {name}
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
