import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/booking.ts'

/** Says that nothing matches the filters. @param all URL of the list without filters */
export function NothingMatches({ all }: { all: string }) {
  return (
    <>
      <p>{t.nothingMatches()}</p>
      <ButtonLink variant="secondary" href={all}>
        {t.showAllShowings()}
      </ButtonLink>
    </>
  )
}
