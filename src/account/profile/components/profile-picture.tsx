import { useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/profile.ts'

/** Changes the picture. An upload is saved at once. A removal asks first, because it deletes the file. */
export function ProfilePicture({ picture }: { picture: string | null }) {
  const [isSaved, setIsSaved] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const reload = useReloadAfterAct()

  function showSaved() {
    setIsSaved(true)
    void reload()
  }
  async function send(file: File) {
    setIsSaved(false)
    const form = new FormData()
    form.append('image', file)
    return bodyOf(await api.POST('/api/upload/image', { body: { image: file.name }, bodySerializer: () => form }))
  }
  async function remove() {
    setIsSaved(false)
    try {
      await api.DELETE('/api/upload/image')
    } catch (error) {
      throw new Error(t.saveFailed({ message: (error as Error).message }))
    }
    showSaved()
  }

  return (
    <Card title={t.picture()}>
      <ImageField
        name="picture"
        noun="picture"
        shape="round"
        shrinks
        value={picture}
        send={send}
        signedOut={t.signInForPicture()}
        onChange={(imageUrl) => (imageUrl === null ? setIsAsked(true) : showSaved())}
      >
        {isSaved && <Notice kind="success" role="status" title={t.saved()} />}
      </ImageField>
      {isAsked && (
        <ConfirmDialog
          title={t.removePictureTitle()}
          confirmLabel={t.removePicture()}
          onConfirm={remove}
          onClose={() => setIsAsked(false)}
        >
          <p>{t.removePictureText()}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
