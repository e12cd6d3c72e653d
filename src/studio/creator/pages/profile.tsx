import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { ApiError, api, apiFor, bodyOf, serverContext } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { useSessionSync } from '../../../ui/use-session-sync.tsx'
import { cardOf, galleryHead } from '../../gallery/components/gallery-head.tsx'
import { GalleryView } from '../../gallery/components/gallery-view.tsx'
import { isOtherPage, loadOpenImage } from '../../gallery/components/loaded-image.tsx'
import * as t from '../../text/creator.ts'
import { CreatorHeader } from '../components/creator-header.tsx'

const LIMIT = 50

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const client = apiFor(context)
  const path = { username: params.username ?? '' }
  try {
    const [session, answer, open] = await Promise.all([
      client.GET('/api/auth/get-session'),
      client.GET('/public-profile/{username}', { params: { path, query: { limit: LIMIT } } }),
      loadOpenImage(client, url.searchParams),
    ])
    const { profile, ...page } = bodyOf(answer)
    const user = session.data?.user
    const account = user
      ? { id: user.id, email: user.email, role: user.role, username: user.username, showingName: user.showingName }
      : null
    return { account, profile, page, open, origin: context.get(serverContext).publicUrl ?? '' }
  } catch (error) {
    // A path that is not a valid name has no creator either.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return data(null, { status: 404 })
    throw error
  }
}

export const shouldRevalidate = isOtherPage

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [{ title: t.notFoundTitle() }, { name: 'robots', content: 'noindex' }]
  const { origin, profile, page, open } = loaderData
  const name = profile.anonymous_username
  const card = open ?? page.images[0]
  return [
    ...galleryHead({
      origin,
      path: `/profile/${name}`,
      title: name,
      description: profile.bio || t.imagesShown({ name }),
      image: card ? cardOf(card) : null,
    }),
    ...(profile.isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export default function ProfilePage() {
  const loaded = useLoaderData<typeof loader>()
  if (!loaded)
    return (
      <Page title={t.profileNotFound()} intro={t.notFoundText()}>
        <p>
          <a href="/public-gallery">{t.backToGallery()}</a>
        </p>
      </Page>
    )
  return <Profile loaded={loaded} />
}

type Loaded = Exclude<ReturnType<typeof useLoaderData<typeof loader>>, null>

function Profile({ loaded: { account, profile, page, open } }: { loaded: Loaded }) {
  const reload = useReloadAfterAct()
  const [known, setKnown] = useState(profile)
  const [before, setBefore] = useState(profile)
  // Newly loaded data replaces the old data.
  if (before !== profile) {
    setBefore(profile)
    setKnown(profile)
  }
  useSessionSync(account ?? null)
  const username = profile.anonymous_username
  const params = { path: { username }, query: { limit: LIMIT } }
  return (
    <Page width="wide">
      <CreatorHeader
        profile={known}
        onFollowing={(change) => {
          setKnown({ ...known, ...change })
          void reload()
        }}
      />
      <GalleryView
        source={listOf(api, '/public-profile/{username}', 'images', params)}
        first={{ items: page.images, nextCursor: page.nextCursor }}
        label={t.imagesOf({ username })}
        open={open}
        empty={<EmptyState icon="eye" title={t.noImages()} />}
      />
      <Toasts />
    </Page>
  )
}
