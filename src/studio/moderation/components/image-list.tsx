import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { Button } from '../../../ui/button.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { ShowMore } from '../../../ui/show-more.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/moderation.ts'
import type { ModeratedImage } from '../contract.ts'
import { ImageFacts, ImageRows, useFocusOnDecision } from './image-facts.tsx'
import { JudgeDialog, removal } from './judge-dialog.tsx'

/** Everyone's images, newest first. */
export const imagesOf = (client: ApiClient) => listOf(client, '/admin/images', 'images', { query: { limit: 24 } })

type ImageListProps = { first: Page<ModeratedImage>; onDone: () => Promise<void> }

/** Lists everyone's images, newest first. */
export function ImageList({ first, onDone }: ImageListProps) {
  const [asked, setAsked] = useState<ModeratedImage>()
  const isAlive = useIsAlive()
  const { items, ...more } = usePages(imagesOf(api), first)
  const list = useFocusOnDecision()
  return (
    <>
      <ImageRows {...list} empty={t.noImages()}>
        {items.map((image) => (
          <ImageFacts
            key={image.id}
            image={image}
            actions={
              !image.removed && (
                <Button variant="danger" disabled={!isAlive} onClick={() => setAsked(image)}>
                  {rich(
                    t.deleteImageOf({
                      name: image.anonymous_username,
                      span: hidden,
                    }),
                  )}
                </Button>
              )
            }
          />
        ))}
      </ImageRows>
      <ShowMore {...more} />
      {asked && (
        <JudgeDialog
          {...removal()}
          name={`image:${asked.id}`}
          isNeeded={false}
          send={(reason) => api.DELETE('/admin/images/{id}', { params: { path: { id: asked.id }, query: { reason } } })}
          onDone={onDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
