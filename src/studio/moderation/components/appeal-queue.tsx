import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { usePages } from '../../../ui/use-pages.ts'
import type { AppealCase } from '../contract.ts'
import { ImageFacts, ImageRows } from './image-facts.tsx'
import { JudgeDialog } from './judge-dialog.tsx'

/** Those that wait. */
export const appealsOf = (client: ApiClient) => listOf(client, '/admin/appeals', 'appeals', { query: { limit: 24 } })

type AppealQueueProps = { first: Page<AppealCase>; onDone: () => Promise<void> }

/** What creators say to a removal, the longest waiting first. */
export function AppealQueue({ first, onDone }: AppealQueueProps) {
  const [asked, setAsked] = useState<{ appeal: AppealCase; action: 'restore' | 'uphold' }>()
  const isAlive = useIsAlive()
  const { items, ...more } = usePages(appealsOf(api), first)
  const isRestoring = asked?.action === 'restore'
  return (
    <>
      <ImageRows empty="No appeals wait for you.">
        {items.map((appeal) => (
          <ImageFacts
            key={appeal.id}
            image={appeal.image}
            actions={
              <>
                <Button variant="secondary" disabled={!isAlive} onClick={() => setAsked({ appeal, action: 'uphold' })}>
                  Uphold<span className="visually-hidden"> the removal from {appeal.image.anonymous_username}</span>
                </Button>
                <Button disabled={!isAlive} onClick={() => setAsked({ appeal, action: 'restore' })}>
                  Bring back<span className="visually-hidden"> the image of {appeal.image.anonymous_username}</span>
                </Button>
              </>
            }
          >
            <p>
              Appealed <AccountTime at={appeal.createdAt} />:
            </p>
            <blockquote>{appeal.text}</blockquote>
          </ImageFacts>
        ))}
      </ImageRows>
      <ShowMore {...more} />
      {asked && (
        <JudgeDialog
          title={isRestoring ? 'Bring this image back?' : 'Uphold the removal?'}
          confirmLabel={isRestoring ? 'Bring back' : 'Uphold'}
          told={
            isRestoring
              ? 'Whoever could see it before sees it again.'
              : 'It stays removed. Its creator cannot appeal again and reads your answer.'
          }
          label="Answer"
          hint="For its creator. It is written down for ever: please name nobody."
          isNeeded={!isRestoring}
          isGood={isRestoring}
          done={isRestoring ? 'The image is back.' : 'The removal is upheld.'}
          send={(answer) =>
            api.POST('/admin/appeals/{id}/decide', {
              params: { path: { id: asked.appeal.id } },
              body: { action: asked.action, answer },
            })
          }
          onDone={onDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
