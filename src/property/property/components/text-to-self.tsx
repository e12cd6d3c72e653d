import { type SubmitEvent, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import type { paths } from '../../../platform/api-schema.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.tsx'
import { useRefresh } from '../../../ui/use-refresh.ts'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import styles from './added-panel.module.css'

type State =
  paths['/api/showingbooker/properties/{id}/link-text']['get']['responses'][200]['content']['application/json']

const LOOK_MS = 2_000

/** Texts the booking link to the agent's own phone, asks for the phone if there is none, and shows the result. */
export function TextToSelf({ property }: { property: Property }) {
  const { id } = property
  const params = { path: { id } }
  const [state, setState] = useState<State>()
  const [fault, setFault] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isQueued = state?.text?.status === 'queued'
  const look = async () => setState(bodyOf(await api.GET('/api/showingbooker/properties/{id}/link-text', { params })))
  const button = useFocusBack(isAsking)
  useRefresh(look, isQueued ? LOOK_MS : null)

  /** @returns `false` if there is no phone to text */
  async function send(): Promise<boolean> {
    setIsBusy(true)
    setFault(undefined)
    try {
      const { phone } = bodyOf(await api.GET('/api/showingbooker/properties/{id}/link-text', { params }))
      if (phone === null) {
        setIsAsking(true)
        return false
      }
      await api.POST('/api/showingbooker/properties/{id}/link-text', { params })
      setIsAsking(false)
      await look()
    } catch (error) {
      setFault((error as Error).message)
    } finally {
      setIsBusy(false)
    }
    return true
  }
  return (
    <>
      <Button ref={button} variant="secondary" busy={isBusy && !isAsking} onClick={send}>
        <Icon name="message" />
        {t.addedSend()}
      </Button>
      {isAsking && <AskPhone property={property} onSaved={send} />}
      <p role="status" className={styles.texted}>
        {!fault && wordsOf(state)}
      </p>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </>
  )
}

function wordsOf(state: State | undefined): string | null {
  if (!state?.text || !state.phone) return null
  const { phone, text } = state
  const words = { queued: t.textedQueued, sent: t.textedSent, not_sent: t.textedNot, failed: t.textedFailed }
  return words[text.status]({ phone })
}

/** Saves the agent's phone to their profile, and keeps its other fields. */
function AskPhone({ property, onSaved }: { property: Property; onSaved: () => Promise<boolean> }) {
  const { act, isBusy, fault, issues } = useAct()
  const missing = { path: 'agent_phone', message: t.textedNeedsPhone() }
  async function save(agent_phone: string) {
    const profile = bodyOf(await api.GET('/api/showingbooker/profile'))
    const { agent_name, agent_email, agent_license, agent_brokerage } = profile
    await api.PUT('/api/showingbooker/profile', {
      body: {
        agent_name: agent_name ?? property.contact?.agent_name ?? property.agent_name,
        agent_email,
        agent_license,
        agent_brokerage,
        agent_phone,
      },
    })
    if (!(await onSaved())) throw new Error(missing.message)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const phone = String(new FormData(event.currentTarget).get('own_phone')).trim()
    void act(() => save(phone), phone ? [] : [missing])
  }
  return (
    <form className={styles.phone} onSubmit={submit} noValidate>
      <Field
        name="own_phone"
        type="tel"
        autoComplete="tel"
        label={t.textedPhone()}
        hint={t.textedPhoneHint()}
        error={issues.find(({ path }) => path === missing.path)?.message ?? fault?.message}
        autoFocus
      />
      <Button type="submit" busy={isBusy}>
        {t.textedSave()}
      </Button>
    </form>
  )
}
