import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import * as t from '../../text/gallery.ts'
import type { GallerySearch } from './gallery-search.tsx'
import styles from './search-bar.module.css'

const orders = () =>
  [
    { value: 'newest', label: t.newestFirst() },
    { value: 'oldest', label: t.oldestFirst() },
  ] as const

/** A search form that works without a script. */
export function SearchBar({ search }: { search: GallerySearch }) {
  const [sortBy, setSortBy] = useState(search.sortBy)
  return (
    <search>
      <form method="get" action="/public-gallery" className={styles.bar}>
        <Field
          name="query"
          label={t.prompt()}
          type="search"
          defaultValue={search.query}
          placeholder={t.promptWords()}
          maxLength={200}
          autoComplete="off"
        />
        <Field
          name="creator"
          label={t.creator()}
          type="search"
          defaultValue={search.creator}
          placeholder={t.creatorName()}
          maxLength={50}
          autoComplete="off"
          spellCheck={false}
        />
        <Select name="sortBy" label={t.sort()} options={orders()} value={sortBy} onChange={setSortBy} />
        <Button type="submit">{t.search()}</Button>
      </form>
    </search>
  )
}
