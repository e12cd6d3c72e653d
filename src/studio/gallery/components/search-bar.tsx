import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { GallerySearch } from './gallery-search.tsx'
import styles from './search-bar.module.css'

const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const

/** A form that needs no script. */
export function SearchBar({ search }: { search: GallerySearch }) {
  const [sortBy, setSortBy] = useState(search.sortBy)
  return (
    <search>
      <form method="get" action="/public-gallery" className={styles.bar}>
        <Field
          name="query"
          label="Prompt"
          type="search"
          defaultValue={search.query}
          placeholder="Words of the prompt"
          maxLength={200}
          autoComplete="off"
        />
        <Field
          name="creator"
          label="Creator"
          type="search"
          defaultValue={search.creator}
          placeholder="Name"
          maxLength={50}
          autoComplete="off"
          spellCheck={false}
        />
        <Select name="sortBy" label="Sort" options={ORDERS} value={sortBy} onChange={setSortBy} />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}
