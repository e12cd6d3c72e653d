import { useState } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { api, apiFor } from '../../../platform/api-client.ts'
import { type ApiClient, listOf } from '../../../platform/api-list.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { useAccountToken } from '../../../ui/use-account-token.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import { useSessionSync } from '../../../ui/use-session-sync.tsx'
import type { Image } from '../../image/contract.ts'
import * as t from '../../text/gallery.ts'
import { DeleteImage } from '../components/delete-image.tsx'
import { ImageDialog } from '../components/image-dialog.tsx'
import { ImageGrid } from '../components/image-grid.tsx'
import { isOtherPage, loadOpenImage } from '../components/loaded-image.tsx'
import { OwnImage } from '../components/own-image.tsx'
import { useLeaving } from '../components/use-leaving.tsx'
import { useNewestPicture } from '../components/use-newest-picture.tsx'
import { useOpenImage } from '../components/use-open-image.tsx'
import { usePlace } from '../components/use-place.tsx'
import { useVisibility } from '../components/use-visibility.tsx'
import { isMadeBy } from '../domain.ts'
import styles from './private-gallery.module.css'

const ownImagesOf = (client: ApiClient, userId: string) =>
  listOf(client, '/user-images/{userId}', 'images', { path: { userId }, query: { limit: 50 } })

export async function loader({ context, url }: LoaderFunctionArgs) {
  const client = apiFor(context)
  const { data: session } = await client.GET('/api/auth/get-session')
  const { pathname, search, searchParams } = url
  if (!session) throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`)
  const { id, email, role, username, showingName } = session.user
  const [page, open] = await Promise.all([ownImagesOf(client, id).load(), loadOpenImage(client, searchParams)])
  return {
    account: { id, email, role, username, showingName },
    page,
    open: open && isMadeBy(open, username) ? open : null,
  }
}

export const meta = () => [{ title: t.privatePageTitle() }, { name: 'robots', content: 'noindex' }]
export const shouldRevalidate = isOtherPage

export default function PrivateGalleryPage() {
  const { account, page, open } = useLoaderData<typeof loader>()
  useSessionSync(account)
  useAccountToken(account)
  const source = ownImagesOf(api, account.id)
  const list = usePages(source, page, { isStill: true })
  usePlace(source.key, list)
  const opened = useOpenImage(list, open, (image) => (isMadeBy(image, account.username) ? null : t.notYours()))
  const [leaving, setLeaving] = useState<Image>()
  const { drop, onGone } = useLeaving(list, opened, leaving === undefined)
  const renew = useNewestPicture(list, opened)
  const visibility = useVisibility((image) => {
    list.put(image)
    opened.put(image)
  }, onGone)

  return (
    <Page width="wide" title={t.privateStudio()} intro={t.privateIntro()}>
      {list.items.length > 0 ? (
        <>
          <p className={styles.ways}>
            <ButtonLink href="/create">{t.createImage()}</ButtonLink>
            {account.username && (
              <ButtonLink variant="secondary" href={`/profile/${account.username}`}>
                {t.publicProfile()}
              </ButtonLink>
            )}
          </p>
          <ImageGrid
            images={list.items}
            label={t.yourImages()}
            onBroken={renew}
            below={(image) => <OwnImage image={image} visibility={visibility} onDelete={() => setLeaving(image)} />}
          />
        </>
      ) : (
        <EmptyState icon="edit" title={t.noneYet()}>
          <p>
            <ButtonLink href="/create">{t.create()}</ButtonLink>
          </p>
        </EmptyState>
      )}
      <ShowMore {...list} isAhead />
      <ImageDialog
        open={opened}
        isOwn
        onGone={onGone}
        onBroken={renew}
        actions={(image) => (
          <>
            {!image.removed && (
              <Button
                variant="secondary"
                busy={visibility.busyId === image.id}
                onClick={() => visibility.toggle(image)}
              >
                {image.visibility === 'public' ? t.makePrivate() : t.makePublic()}
              </Button>
            )}
            <Button variant="danger" onClick={() => setLeaving(image)}>
              {t.deleteButton()}
            </Button>
            {leaving?.id === image.id && (
              <DeleteImage image={leaving} onDeleted={drop} onClose={() => setLeaving(undefined)} />
            )}
          </>
        )}
      />
      {leaving && leaving.id !== opened.id && (
        <DeleteImage image={leaving} onDeleted={drop} onClose={() => setLeaving(undefined)} />
      )}
      <Toasts />
    </Page>
  )
}
