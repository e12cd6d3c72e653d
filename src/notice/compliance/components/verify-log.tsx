import { useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useAct } from '../../../ui/use-act.tsx'
import * as t from '../../text/compliance.ts'
import { type Proof, proofWords } from '../chain-domain.ts'
import styles from './verify-log.module.css'

/** Verifies a property's chain and shows the result. */
export function VerifyLog({ id }: { id: string }) {
  const [proof, setProof] = useState<Proof>()
  const { act, isBusy, fault } = useAct()
  async function verify() {
    setProof(undefined)
    const asked = { params: { path: { id } } }
    setProof(bodyOf(await api.GET('/api/showingbooker/properties/{id}/logs/verify', asked)))
  }
  return (
    <>
      <Button variant="secondary" busy={isBusy} onClick={() => act(verify)}>
        <Icon name="shield" />
        {t.verify()}
      </Button>
      <div className={styles.result} role="status">
        {proof?.valid && <Notice kind="success" title={t.logIntact({ words: proofWords(proof) })} />}
        {proof && !proof.valid && <Notice kind="error" title={t.logBroken({ words: proofWords(proof) })} />}
        {fault && <Notice kind="error" title={fault.message} />}
      </div>
    </>
  )
}
