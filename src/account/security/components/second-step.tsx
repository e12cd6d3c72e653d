import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { isFocusLost } from '../../../ui/focus-on.ts'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { spoken } from '../../../ui/spoken.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/security.ts'
import type { SecondFactor } from '../contract.ts'
import { FEW_CODES } from '../domain.ts'
import { PasswordForm } from './password-form.tsx'
import styles from './second-step.module.css'

type Step = 'idle' | 'enable' | 'disable' | 'renew'

/** `codesLeft` is null if it is off, or if the server can no longer read the recovery codes. */
type SecondStepProps = { isOn: boolean; codesLeft: number | null; isConfirmed: boolean }

/** Turns two-step verification on with a code from an app, and off with the password. */
export function SecondStep({ isOn, codesLeft, isConfirmed }: SecondStepProps) {
  const [step, setStep] = useState<Step>('idle')
  const [begun, setBegun] = useState<SecondFactor>()
  const [codes, setCodes] = useState<string[]>()
  const reload = useReloadAfterAct()
  const isAlive = useIsAlive()

  const place = useRef<HTMLDivElement>(null)
  const before = useRef({ step, codes, isOn })
  // The pressed button is gone. Move the focus to the new codes, or back to the button that the person came from.
  useEffect(() => {
    const left = before.current
    before.current = { step, codes, isOn }
    const isSame = left.step === step && left.codes === codes && left.isOn === isOn
    if (isSame || !isFocusLost()) return
    const next = codes && codes !== left.codes ? '[data-codes]' : `[data-step=${left.step}]`
    const target = place.current?.querySelector<HTMLElement>(next) ?? place.current?.querySelector('button')
    target?.focus()
  }, [step, codes, isOn])

  const acts: Record<Exclude<Step, 'idle'>, (password: string) => Promise<void>> = {
    async enable(password) {
      setBegun(bodyOf(await api.POST('/api/auth/two-factor/enable', { body: { password } })))
    },
    async disable(password) {
      await api.POST('/api/auth/two-factor/disable', { body: { password } })
      setStep('idle')
      setCodes(undefined)
      await reload()
    },
    async renew(password) {
      setCodes(bodyOf(await api.POST('/api/auth/two-factor/generate-backup-codes', { body: { password } })).backupCodes)
      setStep('idle')
    },
  }

  if (begun)
    return (
      <Setup
        begun={begun}
        onDone={async () => {
          setCodes(begun.backupCodes)
          setBegun(undefined)
          setStep('idle')
          await reload()
        }}
      />
    )
  return (
    <div ref={place} className={styles.steps}>
      <p>{isOn ? t.stepOn() : t.stepOff()}</p>
      {!isOn && !isConfirmed && (
        <Notice kind="info">
          <p>{rich(t.confirmFirst({ link: (inner) => <a href="/account/profile">{inner}</a> }))}</p>
        </Notice>
      )}
      {codes ? <Codes codes={codes} /> : codesLeft !== null && <CodesLeft count={codesLeft} />}
      {step === 'idle' ? (
        <p className={styles.actions}>
          {isOn ? (
            <>
              <Button variant="secondary" data-step="renew" disabled={!isAlive} onClick={() => setStep('renew')}>
                {t.newCodes()}
              </Button>
              <Button variant="danger" data-step="disable" disabled={!isAlive} onClick={() => setStep('disable')}>
                {t.turnOff()}
              </Button>
            </>
          ) : (
            <Button disabled={!isAlive || !isConfirmed} onClick={() => setStep('enable')}>
              {t.turnOn()}
            </Button>
          )}
        </p>
      ) : (
        <PasswordForm
          key={step}
          label={{ enable: t.goOn(), disable: t.turnOff(), renew: t.makeCodes() }[step]}
          variant={step === 'disable' ? 'danger' : 'primary'}
          onSubmit={acts[step]}
          onCancel={() => setStep('idle')}
        />
      )}
    </div>
  )
}

/** Shows the secret for the app and the recovery codes, then asks for a code from the app. */
function Setup({ begun, onDone }: { begun: SecondFactor; onDone: () => Promise<void> }) {
  const { act, isBusy, fault } = useAct()
  const secret = new URL(begun.totpUri).searchParams.get('secret') ?? ''
  async function verify(code: string) {
    await api.POST('/api/auth/two-factor/verify-totp', { body: { code, trustDevice: false } })
    await onDone()
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    void act(() => verify(code))
  }
  return (
    <div className={styles.steps}>
      <p>{t.scanThis()}</p>
      <img className={styles.qr} src={begun.qrCode} alt={t.keyAsQr()} />
      <p className={styles.secret}>{secret}</p>
      <CopyButton text={secret}>{t.copyKey()}</CopyButton>
      {/* Before the code, because the answer to the code may be lost. */}
      <Codes codes={begun.backupCodes} />
      <form method="post" noValidate onSubmit={submit}>
        <Field
          name="code"
          label={t.code()}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
          maxLength={10}
          hint={t.sixDigits()}
          error={spoken(fault?.message)}
        />
        <p>
          <Button type="submit" busy={isBusy}>
            {t.turnOn()}
          </Button>
        </p>
      </form>
    </div>
  )
}

/** Shows the recovery codes, which no later page can show. */
function Codes({ codes }: { codes: string[] }) {
  return (
    <section data-codes tabIndex={-1} aria-label={t.keepCodes()}>
      <Notice kind="warning" title={t.keepCodes()}>
        <p>{t.keepCodesText()}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')}>{t.copyCodes()}</CopyButton>
      </Notice>
    </section>
  )
}

/** Says how many recovery codes are left, because a person may have used them, or may never have saved them. */
function CodesLeft({ count }: { count: number }) {
  const left = t.codesLeft({ count })
  if (count <= FEW_CODES)
    return (
      <Notice kind="warning" title={left}>
        <p>{t.fewCodes()}</p>
      </Notice>
    )
  return (
    <p>
      {left} {t.codesNotSaved()}
    </p>
  )
}
