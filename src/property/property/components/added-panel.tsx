import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { streetLine } from '../../../platform/postal-address.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import styles from './added-panel.module.css'
import { TextToSelf } from './text-to-self.tsx'

/** Says what to do with a property that was just added: the agent shares its link in one tap. Takes the focus. */
export function AddedPanel({ property, origin }: { property: Property; origin: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  const { id, slug, full_address } = property
  const link = `${origin}/showingbooker/book/${slug}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another property is announced, too.
  useEffect(() => title.current?.focus(), [id])
  return (
    <section className={styles.panel} aria-labelledby="added-title">
      <h2 ref={title} id="added-title" tabIndex={-1}>
        {t.addedTitle({ address: streetLine(property) })}
      </h2>
      <p>{t.addedText({ address: full_address })}</p>
      <p className={styles.link}>{link}</p>
      <div className={styles.ways}>
        <CopyButton text={link} variant="primary" done={t.bookingLinkCopied()}>
          {t.addedCopy()}
        </CopyButton>
        <TextToSelf key={id} property={property} />
        <ButtonLink variant="secondary" href={link} target="_blank" rel="noreferrer">
          <Icon name="eye" />
          {t.addedPreview()}
        </ButtonLink>
        <Link className={styles.way} to={`/properties/${id}/qr`} preventScrollReset>
          <Icon name="qr" />
          {t.addedQr()}
        </Link>
        <Link className={styles.way} to="/add">
          <Icon name="plus" />
          {t.addedAnother()}
        </Link>
      </div>
    </section>
  )
}
