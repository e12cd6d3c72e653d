import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { useAccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { ShowMore } from '../../../ui/show-more.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/moderation.ts'
import type { ImageCase } from '../contract.ts'
import { REPORT_REASONS } from '../domain.ts'
import { ImageFacts, ImageRows, useFocusOnDecision } from './image-facts.tsx'
import { JudgeDialog, removal } from './judge-dialog.tsx'

const nameOf = (reason: string) => REPORT_REASONS.find(({ value }) => value === reason)?.label() ?? reason

/** Open or decided reports. */
export const reportsOf = (client: ApiClient, isDecided: boolean) =>
  listOf(client, '/admin/reports', 'reports', { query: { limit: 24, status: isDecided ? 'decided' : 'open' } })

type ReportQueueProps = {
  isDecided: boolean
  first: Page<ImageCase>
  onDone: () => Promise<void>
}

/** Lists reported images: open cases with the longest waiting first, or decided cases. */
export function ReportQueue({ isDecided, first, onDone }: ReportQueueProps) {
  const [asked, setAsked] = useState<{ report: ImageCase; action: 'dismiss' | 'remove' }>()
  const isAlive = useIsAlive()
  const { items, ...more } = usePages(reportsOf(api, isDecided), first)
  const list = useFocusOnDecision()
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
          <Link to="/admin/moderation?view=reports">{t.showOpen()}</Link>
        ) : (
          <Link to="/admin/moderation?view=reports&status=decided">{t.showDecided()}</Link>
        )}
      </p>
      <ImageRows {...list} empty={isDecided ? t.noneDecided() : t.noReports()}>
        {items.map((report) => (
          <ImageFacts
            key={report.id}
            image={report.image}
            actions={
              !report.decision &&
              report.canDecide && (
                <>
                  <Button
                    variant="secondary"
                    disabled={!isAlive}
                    onClick={() => setAsked({ report, action: 'dismiss' })}
                  >
                    {rich(t.dismissReports({ name: report.image.anonymous_username, span: hidden }))}
                  </Button>
                  <Button variant="danger" disabled={!isAlive} onClick={() => setAsked({ report, action: 'remove' })}>
                    {rich(t.removeImage({ name: report.image.anonymous_username, span: hidden }))}
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
          {...removal()}
          name={`remove:${asked.report.id}`}
          confirmLabel={t.remove()}
          isNeeded
          onDone={onDone}
          send={async (reason) => resolve(reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.action === 'dismiss' && (
        <JudgeDialog
          name={`dismiss:${asked.report.id}`}
          title={t.dismissTitle()}
          confirmLabel={t.dismiss()}
          consequence={t.dismissText()}
          label={t.note()}
          hint={t.adminHint()}
          isNeeded={false}
          isGood
          done={t.dismissed()}
          send={async (reason) => resolve(reason)}
          onDone={onDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function Told({ report }: { report: ImageCase }) {
  const timeOf = useAccountTime()
  const { image, reasons, reporters, openedAt, reportedAt, details, decision } = report
  // If the image is still removed, its own line says so.
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
        {reporters === 1
          ? t.reportedOnce({ at: timeOf(openedAt) })
          : t.reportedOften({ count: reporters, first: timeOf(openedAt), last: timeOf(reportedAt) })}
      </p>
      {details.map((text) => (
        <blockquote key={text}>{text}</blockquote>
      ))}
      {!decision && !report.canDecide && <p>{t.ownDecision()}</p>}
      {decision && !isSaid && (
        <p>
          {(decision.action === 'remove' ? t.removedOn : t.dismissedOn)({ at: timeOf(decision.at) })}
          {decision.reason && `: ${decision.reason}`}
        </p>
      )}
    </>
  )
}
