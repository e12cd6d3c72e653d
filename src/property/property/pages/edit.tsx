import { type LoaderFunctionArgs, useLoaderData, useNavigate, useOutletContext } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { streetLine } from '../../../platform/postal-address.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import * as t from '../../text/property.ts'
import { EditPropertyForm } from '../components/edit-property-form.tsx'
import type { PropertyDialogContext } from '../components/property-editing.tsx'
import { usePropertyEditor } from '../components/use-property-editor.tsx'
import type { Property } from '../contract.ts'
import styles from './edit.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const path = { id: params.id ?? '' }
  return bodyOf(await accountApiFor(context).GET('/api/showingbooker/properties/{id}', { params: { path } }))
}

export const meta = () => [{ title: t.editPageTitle() }, { name: 'robots', content: 'noindex' }]

export default function EditPage() {
  const property: Property = useLoaderData<typeof loader>()
  // Another property gets a new dialog.
  return <EditDialog key={property.id} property={property} />
}

function EditDialog({ property }: { property: Property }) {
  const context = useOutletContext<PropertyDialogContext>()
  const navigate = useNavigate()
  const form = usePropertyEditor(property, context)
  const isOwn = property.agent_id === context.account.id
  return (
    <Dialog
      title={t.editTitle({ address: streetLine(property) })}
      onClose={() => void navigate(`/properties${context.search}`, { preventScrollReset: true })}
    >
      <p className={styles.how}>
        {t.savesAutomatically()}
        {!isOwn && ` ${t.propertyOf({ agent: property.agent_account })}`}
      </p>
      <EditPropertyForm form={form} profile={isOwn ? context.profile : null} />
      <Button onClick={(event) => event.currentTarget.closest('dialog')?.close()}>{t.done()}</Button>
      {/* An open dialog makes everything outside it inert, so it needs its own toasts. */}
      <Toasts />
    </Dialog>
  )
}
