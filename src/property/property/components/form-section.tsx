import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import styles from './form-section.module.css'
import type { PropertyForm } from './property-form.tsx'

type FormSectionProps = { form: PropertyForm; title: string; intro?: ReactNode; children: ReactNode }

/** Titled part of the form: a card on the page or a section of the dialog. */
export function FormSection({ form, title, intro, children }: FormSectionProps) {
  if (form.kind === 'add') {
    return (
      <Card title={title} intro={intro}>
        {children}
      </Card>
    )
  }
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
    </section>
  )
}

/** Puts fields side by side if there is room. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
