import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/booking.ts'

/** Warns that an agent's demo is not about a real property. */
export function DemoNotice() {
  return (
    <Notice kind="warning" title={t.demoTitle()}>
      <p>{t.demoOfAgent()}</p>
    </Notice>
  )
}
