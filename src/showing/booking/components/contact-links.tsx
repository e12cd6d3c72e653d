import { phoneLink, textLink } from '../../../platform/phone-link.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import styles from './contact-links.module.css'

type ContactLinksProps = { name: string; phone: string | null; email: string | null }

/** Shows a person's phone and email to tap, read, and copy. */
export function ContactLinks({ name, phone, email }: ContactLinksProps) {
  const text = phone && textLink(phone)
  return (
    <span className={styles.ways}>
      {phone && <Way icon="phone" word={t.callName({ name })} href={phoneLink(phone)} text={phone} />}
      {text && (
        <a href={text} className={styles.way}>
          <Icon name="message" />
          {rich(t.textName({ name, span: hidden }))}
        </a>
      )}
      {email && <Way icon="mail" word={t.emailName({ name })} href={`mailto:${email}`} text={email} />}
    </span>
  )
}

function Way({ icon, word, href, text }: { icon: IconName; word: string; href: string | null; text: string }) {
  return (
    <a href={href ?? undefined} className={styles.way}>
      <Icon name={icon} />
      <span className="visually-hidden">{word}: </span>
      {text}
    </a>
  )
}
