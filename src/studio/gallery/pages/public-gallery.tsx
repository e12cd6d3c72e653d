import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router'
import { api, apiFor, bodyOf, cacheHeaders, serverContext } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { onlySignedIn } from '../../../ui/account-mark.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import { Toasts } from '../../../ui/toast.tsx'
import * as t from '../../text/gallery.ts'
import { cardOf, galleryHead } from '../components/gallery-head.tsx'
import { countText, type Found, type GallerySearch, isSearch, searchOf } from '../components/gallery-search.tsx'
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
    const page = bodyOf(await client.GET('/search-images', { params: { query: { ...asked, limit: LIMIT } } }))
    const found = { count: page.count, isCapped: page.isCapped }
    return data({ kind: 'found' as const, origin, asked, open, page, found })
  }
  if (searchParams.get('show') === 'following') {
    const { data: session } = await client.GET('/api/auth/get-session')
    if (!session) throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`)
    const page = bodyOf(await client.GET('/following-images', { params: { query: { limit: LIMIT } } }))
    return data({ kind: 'following' as const, origin, asked, open, page, found: null })
  }
  const answer = await client.GET('/all-images', { params: { query: { limit: LIMIT } } })
  const page = { kind: 'all' as const, origin, asked, open, page: bodyOf(answer), found: null }
  return data(page, { headers: cacheHeaders(answer) })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders
export const shouldRevalidate = isOtherPage

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [{ title: t.publicPageTitle() }]
  const { origin, open, page, kind } = loaderData
  const [first] = page.images
  const card = open ?? (kind === 'all' ? first : undefined)
  return [
    ...galleryHead({
      origin,
      path: open ? `/public-gallery?image=${open.id}` : '/public-gallery',
      title: open ? t.imagePageTitle({ prompt: open.prompt.slice(0, 60).toWellFormed() }) : t.publicGallery(),
      description: open?.prompt ?? t.publicAbout(),
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
  const { kind, asked, open, page, found } = useLoaderData<typeof loader>()
  return (
    <Page width="wide" title={t.publicGallery()} intro={t.publicIntro()}>
      <SearchBar key={JSON.stringify(asked)} search={asked} />
      {kind !== 'found' && (
        <nav className={`${styles.tabs} ${onlySignedIn}`} aria-label={t.whichImages()}>
          <a href="/public-gallery" aria-current={kind === 'all' ? 'page' : undefined}>
            {t.all()}
          </a>
          <a href="/public-gallery?show=following" aria-current={kind === 'following' ? 'page' : undefined}>
            {t.following()}
          </a>
          <a href="/private-gallery">{t.privateStudio()}</a>
        </nav>
      )}
      <GalleryView
        source={sourceOf(kind, asked)}
        first={{ items: page.images, nextCursor: page.nextCursor }}
        label={LABELS[kind]()}
        isLive={kind !== 'found'}
        heading={(goneCount) =>
          found && <ResultsHeading key={JSON.stringify(asked)} found={found} goneCount={goneCount} />
        }
        open={open}
        empty={kind === 'found' ? <NoneFound asked={asked} /> : empty()[kind]}
      />
      <Toasts />
    </Page>
  )
}

const LABELS: Record<Kind, () => string> = {
  all: t.publicImages,
  following: t.followedImages,
  found: t.foundImages,
}

const empty = () => ({
  all: (
    <EmptyState icon="search" title={t.noneInGallery()}>
      <p>{rich(t.beFirst({ link: (inner) => <a href="/create">{inner}</a> }))}</p>
    </EmptyState>
  ),
  following: (
    <EmptyState icon="user" title={t.nonePublic()}>
      <p>{t.followHint()}</p>
    </EmptyState>
  ),
})

function ResultsHeading({ found, goneCount }: { found: Found; goneCount: number }) {
  // Keep the first count: reloading the data changes neither the list nor the number of removed images.
  const [counted] = useState(found)
  return (
    <div className={styles.results}>
      <h2>{t.searchResults({ total: countText(counted, goneCount) })}</h2>
      <ButtonLink variant="secondary" href="/public-gallery">
        {t.clearResults()}
      </ButtonLink>
    </div>
  )
}

function NoneFound({ asked }: { asked: GallerySearch }) {
  return (
    <EmptyState icon="search" title={t.noneMatching()}>
      {asked.query && <p>{t.everyWord()}</p>}
      {asked.creator && <p>{t.creatorStart()}</p>}
    </EmptyState>
  )
}
