import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import {
  BUG_PRIORITIES,
  type BugReport,
  bugReportDraft,
  bugReportFaults,
  FEATURE_PRIORITIES,
  type FeatureRequest,
  featureRequestDraft,
  featureRequestFaults,
  PRIORITY_NAMES,
} from '../../feedback/domain.ts'
import * as t from '../../text/site.ts'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { ReportForm } from '../components/report-form.tsx'
import { SupportHours } from '../components/support-hours.tsx'
import styles from './support.module.css'

export const loader = ({ context }: LoaderFunctionArgs) => ({
  ...loadOrigin({ context }),
  now: new Date().toISOString(),
})

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/support',
    title: t.supportTitle(),
    description: t.supportAbout(),
  })

const named = (priorities: readonly (keyof typeof PRIORITY_NAMES)[]) =>
  priorities.map((value) => ({ value, label: PRIORITY_NAMES[value]() }))

export default function SupportPage() {
  const { now } = useLoaderData<typeof loader>()
  return (
    <Page width="wide" title={t.support()} intro={t.supportIntro()}>
      <div className={styles.columns}>
        <Card title={t.callOrText()}>
          <p className={styles.phone}>
            <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a>
          </p>
          <div className={styles.ways}>
            <ButtonLink href={`tel:${SUPPORT.tel}`}>
              <Icon name="phone" />
              {t.call()}
            </ButtonLink>
            <ButtonLink variant="secondary" href={`sms:${SUPPORT.tel}`}>
              <Icon name="message" />
              {t.text()}
            </ButtonLink>
          </div>
          <p>
            {rich(
              t.orEmail({ email: SUPPORT.email, link: (inner) => <a href={`mailto:${SUPPORT.email}`}>{inner}</a> }),
            )}
          </p>
        </Card>
        <SupportHours now={now} />
        <ReportForm<BugReport>
          prefix="bug"
          title={t.reportBug()}
          intro={t.reportBugIntro()}
          empty={{ summary: '', priority: 'medium', description: '', steps: '', contact: '' }}
          priorities={named(BUG_PRIORITIES)}
          fields={[
            { name: 'summary', label: t.bugSummary() },
            { name: 'description', label: t.whatHappened(), multiline: true },
            { name: 'steps', label: t.bugSteps(), multiline: true, optional: true },
            { name: 'contact', label: t.reachYou(), hint: t.emailOrPhone(), optional: true },
          ]}
          faultsOf={bugReportFaults}
          draftOf={(form) =>
            bugReportDraft(form, {
              at: new Date().toISOString(),
              browser: navigator.userAgent,
              page: window.location.href,
            })
          }
          button={t.sendBug()}
          thanks={t.bugThanks()}
          failure={t.bugFailed()}
        />
        <ReportForm<FeatureRequest>
          prefix="feature"
          title={t.requestFeature()}
          intro={t.requestFeatureIntro()}
          empty={{ title: '', priority: 'useful', description: '', usecase: '', contact: '' }}
          priorities={named(FEATURE_PRIORITIES)}
          fields={[
            { name: 'title', label: t.featureName() },
            { name: 'description', label: t.whatFeature(), multiline: true },
            { name: 'usecase', label: t.whatFor(), multiline: true },
            { name: 'contact', label: t.reachYou(), hint: t.emailOrPhone(), optional: true },
          ]}
          faultsOf={featureRequestFaults}
          draftOf={featureRequestDraft}
          button={t.sendFeature()}
          thanks={t.featureThanks()}
          failure={t.featureFailed()}
        />
      </div>
    </Page>
  )
}
