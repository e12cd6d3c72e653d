import { type ReactNode, useState } from 'react'
import styles from './fold.module.css'
import { Icon } from './icon.tsx'

/** Reads from the cookies whether the reader opened or folded this part. Returns `null` if they did neither. */
export function foldOf(cookies: string | null, name: string): boolean | null {
  const state = cookies?.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return state ? state === `${name}=open` : null
}

type FoldProps = {
  /** The cookie that remembers the reader's choice, so that the first HTML has it, even without a script. */
  name: string
  title: string
  /** Whether it is open at first. We ignore later changes, so that nothing moves while someone reads. */
  isOpen: boolean
  children: ReactNode
}

/** A part of a page that can be folded. */
export function Fold({ name, title, isOpen, children }: FoldProps) {
  const [isOpenFirst] = useState(isOpen)
  function remember(wasOpen: boolean) {
    // biome-ignore lint/suspicious/noDocumentCookie: Safari has no cookie store yet.
    document.cookie = `${name}=${wasOpen ? 'folded' : 'open'}; path=/; max-age=31536000; samesite=lax`
  }
  return (
    <details className={styles.fold} open={isOpenFirst}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button that also works with keys. */}
      <summary onClick={({ currentTarget }) => remember((currentTarget.parentElement as HTMLDetailsElement).open)}>
        <Icon name="chevron-right" />
        <h2>{title}</h2>
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
