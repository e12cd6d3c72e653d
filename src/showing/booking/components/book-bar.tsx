import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { focusField } from '../../../ui/error-summary.tsx'
import styles from './book-bar.module.css'
import type { Missing } from './use-booking-form.tsx'

/** On a phone: price, chosen time and the way to the next step, until the real button is in sight. */
export function BookBar({ when, total, missing }: { when: string; total: string; missing: Missing[] }) {
  const end = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const target = document.getElementById('book')
    if (!target) return
    const observer = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting ?? false))
    observer.observe(target)
    return () => observer.disconnect()
  }, [])
  const next = missing[0]
  return (
    <div ref={end} className={styles.bar} hidden={isNear}>
      <p className={styles.facts}>
        <strong>{total}</strong>
        <span>{when || '30-minute showing'}</span>
      </p>
      <ButtonLink href={next ? `#${next.path}` : '#book'} onClick={next && ((event) => focusField(event, next.path))}>
        {next ? labelOf(next.path) : 'Review and book'}
      </ButtonLink>
    </div>
  )
}

function labelOf(path: string): string {
  if (path === 'showingDate') return 'Choose a date'
  if (path === 'showingTime') return 'Choose a time'
  return path === 'agreeToTerms' ? 'Review and book' : 'Add your details'
}
