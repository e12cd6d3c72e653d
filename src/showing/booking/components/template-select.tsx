import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { MessageTemplate } from '../../../notice/template/contract.ts'
import { fillTemplate } from '../../../notice/template/placeholder-domain.ts'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { instantName } from '../../../ui/date-time.ts'
import { Select } from '../../../ui/select.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import styles from './thread-composer.module.css'

type TemplateSelectProps = { showing: ShowingRecord; onPick: (words: string) => void }

/** A select that fills in one of the agent's templates with the showing's details. */
export function TemplateSelect({ showing, onPick }: TemplateSelectProps) {
  const [templates, setTemplates] = useState<MessageTemplate[]>([])
  useEffect(() => {
    // If the templates cannot load, the agent types the message.
    api.GET('/api/showingbooker/message-templates').then(
      (answer) => setTemplates(bodyOf(answer).templates),
      () => undefined,
    )
  }, [])
  if (templates.length === 0)
    return (
      <p className={styles.count}>
        <Link to="/showings/messages">{t.makeTemplates()}</Link>
      </p>
    )
  return (
    <div className={styles.templates}>
      <Select
        name={`template-${showing.id}`}
        label={t.pickTemplate()}
        value=""
        options={[
          { value: '', label: t.chooseTemplate() },
          ...templates.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => {
          const picked = templates.find((one) => one.id === id)
          if (picked) onPick(fillTemplate(picked.words, valuesOf(showing)))
        }}
      />
    </div>
  )
}

const valuesOf = ({ buyerName, propertyAddress, datetime, time_zone, agentName }: ShowingRecord) => ({
  name: buyerName.trim().split(/\s+/)[0] ?? '',
  address: propertyAddress,
  time: instantName(datetime, time_zone),
  agent: agentName ?? '',
})
