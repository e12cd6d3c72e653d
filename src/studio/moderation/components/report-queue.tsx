import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { usePages } from '../../../ui/use-pages.ts'
import type { ImageCase } from '../contract.ts'
import { REPORT_REASONS } from '../domain.ts'
import { ImageFacts, ImageRows } from './image-facts.tsx'
import { JudgeDialog, REMOVAL } from './judge-dialog.tsx'

const nameOf = (reason: string) => REPORT_REASONS.find(({ value }) => value === reason)?.label ?? reason

/** Those that wait, or those that are decided. */
export const reportsOf = (client: ApiClient, isDecided: boolean) =>
  listOf(client, '/admin/reports', 'reports', { query: { limit: 24, status: isDecided ? 'decided' : 'open' } })

type ReportQueueProps = {
  isDecided: boolean
  first: Page<ImageCase>
  onDone: () => Promise<void>
}

/** What was reported: what waits, the longest first, or what is decided. */
export function ReportQueue({ isDecided, first, onDone }: ReportQueueProps) {
  const [asked, setAsked] = useState<{ report: ImageCase; action: 'dismiss' | 'remove' }>()
  const isAlive = useIsAlive()
  const { items, ...more } = usePages(reportsOf(api, isDecided), first)
  const resolve = (reason: string) =>
    asked &&
    api.POST('/admin/reports/{id}/resolve', {
      params: { path: { id: asked.report.id } },
      body: { action: asked.action, reason },
    })
  return (
    <>
      <p>
        {isDecided ? (
          <Link to="/admin/moderation?view=reports">Show what waits</Link>
        ) : (
          <Link to="/admin/moderation?view=reports&status=decided">Show what is decided</Link>
        )}
      </p>
      <ImageRows empty={isDecided ? 'Nothing was decided yet.' : 'No reports wait for you.'}>
        {items.map((report) => (
          <ImageFacts
            key={report.id}
            image={report.image}
            actions={
              !report.decision && (
                <>
                  <Button
                    variant="secondary"
                    disabled={!isAlive}
                    onClick={() => setAsked({ report, action: 'dismiss' })}
                  >
                    Dismiss
                    <span className="visually-hidden"> what was reported of {report.image.anonymous_username}</span>
                  </Button>
                  <Button variant="danger" disabled={!isAlive} onClick={() => setAsked({ report, action: 'remove' })}>
                    Remove<span className="visually-hidden"> the image of {report.image.anonymous_username}</span>
                  </Button>
                </>
              )
            }
          >
            <Told report={report} />
          </ImageFacts>
        ))}
      </ImageRows>
      <ShowMore {...more} />
      {asked?.action === 'remove' && (
        <JudgeDialog
          {...REMOVAL}
          confirmLabel="Remove"
          isNeeded
          onDone={onDone}
          send={async (reason) => resolve(reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.action === 'dismiss' && (
        <JudgeDialog
          title="Dismiss these reports?"
          confirmLabel="Dismiss"
          told="The image stays as it is. Whoever reported it cannot report it again; others can."
          label="Note"
          hint="For other admins. It is written down for ever: please name nobody."
          isNeeded={false}
          isGood
          done="The reports are dismissed."
          send={async (reason) => resolve(reason)}
          onDone={onDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function Told({ report }: { report: ImageCase }) {
  const { image, reasons, reporters, openedAt, reportedAt, details, decision } = report
  // Of an image that is still removed its own line says it.
  const isSaid = decision?.action === 'remove' && image.removed
  return (
    <>
      <p>
        {Object.entries(reasons).map(([reason, count]) => (
          <Fragment key={reason}>
            <Badge tone="waiting">
              {nameOf(reason)}
              {count > 1 && ` × ${count}`}
            </Badge>{' '}
          </Fragment>
        ))}
      </p>
      <p>
        {reporters === 1 ? 'Reported by one person' : `Reported by ${reporters} people`} since{' '}
        <AccountTime at={openedAt} />
        {reporters > 1 && (
          <>
            , last <AccountTime at={reportedAt} />
          </>
        )}
      </p>
      {details.map((text) => (
        <blockquote key={text}>{text}</blockquote>
      ))}
      {decision && !isSaid && (
        <p>
          {decision.action === 'remove' ? 'Removed' : 'Dismissed'} <AccountTime at={decision.at} />
          {decision.reason && `: ${decision.reason}`}
        </p>
      )}
    </>
  )
}
