import type { ComponentProps, ReactNode } from 'react'
import { Checkbox } from '../../../ui/choice.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'

type TermsCheckboxProps = Pick<ComponentProps<typeof Checkbox>, 'ref' | 'checked' | 'error' | 'onChange'> & {
  /** What the visitor agrees to, with a link to the terms. */
  words?: (a: { link: (inner: string) => ReactNode }) => ReactNode[]
}

/** Asks a visitor to agree to the terms. */
export const TermsCheckbox = ({ words = t.agreeToTerms, ...box }: TermsCheckboxProps) => (
  <Checkbox {...box} name="agreeToTerms" required>
    {rich(
      words({
        link: (inner) => (
          <a href="/showingbooker/terms" target="_blank" rel="noreferrer">
            {inner}
            <span className="visually-hidden"> {t.newTab()}</span>
          </a>
        ),
      }),
    )}
  </Checkbox>
)
