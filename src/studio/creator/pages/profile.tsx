import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { api, apiFor, bodyOf, isUnknown, serverContext } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { Page } from '../../../ui/page.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { useSessionSync } from '../../../ui/use-session-sync.tsx'
import { cardOf, galleryHead } from '../../gallery/components/gallery-head.tsx'
import { GalleryView } from '../../gallery/components/gallery-view.tsx'
import { isOtherPage, loadOpenImage } from '../../gallery/components/loaded-image.tsx'
import * as t from '../../text/creator.ts'
import { CreatorHeader, FollowButton } from '../components/creator-header.tsx'

const LIMIT = 50

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const client = apiFor(context)
  const path = { username: params.username ?? '' }
  const session = client.GET('/api/auth/get-session').then(({ data }) => accountOf(data?.user))
  try {
    const [account, answer, open] = await Promise.all([
      session,
      client.GET('/public-profile/{username}', { params: { path, query: { limit: LIMIT } } }),
      loadOpenImage(client, url.searchParams),
    ])
    const { profile, ...page } = bodyOf(answer)
    return { account, profile, page, open, origin: context.get(serverContext).publicUrl ?? '' }
  } catch (error) {
    // A path that is not a valid name has no creator either.
    if (!isUnknown(error)) throw error
    const account = await session
    const isFollowed = account && (await isFollowing(client, path))
    return data(isFollowed ? { account, followed: path.username } : null, { status: 404 })
  }
}

type User = { id: string; email: string; role: string; username: string | null; showingName: string }
const accountOf = (user: User | undefined) =>
  user
    ? { id: user.id, email: user.email, role: user.role, username: user.username, showingName: user.showingName }
    : null

/** A profile that became private still has its followers. */
const isFollowing = (client: ReturnType<typeof apiFor>, path: { username: string }) =>
  client.GET('/follow/{username}/status', { params: { path } }).then(
    (answer) => bodyOf(answer).isFollowing,
    () => false,
  )

export const shouldRevalidate = isOtherPage

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData || 'followed' in loaderData)
    return [{ title: t.notFoundTitle() }, { name: 'robots', content: 'noindex' }]
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
  if (!loaded || 'followed' in loaded) return <NotFound hidden={loaded} />
  return <Profile loaded={loaded} />
}

type Loaded = Exclude<ReturnType<typeof useLoaderData<typeof loader>>, null>

type Hidden = Extract<Loaded, { followed: string }>

/** @param hidden a creator whom the viewer follows, but whose profile they can no longer see */
function NotFound({ hidden }: { hidden: Hidden | null }) {
  return (
    <Page title={t.profileNotFound()} intro={hidden ? t.followedHidden() : t.notFoundText()}>
      {hidden && <Unfollow {...hidden} />}
      <p>
        <a href="/public-gallery">{t.backToGallery()}</a>
      </p>
    </Page>
  )
}

function Unfollow({ account, followed }: Hidden) {
  const reload = useReloadAfterAct()
  useSessionSync(account)
  async function onFollowing() {
    await reload()
    // The pressed button is gone.
    focusOn('h1')
  }
  return <FollowButton name={followed} isFollowing onFollowing={onFollowing} />
}

type Shown = Exclude<Loaded, Hidden>

function Profile({ loaded: { account, profile, page, open } }: { loaded: Shown }) {
  const reload = useReloadAfterAct()
  const [known, setKnown] = useState(profile)
  const [before, setBefore] = useState(profile)
  // Newly loaded data replaces the old data.
  if (before !== profile) {
    setBefore(profile)
    setKnown(profile)
  }
  useSessionSync(account)
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
