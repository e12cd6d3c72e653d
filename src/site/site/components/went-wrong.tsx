import { ApiError } from '../../../platform/api-client.ts'
import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Reference } from '../../../ui/request-id.tsx'
import styles from './went-wrong.module.css'

/** A page that could not be shown. An error of the API reaches here only where the browser asked for it. */
export function WentWrong({ error }: { error: unknown }) {
  if (error instanceof ApiError && error.status === 0) return <Offline />
  const own = error instanceof ApiError && typeof error.body.requestId === 'string' ? error.body.requestId : undefined
  return (
    <Page
      title="Something went wrong on our side"
      intro="Nothing that you entered was charged or booked by this page. Please try again in a moment."
    >
      <title>Something went wrong · ShowingBooker</title>
      <p className={styles.reference}>
        If it happens again, call <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a> and give this reference:{' '}
        <Reference value={own} />
      </p>
      <p className={styles.actions}>
        <ButtonLink href="">Try again</ButtonLink>
        <ButtonLink variant="secondary" href="/support">
          Support
        </ButtonLink>
      </p>
    </Page>
  )
}

function Offline() {
  return (
    <Page
      title="You seem to be offline"
      intro="Please check your connection and try again. Nothing was lost on our side."
    >
      <title>Offline · ShowingBooker</title>
      <p>
        <ButtonLink href="">Try again</ButtonLink>
      </p>
    </Page>
  )
}
