import { onlySignedIn, onlySignedOut } from '../../../ui/account-mark.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { type Entrance, entrancePath } from '../domain.ts'

/** The button of a page. Where it leads is decided by the server; its words by what this browser remembers. */
export function EntranceLink({ page, children }: { page: Entrance; children: string }) {
  return (
    <ButtonLink size="large" href={entrancePath(page)}>
      <span className={onlySignedOut}>{children}</span>
      <span className={onlySignedIn}>{t.openDashboard()}</span>
    </ButtonLink>
  )
}
