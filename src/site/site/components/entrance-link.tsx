import { onlySignedIn, onlySignedOut } from '../../../ui/account-mark.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { type Entrance, entrancePath } from '../domain.ts'

/** The main button of a page. The server decides where it leads, and this browser's memory decides its label. */
export function EntranceLink({ page, children }: { page: Entrance; children: string }) {
  return (
    <ButtonLink size="large" href={entrancePath(page)}>
      <span className={onlySignedOut}>{children}</span>
      <span className={onlySignedIn}>{t.openDashboard()}</span>
    </ButtonLink>
  )
}
