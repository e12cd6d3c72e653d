import { ApiError } from '../../../platform/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/gallery.ts'

/** Tells whether an action failed because this viewer can no longer see the image: it was deleted or made private. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Shows a notice, not an error, which would stay until someone closes it: there is nothing left to do. */
export const sayGone = () => showToast({ kind: 'info', text: t.imageGone(), key: 'gone' })
