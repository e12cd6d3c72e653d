import type { ReactNode } from 'react'
import type { AgentProfile } from '../../../account/account/contract.ts'
import { useConnection } from '../../../platform/connection.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/property.ts'
import styles from './add-property-form.module.css'
import { AddressSection } from './address-section.tsx'
import { AgentSection } from './agent-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { EntrySection } from './entry-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { OccupancySection } from './occupancy-section.tsx'
import { OwnTimeSection } from './own-time-section.tsx'
import { OwnerSection } from './owner-section.tsx'
import { PhotoSection } from './photo-section.tsx'
import type { AddFailure, AddProperty } from './use-add-property.tsx'

type AddPropertyFormProps = {
  add: AddProperty
  profile: AgentProfile
  /** Address of the property whose contact we filled in. */
  copiedFrom: string | null
}

/** Complete form of a new property. */
export function AddPropertyForm({ add, profile, copiedFrom }: AddPropertyFormProps) {
  const { form, draft, failure } = add
  const { offer } = draft
  const isAlive = useIsAlive()
  return (
    <form
      ref={add.element}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add.submit()
      }}
    >
      <noscript>
        <Notice kind="warning">{t.needsScript()}</Notice>
      </noscript>
      {offer && (
        <DraftOffer
          draft={offer}
          onRestore={() => add.fill(draft.take(offer))}
          onDiscard={() => draft.discard(offer)}
        />
      )}
      <ErrorSummary title={t.checkFollowing()} issues={add.summary} attempt={add.attempt} />
      <AddressSection form={form} />
      <OccupancySection form={form} />
      <AgentSection form={form} profile={profile} copiedFrom={copiedFrom} />
      <PhotoSection form={form} />
      <MoreFields>
        <DetailsSection form={form} />
        <HoursSection form={form} />
        <EntrySection form={form} />
        <OwnerSection form={form} />
      </MoreFields>
      <OwnTimeSection form={form} />
      <div className={styles.end}>
        {failure && <Failure failure={failure} onRetry={add.submit} />}
        {!draft.isKept && (
          <Notice kind="warning" title={t.noDraft()}>
            <p>{t.noDraftText()}</p>
          </Notice>
        )}
        <Button type="submit" size="large" busy={add.isBusy} disabled={!isAlive}>
          {t.addButton()}
        </Button>
        <p className={styles.after}>{t.addAfter()}</p>
      </div>
    </form>
  )
}

/** Collapses the optional fields. `useAddForm` opens them if one has an error. */
function MoreFields({ children }: { children: ReactNode }) {
  return (
    <details className={styles.more}>
      <summary>
        <span className={styles.moreTitle}>{t.moreFields()}</span>
        <span className={styles.moreWhat}>{t.moreFieldsWhat()}</span>
      </summary>
      <div className={styles.form}>{children}</div>
    </details>
  )
}

/** Says why adding failed, or that the server is back. This browser keeps the entries until they are stored. */
function Failure({ failure, onRetry }: { failure: AddFailure; onRetry: () => void }) {
  const connection = useConnection()
  const isBack = failure.isAway && connection === 'up'
  if (isBack) {
    return (
      <Notice kind="success" role="status" title={t.backOnline()}>
        <p>{t.backOnlineText()}</p>
        <Button onClick={onRetry}>{t.addNow()}</Button>
      </Notice>
    )
  }
  return (
    <Notice kind="error" role="alert" title={failure.message}>
      <Kept>
        {failure.isAway && t.addLater()}
        {failure.isSignedOut && <ButtonLink href="/login?next=%2Fadd">{t.logIn()}</ButtonLink>}
      </Kept>
    </Notice>
  )
}

function Kept({ children }: { children: ReactNode }) {
  return (
    <div>
      {t.entriesKept()} {children}
    </div>
  )
}
