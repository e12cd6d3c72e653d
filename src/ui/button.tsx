import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'

export type Look = { variant?: 'primary' | 'secondary' | 'quiet' | 'danger'; size?: 'medium' | 'large'; wide?: boolean }

export const looks = ({ variant = 'primary', size = 'medium', wide }: Look) =>
  `${styles.button} ${styles[variant]} ${size === 'large' ? styles.large : ''} ${wide ? styles.wide : ''}`

/** @param busy shows that the action is in progress: a spinner, no second click. The button keeps the focus. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  disabled,
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      className={looks({ variant, size, wide })}
      disabled={disabled && !busy}
      onClick={busy ? ignore : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** Also stops a form: the Enter key in a field clicks its submit button. */
function ignore(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

export function ButtonLink({ variant, size, wide, children, ...rest }: ComponentProps<'a'> & Look) {
  return (
    <a {...rest} className={looks({ variant, size, wide })}>
      {children}
    </a>
  )
}

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
