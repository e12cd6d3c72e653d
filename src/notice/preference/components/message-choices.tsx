import { useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Card } from '../../../ui/card.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/preference.ts'
import type { MessageChoices } from '../contract.ts'
import type { Topic } from '../domain.ts'
import styles from './message-choices.module.css'

const NAMES: Record<Topic, () => string> = {
  request: t.topicRequest,
  booking: t.topicBooking,
  reschedule: t.topicReschedule,
  cancellation: t.topicCancellation,
  message: t.topicMessage,
  reminder: t.topicReminder,
  refund: t.topicRefund,
}
const IN_ORDER = Object.keys(NAMES) as Topic[]

/** Shows switches for what the agent gets by text and by email. Each switch saves its change at once. */
export function MessageChoicesCard({ stored }: { stored: MessageChoices['choices'] }) {
  const [choices, setChoices] = useState(stored)
  const [before, setBefore] = useState(stored)
  // Newly loaded choices replace the ones on the screen.
  if (before !== stored) {
    setBefore(stored)
    setChoices(stored)
  }
  const isAlive = useIsAlive()
  const of = (topic: Topic) => choices.find((one) => one.topic === topic) ?? { topic, sms: true, email: true }
  async function turn(topic: Topic, change: { sms?: boolean; email?: boolean }) {
    const shown = choices
    setChoices(choices.map((one) => (one.topic === topic ? { ...one, ...change } : one)))
    try {
      const params = { path: { topic } }
      setChoices(bodyOf(await api.PUT('/api/showingbooker/message-choices/{topic}', { params, body: change })).choices)
      showToast({ kind: 'success', text: t.choiceSaved(), key: 'choices' })
    } catch (error) {
      setChoices(shown)
      showToast({ kind: 'error', text: (error as Error).message, key: 'choices' })
    }
  }
  return (
    <Card title={t.whatReachesYou()} intro={t.whatReachesYouIntro()}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t.about()}</th>
            <th scope="col">{t.byText()}</th>
            <th scope="col">{t.byEmail()}</th>
          </tr>
        </thead>
        <tbody>
          {IN_ORDER.map((topic) => (
            <tr key={topic}>
              <th scope="row">{NAMES[topic]()}</th>
              {(['sms', 'email'] as const).map((way) => (
                <td key={way}>
                  <label className={styles.box}>
                    <input
                      type="checkbox"
                      checked={of(topic)[way]}
                      disabled={!isAlive}
                      onChange={({ currentTarget }) => turn(topic, { [way]: currentTarget.checked })}
                    />
                    <span className="visually-hidden">{t.switchName({ topic: NAMES[topic](), way })}</span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>{t.alwaysSent()}</p>
    </Card>
  )
}
