import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/booking.ts'

/** Says that filters leave out everything. @param all the list without them */
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
