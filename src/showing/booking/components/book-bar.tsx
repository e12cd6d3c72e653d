import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { keepTime } from '../../../ui/date-time.ts'
import { focusField } from '../../../ui/error-summary.tsx'
import * as t from '../../text/booking.ts'
import styles from './book-bar.module.css'
import type { Missing } from './use-booking-form.tsx'

/**
 * Shows the price, the time, and the next step on phones until the
 * real button is in view. It never covers the end of the page.
 */
export function BookBar({ when, total, missing }: { when: string; total: string; missing: Missing[] }) {
  const end = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const target = document.getElementById('book')
    if (!target) return
    // A busy browser reports several changes at once, the latest last.
    const observer = new IntersectionObserver((changes) => setIsNear(changes.at(-1)?.isIntersecting ?? false), {
      // Content above the screen counts as in view, even after a jump to the end.
      rootMargin: '99999px 0px 0px',
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [])
  const next = missing[0]
  return (
    <div ref={end} className={styles.bar} hidden={isNear}>
      <p className={styles.facts}>
        <strong>{total}</strong>
        <span>{keepTime(when) || t.halfHourShowing()}</span>
      </p>
      <ButtonLink href={next ? `#${next.path}` : '#book'} onClick={next && ((event) => focusField(event, next.path))}>
        {next ? labelOf(next.path) : t.reviewAndBook()}
      </ButtonLink>
    </div>
  )
}

function labelOf(path: string): string {
  if (path === 'showingDate') return t.chooseDate()
  if (path === 'showingTime') return t.chooseTime()
  return path === 'agreeToTerms' ? t.reviewAndBook() : t.addDetails()
}
