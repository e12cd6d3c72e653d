import { data, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router'
import { ApiError, api, apiFor, bodyOf, cacheHeaders, serverContext } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { onlySignedIn } from '../../../ui/account-mark.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { cardOf, galleryHead } from '../components/gallery-head.tsx'
import { countText, type GallerySearch, isSearch, searchOf } from '../components/gallery-search.tsx'
import { GalleryView } from '../components/gallery-view.tsx'
import { isOtherPage, loadOpenImage } from '../components/loaded-image.tsx'
import { SearchBar } from '../components/search-bar.tsx'
import styles from './public-gallery.module.css'

const LIMIT = 50

export async function loader({ context, url }: LoaderFunctionArgs) {
  const client = apiFor(context)
  const { pathname, search, searchParams } = url
  const asked = searchOf(searchParams)
  const origin = context.get(serverContext).publicUrl ?? ''
  const open = await loadOpenImage(client, searchParams)
  if (isSearch(asked)) {
    const found = bodyOf(await client.GET('/search-images', { params: { query: { ...asked, limit: LIMIT } } }))
    return data({ kind: 'found' as const, origin, asked, open, page: found, total: countText(found) })
  }
  if (searchParams.get('show') === 'following') {
    try {
      const page = bodyOf(await client.GET('/following-images', { params: { query: { limit: LIMIT } } }))
      return data({ kind: 'following' as const, origin, asked, open, page, total: '' })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`)
    }
  }
  const answer = await client.GET('/all-images', { params: { query: { limit: LIMIT } } })
  const page = { kind: 'all' as const, origin, asked, open, page: bodyOf(answer), total: '' }
  return data(page, { headers: cacheHeaders(answer) })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders
export const shouldRevalidate = isOtherPage

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [{ title: 'Public gallery · ShowingBooker' }]
  const { origin, open, page, kind } = loaderData
  const [first] = page.images
  const card = open ?? (kind === 'all' ? first : undefined)
  return [
    ...galleryHead({
      origin,
      path: open ? `/public-gallery?image=${open.id}` : '/public-gallery',
      title: open ? `${open.prompt.slice(0, 60).toWellFormed()} · Public gallery` : 'Public gallery',
      description: open?.prompt ?? 'Images that their creators show to everybody, with the prompts they were made of.',
      image: card ? cardOf(card) : null,
    }),
    ...(kind === 'all' ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

type Kind = 'all' | 'following' | 'found'

function sourceOf(kind: Kind, asked: GallerySearch) {
  if (kind === 'found') return listOf(api, '/search-images', 'images', { query: { ...asked, limit: LIMIT } })
  if (kind === 'following') return listOf(api, '/following-images', 'images', { query: { limit: LIMIT } })
  return listOf(api, '/all-images', 'images', { query: { limit: LIMIT } })
}

export default function PublicGalleryPage() {
  const { kind, asked, open, page, total } = useLoaderData<typeof loader>()
  return (
    <Page
      width="wide"
      title="Public gallery"
      intro="What creators show to everybody. Open an image to see the prompt it was made of."
    >
      <SearchBar key={JSON.stringify(asked)} search={asked} />
      {kind === 'found' ? (
        <div className={styles.results}>
          <h2>Search Results ({total})</h2>
          <ButtonLink variant="secondary" href="/public-gallery">
            Clear Search Results
          </ButtonLink>
        </div>
      ) : (
        <nav className={`${styles.tabs} ${onlySignedIn}`} aria-label="Which images">
          <a href="/public-gallery" aria-current={kind === 'all' ? 'page' : undefined}>
            All
          </a>
          <a href="/public-gallery?show=following" aria-current={kind === 'following' ? 'page' : undefined}>
            Following
          </a>
          <a href="/private-gallery">Private Studio</a>
        </nav>
      )}
      <GalleryView
        source={sourceOf(kind, asked)}
        first={{ items: page.images, nextCursor: page.nextCursor }}
        label={LABELS[kind]}
        isLive={kind !== 'found'}
        open={open}
        empty={kind === 'found' ? <NoneFound asked={asked} /> : EMPTY[kind]}
      />
      <Toasts />
    </Page>
  )
}

const LABELS: Record<Kind, string> = {
  all: 'Public images',
  following: 'Images of those you follow',
  found: 'Found images',
}

const EMPTY = {
  all: (
    <EmptyState icon="search" title="No images found in the gallery.">
      <p>
        Be the first: <a href="/create">make one</a> and make it public.
      </p>
    </EmptyState>
  ),
  following: (
    <EmptyState icon="user" title="No public images available">
      <p>Follow creators on their profiles, and what they show stands here, newest first.</p>
    </EmptyState>
  ),
}

function NoneFound({ asked }: { asked: GallerySearch }) {
  return (
    <EmptyState icon="search" title="No images matching your search criteria.">
      {asked.query && <p>Every word must be in the prompt. Try fewer words.</p>}
      {asked.creator && <p>Of a creator the beginning of the name is enough.</p>}
    </EmptyState>
  )
}
