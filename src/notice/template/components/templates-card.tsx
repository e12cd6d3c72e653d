import { useRef, useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Row } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/template.ts'
import type { MessageTemplate } from '../contract.ts'
import { MOST_TEMPLATES } from '../limits-domain.ts'
import { TemplateDialog } from './template-dialog.tsx'
import styles from './templates-card.module.css'

type Asked = { kind: 'add' } | { kind: 'change' | 'remove'; template: MessageTemplate }

/** Lists the agent's templates and lets them add, change, and delete templates. */
export function TemplatesCard({ templates }: { templates: MessageTemplate[] }) {
  const [asked, setAsked] = useState<Asked>()
  const reload = useReloadAfterAct()
  const adds = useRef<HTMLButtonElement>(null)
  async function done(text: string) {
    showToast({ kind: 'success', text })
    await reload()
    setAsked(undefined)
    adds.current?.focus()
  }
  const onClose = () => setAsked(undefined)
  const isFull = templates.length >= MOST_TEMPLATES
  return (
    <Card title={t.templates()} intro={t.templatesIntro()}>
      {templates.length === 0 ? (
        <p className={styles.none}>{t.noTemplates()}</p>
      ) : (
        <ul className={styles.list}>
          {templates.map((template) => (
            <Row
              key={template.id}
              title={template.name}
              actions={
                <>
                  <Button variant="quiet" onClick={() => setAsked({ kind: 'remove', template })}>
                    {t.deleteTemplate()} <Hidden text={template.name} />
                  </Button>
                  <Button variant="secondary" onClick={() => setAsked({ kind: 'change', template })}>
                    {t.editTemplate()} <Hidden text={template.name} />
                  </Button>
                </>
              }
            >
              <span className={styles.words}>{template.words}</span>
            </Row>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className={styles.none}>{t.tooMany({ most: MOST_TEMPLATES })}</p>
      ) : (
        <p>
          <Button ref={adds} variant="secondary" onClick={() => setAsked({ kind: 'add' })}>
            {t.addTemplate()}
          </Button>
        </p>
      )}
      {asked && asked.kind !== 'remove' && (
        <TemplateDialog
          template={asked.kind === 'change' ? asked.template : null}
          onSaved={() => done(t.templateSaved())}
          onChanged={reload}
          onClose={onClose}
        />
      )}
      {asked?.kind === 'remove' && (
        <ConfirmDialog
          title={t.deleteNamed({ name: asked.template.name })}
          confirmLabel={t.deleteTemplate()}
          closeLabel={t.keepTemplate()}
          onConfirm={async () => {
            const params = { path: { id: asked.template.id } }
            await api.DELETE('/api/showingbooker/message-templates/{id}', { params }).catch((error: unknown) => {
              // Another tab has deleted the template.
              if (!(error instanceof ApiError && error.status === 404)) throw error
            })
            await done(t.templateDeleted())
          }}
          onClose={onClose}
        >
          <p>{asked.template.words}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const Hidden = ({ text }: { text: string }) => <span className="visually-hidden">: {text}</span>
