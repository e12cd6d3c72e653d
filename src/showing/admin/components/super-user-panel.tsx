import { type SubmitEvent, useEffect, useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { zipOf } from '../../../property/property/typed-domain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field, FieldError } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { usePages } from '../../../ui/use-pages.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { useRetryKey } from '../../../ui/use-retry-key.ts'
import * as t from '../../text/admin.ts'
import type { Agent } from '../contract.ts'
import { nameParts } from '../domain.ts'
import styles from './super-user-panel.module.css'

/** Lists everyone who can list properties. */
export const agentsOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/admin/agents', 'agents', { query: { limit: 100 } })

const SHOWN_MS = 3000
const NO_CONTACT = { agent_first_name: '', agent_last_name: '', agent_email: '', agent_phone: '' }
const EMPTY = {
  address_line1: '',
  unit_number: '',
  city: '',
  state: 'CA',
  zip_code: '',
  status: 'listed' as Status,
  ...NO_CONTACT,
}
type Status = 'listed' | 'unlisted' | 'sold' | 'rented'

/** States that the admin's form offers (booking.md section 5). */
const STATES = [
  { value: 'CA', label: t.california },
  { value: 'NY', label: t.newYork },
  { value: 'TX', label: t.texas },
  { value: 'FL', label: t.florida },
]
const STATUSES: { value: Status; label: () => string }[] = [
  { value: 'listed', label: t.listed },
  { value: 'unlisted', label: t.unlisted },
  { value: 'sold', label: t.sold },
  { value: 'rented', label: t.rented },
]
const named = <Value extends string>(choices: { value: Value; label: () => string }[]) =>
  choices.map(({ value, label }) => ({ value, label: label() }))

const TEXTS = [
  { name: 'address_line1', label: t.street },
  { name: 'unit_number', label: t.unit, optional: true },
  { name: 'city', label: t.city },
] as const
const CONTACT = [
  { name: 'agent_first_name', label: t.firstName },
  { name: 'agent_last_name', label: t.lastName },
  { name: 'agent_email', label: t.email, type: 'email' },
  { name: 'agent_phone', label: t.phone, type: 'tel' },
] as const

/** Returns the contact that a property of this agent gets by default. */
function contactOf(agent: Agent | undefined): typeof NO_CONTACT {
  const { name = null, email = null, phone = null } = agent?.contact ?? {}
  const { first_name, last_name } = nameParts(name)
  return {
    agent_first_name: first_name ?? '',
    agent_last_name: last_name ?? '',
    agent_email: email ?? '',
    agent_phone: phone ?? '',
  }
}

/** Lists all agents and their properties, with a form that adds a property for the chosen agent. */
export function SuperUserPanel({ first }: { first: Page<Agent> }) {
  const reload = useReloadAfterAct()
  const list = usePages(agentsOf(api), first)
  const [agentId, setAgentId] = useState('')
  const [form, setForm] = useState(EMPTY)
  const [added, setAdded] = useState<string>()
  const { act, isBusy, fault, issues } = useAct()
  const sending = useRetryKey()
  const isAlive = useIsAlive()
  useEffect(() => {
    if (!added) return
    const timer = setTimeout(() => setAdded(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [added])
  const agent = list.items.find(({ id }) => id === agentId)
  const known = contactOf(agent)
  // A contact that the admin left as we filled it in follows the agent's profile. A typed contact stays as typed.
  const follows = CONTACT.every(({ name }) => form[name] === known[name])
  function choose(id: string) {
    setAgentId(id)
    setForm({ ...form, ...contactOf(list.items.find((one) => one.id === id)) })
  }
  const errorOf = (name: string) => issues.find(({ path }) => path === name)?.message

  async function add() {
    setAdded(undefined)
    const body = { ...form, zip_code: zipOf(form.zip_code), agent_id: agentId, use_public_profile: follows }
    await api.POST('/api/showingbooker/admin/properties', { body, headers: sending.headersFor(body) })
    sending.forget()
    setAdded(agent?.email)
    setForm({ ...EMPTY, ...known })
    await reload()
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void act(add)
  }

  return (
    <form className={styles.panel} method="post" noValidate onSubmit={submit}>
      <Card title={t.agents()}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must be able to reach it. */}
        <fieldset id="agent_id" className={styles.agents} tabIndex={0} aria-describedby="agent_id-error">
          <legend className="visually-hidden">{t.agent()}</legend>
          {list.items.map(({ id, first_name, last_name, email, role, property_count }) => (
            <label key={id} className={styles.agent}>
              <input type="radio" name="agent_id" checked={agentId === id} onChange={() => choose(id)} />
              <span className={styles.name}>
                <EmailText text={[first_name, last_name].filter(Boolean).join(' ') || email} />
              </span>
              <span className={styles.detail}>
                {first_name && (
                  <>
                    <EmailText text={email} />
                    {' · '}
                  </>
                )}
                {role === 'admin' && `${t.admin()} · `}
                {t.propertyCount({ count: property_count })}
              </span>
            </label>
          ))}
          <ShowMore {...list} />
        </fieldset>
        <FieldError name="agent_id" error={errorOf('agent_id')} />
      </Card>
      <Card title={t.createForAgent()}>
        <ErrorSummary title={t.pleaseCheck()} issues={issues} />
        {TEXTS.map(({ name, label, ...rest }) => (
          <Field
            key={name}
            name={name}
            label={label()}
            {...rest}
            autoComplete="off"
            value={form[name]}
            error={errorOf(name)}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
          />
        ))}
        <Select
          name="state"
          label={t.state()}
          options={named(STATES)}
          value={form.state}
          error={errorOf('state')}
          onChange={(state) => setForm({ ...form, state })}
        />
        <Field
          name="zip_code"
          label={t.zip()}
          inputMode="numeric"
          autoComplete="off"
          value={form.zip_code}
          error={errorOf('zip_code')}
          onChange={(event) => setForm({ ...form, zip_code: event.currentTarget.value })}
        />
        {CONTACT.map(({ name, label, ...rest }) => (
          <Field
            key={name}
            name={name}
            label={label()}
            optional
            {...rest}
            hint={name === 'agent_phone' && t.contactHint()}
            autoComplete="off"
            value={form[name]}
            error={errorOf(name)}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
          />
        ))}
        <Select
          name="status"
          label={t.status()}
          options={named(STATUSES)}
          value={form.status}
          error={errorOf('status')}
          onChange={(status) => setForm({ ...form, status })}
        />
        {fault && issues.length === 0 && (
          <Notice kind="error" role="alert" title={t.createFailed({ message: fault.message })} />
        )}
        <div role="status">{added && <Notice kind="success" title={t.created({ added })} />}</div>
        <Button type="submit" busy={isBusy} disabled={!isAlive}>
          {t.create()}
        </Button>
      </Card>
    </form>
  )
}
