import { Link, type LinkProps } from 'react-router'
import { type Look, looks } from './button.tsx'

/** A link to another page of the product that looks like a button. */
export function LinkButton({ variant, size, wide, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={looks({ variant, size, wide })} />
}
