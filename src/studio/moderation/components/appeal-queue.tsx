import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { useAccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { ShowMore } from '../../../ui/show-more.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/moderation.ts'
import type { AppealCase } from '../contract.ts'
import { ImageFacts, ImageRows, useFocusOnDecision } from './image-facts.tsx'
import { JudgeDialog } from './judge-dialog.tsx'

/** Open appeals. */
export const appealsOf = (client: ApiClient) => listOf(client, '/admin/appeals', 'appeals', { query: { limit: 24 } })

type AppealQueueProps = { first: Page<AppealCase>; onDone: () => Promise<void> }

/** Lists open appeals, longest waiting first. */
export function AppealQueue({ first, onDone }: AppealQueueProps) {
  const [asked, setAsked] = useState<{ appeal: AppealCase; action: 'restore' | 'uphold' }>()
  const isAlive = useIsAlive()
  const timeOf = useAccountTime()
  const { items, ...more } = usePages(appealsOf(api), first)
  const list = useFocusOnDecision()
  const isRestoring = asked?.action === 'restore'
  return (
    <>
      <ImageRows {...list} empty={t.noAppeals()}>
        {items.map((appeal) => (
          <ImageFacts
            key={appeal.id}
            image={appeal.image}
            actions={
              appeal.canDecide && (
                <>
                  <Button
                    variant="secondary"
                    disabled={!isAlive}
                    onClick={() => setAsked({ appeal, action: 'uphold' })}
                  >
                    {rich(t.upholdRemoval({ name: appeal.image.anonymous_username, span: hidden }))}
                  </Button>
                  <Button disabled={!isAlive} onClick={() => setAsked({ appeal, action: 'restore' })}>
                    {rich(t.restoreImage({ name: appeal.image.anonymous_username, span: hidden }))}
                  </Button>
                </>
              )
            }
          >
            <p>{t.appealedOn({ at: timeOf(appeal.createdAt) })}</p>
            <blockquote>{appeal.text}</blockquote>
            {!appeal.canDecide && <p>{t.ownDecision()}</p>}
          </ImageFacts>
        ))}
      </ImageRows>
      <ShowMore {...more} />
      {asked && (
        <JudgeDialog
          name={`${asked.action}:${asked.appeal.id}`}
          title={isRestoring ? t.restoreTitle() : t.upholdTitle()}
          confirmLabel={isRestoring ? t.restore() : t.uphold()}
          consequence={isRestoring ? t.restoreText() : t.upholdText()}
          label={t.answer()}
          hint={t.creatorHint()}
          isNeeded={!isRestoring}
          isGood={isRestoring}
          done={isRestoring ? t.restored() : t.upheld()}
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
