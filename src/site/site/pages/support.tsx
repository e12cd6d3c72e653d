import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import {
  BUG_PRIORITIES,
  type BugReport,
  bugReportDraft,
  bugReportFaults,
  FEATURE_PRIORITIES,
  type FeatureRequest,
  featureRequestDraft,
  featureRequestFaults,
} from '../../feedback/domain.ts'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { ReportForm } from '../components/report-form.tsx'
import { SupportHours } from '../components/support-hours.tsx'
import styles from './support.module.css'

export const loader = ({ context }: LoaderFunctionArgs) => ({
  ...loadOrigin({ context }),
  now: new Date().toISOString(),
})

export const headers = () => ({ 'Cache-Control': 'private, no-store' })

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/support',
    title: 'Support · ShowingBooker',
    description: 'Call, text or write to us, report a bug, or ask for a feature.',
  })

const named = (priorities: readonly string[]) =>
  priorities.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' ') }))

export default function SupportPage() {
  const { now } = useLoaderData<typeof loader>()
  return (
    <Page width="wide" title="Support" intro="A person answers. Call or text, or write to us.">
      <div className={styles.columns}>
        <Card title="Call or text">
          <p className={styles.phone}>
            <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a>
          </p>
          <div className={styles.ways}>
            <ButtonLink href={`tel:${SUPPORT.tel}`}>
              <Icon name="phone" />
              Call
            </ButtonLink>
            <ButtonLink variant="secondary" href={`sms:${SUPPORT.tel}`}>
              <Icon name="message" />
              Text
            </ButtonLink>
          </div>
          <p>
            Or write to <a href={`mailto:${SUPPORT.email}`}>{SUPPORT.email}</a>.
          </p>
        </Card>
        <SupportHours now={now} />
        <ReportForm<BugReport>
          prefix="bug"
          title="Report a bug"
          intro="Something does not work as it should. Time, browser and page are added for us."
          empty={{ summary: '', priority: 'medium', description: '', steps: '', contact: '' }}
          priorities={named(BUG_PRIORITIES)}
          fields={[
            { name: 'summary', label: 'Summary' },
            { name: 'description', label: 'What happened?', multiline: true },
            { name: 'steps', label: 'Steps to see it again', multiline: true, optional: true },
            { name: 'contact', label: 'How to reach you', hint: 'Email or phone.', optional: true },
          ]}
          faultsOf={bugReportFaults}
          draftOf={(form) =>
            bugReportDraft(form, {
              at: new Date().toISOString(),
              browser: navigator.userAgent,
              page: window.location.href,
            })
          }
          button="Report the bug"
          thanks="Thank you! Your bug report has been submitted. We'll investigate and fix it ASAP."
          failure="Failed to submit bug report. Please try again."
        />
        <ReportForm<FeatureRequest>
          prefix="feature"
          title="Request a feature"
          intro="Something is missing that would help you."
          empty={{ title: '', priority: 'useful', description: '', usecase: '', contact: '' }}
          priorities={named(FEATURE_PRIORITIES)}
          fields={[
            { name: 'title', label: 'Title' },
            { name: 'description', label: 'What should it do?', multiline: true },
            { name: 'usecase', label: 'What would you use it for?', multiline: true },
            { name: 'contact', label: 'How to reach you', hint: 'Email or phone.', optional: true },
          ]}
          faultsOf={featureRequestFaults}
          draftOf={featureRequestDraft}
          button="Request the feature"
          thanks="Thank you! Your feature request has been submitted. We'll review it and consider it for future releases."
          failure="Failed to submit feature request. Please try again."
        />
      </div>
    </Page>
  )
}
