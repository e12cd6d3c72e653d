import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, accountApiFor, api, bodyOf } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import { differences, isSame } from '../../../platform/merge.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { keepFields } from '../../../ui/unsent-fields.ts'
import { UnsentNotice } from '../../../ui/unsent-notice.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReload } from '../../../ui/use-reload.ts'
import { useUnsentChanges } from '../../../ui/use-unsent-changes.tsx'
import * as t from '../../text/account.ts'
import { type CloseShowing, CloseShowings } from '../components/close-showings.tsx'
import type { AgentContact } from '../contract.ts'
import { agentProfileIssues, cleanProfile, firstProfile } from '../domain.ts'
import { MAX_TRAVEL_MINUTES, ownTimeIssues, readOwnTime } from '../own-time-domain.ts'
import styles from './showing-profile.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const [profile, contact, session] = await Promise.all([
    api.GET('/api/showingbooker/profile'),
    api.GET('/api/showingbooker/properties/start-contact'),
    api.GET('/api/auth/get-session'),
  ])
  const { shows_alone, travel_minutes, ...stored } = bodyOf(profile)
  return {
    stored: { ...stored, shows_alone, travel_minutes },
    contact: firstProfile(stored, { contact: bodyOf(contact), account: bodyOf(session)?.user }),
    ownTime: { shows_alone, travel_minutes },
  }
}

export const meta = () => [{ title: t.profileTitle() }, { name: 'robots', content: 'noindex' }]

const FIELDS = [
  { name: 'agent_name', label: t.fieldName, autoComplete: 'name' },
  { name: 'agent_phone', label: t.phone, type: 'tel', autoComplete: 'tel' },
  { name: 'agent_email', label: t.email, type: 'email', autoComplete: 'email', optional: true },
  { name: 'agent_license', label: t.license, autoComplete: 'off', optional: true },
  { name: 'agent_brokerage', label: t.brokerage, autoComplete: 'organization', optional: true },
] as const

type Answer = { kind: 'success' | 'error'; title: string; detail?: string; showings?: CloseShowing[] }

/** The name under which the tab keeps what is not saved yet. */
const UNSENT = 'showing-profile'

/** Returns the members of `from` that `like` also has. */
const pick = <Entries extends object>(from: Entries, { ...like }: Entries): Entries =>
  Object.fromEntries(Object.keys(like).map((name) => [name, from[name as keyof Entries]])) as Entries

