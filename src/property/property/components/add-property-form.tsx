import type { ReactNode } from 'react'
import type { AgentProfile } from '../../../account/account/contract.ts'
import { useConnection } from '../../../platform/connection.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import styles from './add-property-form.module.css'
import { AddressSection } from './address-section.tsx'
import { AgentSection } from './agent-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { EntrySection } from './entry-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { OccupancySection } from './occupancy-section.tsx'
import { OwnerSection } from './owner-section.tsx'
import { PhotoSection } from './photo-section.tsx'
import type { AddFailure, AddProperty } from './use-add-property.tsx'

/** The whole form of a new home. */
export function AddPropertyForm({ add, profile }: { add: AddProperty; profile: AgentProfile }) {
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
        <Notice kind="warning">To add a property, please switch on JavaScript in your browser.</Notice>
      </noscript>
      {offer && (
        <DraftOffer
          draft={offer}
          onRestore={() => add.fill(draft.take(offer))}
          onDiscard={() => draft.discard(offer)}
        />
      )}
      <ErrorSummary title="Please check the following" issues={add.summary} attempt={add.attempt} />
      <AddressSection form={form} />
      <PhotoSection form={form} />
      <DetailsSection form={form} />
      <OccupancySection form={form} />
      <HoursSection form={form} />
      <AgentSection form={form} profile={profile} />
      <OwnerSection form={form} />
      <EntrySection form={form} />
      <div className={styles.end}>
        {failure && <Failure failure={failure} onRetry={add.submit} />}
        {!draft.isKept && (
          <Notice kind="warning" title="This browser keeps no draft">
            <p>Its storage is full or switched off: what you type is lost when this page is closed.</p>
          </Notice>
        )}
        <Button type="submit" size="large" busy={add.isBusy} disabled={!isAlive}>
          Add property
        </Button>
        <p className={styles.after}>It is listed at once, and its booking link is ready.</p>
      </div>
    </form>
  )
}

/** Nothing is lost by it: the entries are kept here until they are stored there. */
function Failure({ failure, onRetry }: { failure: AddFailure; onRetry: () => void }) {
  const connection = useConnection()
  const isBack = failure.isAway && connection === 'up'
  if (isBack) {
    return (
      <Notice kind="success" role="status" title="The connection is back">
        <p>Your draft is still here and can be added now.</p>
        <Button onClick={onRetry}>Add it now</Button>
      </Notice>
    )
  }
  return (
    <Notice kind="error" role="alert" title={failure.message}>
      <Kept>
        {failure.isAway && 'It can be added as soon as the connection is back.'}
        {failure.isSignedOut && <ButtonLink href="/login?next=%2Fadd">Login</ButtonLink>}
      </Kept>
    </Notice>
  )
}

function Kept({ children }: { children: ReactNode }) {
  return <div>Your entries are kept on this device. {children}</div>
}
