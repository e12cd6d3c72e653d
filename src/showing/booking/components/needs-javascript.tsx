import { SUPPORT } from '../../../product.ts'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'

/** Says why the page's buttons do nothing, and who can help. */
export const NeedsJavaScript = () => (
  <noscript>
    <Notice kind="warning">
      <p>
        {rich(
          t.pageNeedsJavaScript({
            link: (inner) => (
              <a key="support" href={`tel:${SUPPORT.tel}`}>
                {inner}
              </a>
            ),
            phone: SUPPORT.phone,
          }),
        )}
      </p>
    </Notice>
  </noscript>
)