/** Edits the contact on every home with "use my public profile", and the agent's schedule. */
export default function ShowingProfilePage() {
  const { contact, ownTime: stored, stored: loaded } = useLoaderData<typeof loader>()
  const [issues, setIssues] = useState<Issue[]>([])
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const [answer, setAnswer] = useState<Answer>()
  const [isBusy, setIsBusy] = useState(false)
  const reload = useReload()
  const isAlive = useIsAlive()
  const changes = useUnsentChanges(UNSENT, {
    agent_name: contact.agent_name ?? '',
    agent_phone: contact.agent_phone ?? '',
    agent_email: contact.agent_email ?? '',
    agent_license: contact.agent_license ?? '',
    agent_brokerage: contact.agent_brokerage ?? '',
    shows_alone: stored.shows_alone,
    travel_minutes: String(stored.travel_minutes),
  })
  const { values } = changes
  const messages = eachOnce(issues)

  const show = (found: Issue[]) => {
    setIssues(found)
    setAttempt((count) => count + 1)
  }
  // Focuses the first invalid field. This runs after the error summary, which takes the focus too.
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [attempt])

  function discard() {
    changes.discard()
    setIssues([])
    setAnswer(undefined)
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setAnswer(undefined)
    // Read the fields themselves, to include values that the browser filled in.
    const entries = new FormData(event.currentTarget)
    const body = cleanProfile(Object.fromEntries(FIELDS.map(({ name }) => [name, String(entries.get(name) ?? '')])))
    const travel = String(entries.get('travel_minutes') ?? '')
    const ownTime = readOwnTime({ showsAlone: entries.has('shows_alone'), travel }, stored)
    const found = [...agentProfileIssues(body), ...ownTimeIssues(ownTime)]
    show(found)
    if (found.length > 0) return
    setIsBusy(true)
    try {
      // Another tab may have saved other fields since. Keep its values for those.
      const theirs = bodyOf(await api.GET('/api/showingbooker/profile'))
      const entered = { ...body, ...ownTime }
      const others = differences(pick(loaded, entered), pick(theirs, entered)).filter((name) =>
        isSame(entered[name], { ...contact, ...stored }[name]),
      )
      await api.PUT('/api/showingbooker/profile', {
        body: { ...entered, ...Object.fromEntries(others.map((name) => [name, theirs[name]])) },
      })
      keepFields(UNSENT, null)
      setAnswer({ kind: 'success', title: t.profileSaved() })
      // Until the stored profile has loaded, the fields show the typed text. Text typed in the meantime stays.
      void reload().then(() => changes.drop(changes.typed))
    } catch (error) {
      if (error instanceof ApiError) show(error.issues)
      const showings = error instanceof ApiError ? (error.body.bookings as CloseShowing[] | undefined) : undefined
      const detail = (error as Error).message
      setAnswer({ kind: 'error', title: t.profileFailed(), detail, ...(showings && { showings }) })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Page title={t.profile()} intro={t.profileIntro()}>
      <Card>
        <form
          ref={form}
          className={styles.form}
          method="post"
          noValidate
          onSubmit={save}
          onChange={() => answer?.kind === 'success' && setAnswer(undefined)}
        >
          {changes.isRestored && <UnsentNotice onDiscard={discard} first={FIELDS[0].name} />}
          {messages.length > 1 && <ErrorSummary title={t.checkFollowing()} issues={messages} attempt={attempt} />}
          {FIELDS.map(({ name, label, ...field }) => (
            <Field
              key={name}
              {...field}
              name={name}
              label={label()}
              value={values[name]}
              {...errorOf(name, issues)}
              required={!('optional' in field)}
              onChange={({ currentTarget: { value } }) => {
                changes.enter({ [name]: value })
                setIssues((current) => current.filter(({ path }) => path !== name))
              }}
            />
          ))}
          <fieldset className={styles.time}>
            <legend>{t.ownTime()}</legend>
            <Checkbox
              name="shows_alone"
              checked={values.shows_alone}
              error={issues.find(({ path }) => path === 'shows_alone')?.message}
              detail={t.showsAloneHint()}
              onChange={({ currentTarget: { checked } }) => {
                changes.enter({ shows_alone: checked })
                setIssues((current) => current.filter(({ path }) => path !== 'shows_alone'))
              }}
            >
              {t.showsAlone()}
            </Checkbox>
            <div hidden={!values.shows_alone}>
              <Field
                name="travel_minutes"
                label={t.travelMinutes()}
                hint={t.travelHint({ max: MAX_TRAVEL_MINUTES })}
                type="number"
                inputMode="numeric"
                min={0}
                max={MAX_TRAVEL_MINUTES}
                step={5}
                value={values.travel_minutes}
                error={issues.find(({ path }) => path === 'travel_minutes')?.message}
                onChange={({ currentTarget: { value } }) => {
                  changes.enter({ travel_minutes: value })
                  setIssues((current) => current.filter(({ path }) => path !== 'travel_minutes'))
                }}
              />
            </div>
          </fieldset>
          <Button type="submit" size="large" busy={isBusy} disabled={!isAlive}>
            {t.saveProfile()}
          </Button>
          {answer && (
            <Notice kind={answer.kind} role={answer.kind === 'error' ? 'alert' : 'status'} title={answer.title}>
              {answer.detail && <p>{answer.detail}</p>}
              {answer.showings && <CloseShowings showings={answer.showings} />}
            </Notice>
          )}
        </form>
      </Card>
      <Card title={t.asBookersSeeIt()}>
        <Contact profile={loaded} />
      </Card>
      <Card title={t.yourMessages()} intro={t.yourMessagesIntro()}>
        <p>
          <Link to="/showings/messages">{t.openMessages()}</Link>
        </p>
      </Card>
    </Page>
  )
}

/** Returns the error of a field, or the earlier field that shows the same one. */
function errorOf(name: string, issues: Issue[]): { error?: string; errorAt?: string } {
  const own = issues.find(({ path }) => path === name)
  const first = own && issues.find(({ message }) => message === own.message)
  if (!own || !first) return {}
  return first === own ? { error: own.message } : { errorAt: first.path }
}

/** Drops repeated messages, so that a screen reader reads one message for two fields once. */
const eachOnce = (issues: Issue[]) =>
  issues.filter(({ message }, index) => issues.findIndex((one) => one.message === message) === index)

function Contact({ profile }: { profile: AgentContact }) {
  const { agent_name, agent_phone, agent_email, agent_license, agent_brokerage } = profile
  const about = [agent_brokerage, agent_license && t.licenseNumber({ number: agent_license })]
    .filter(Boolean)
    .join(' · ')
  if (!agent_name && !agent_phone && !agent_email) return <p className={styles.muted}>{t.nothingYet()}</p>
  return (
    <div className={styles.contact}>
      <p className={styles.muted}>{t.listedBy()}</p>
      {agent_name && <p className={styles.name}>{agent_name}</p>}
      {about && <p className={styles.muted}>{about}</p>}
      {agent_phone && <p>{agent_phone}</p>}
      {agent_email && <p>{agent_email}</p>}
    </div>
  )
}
