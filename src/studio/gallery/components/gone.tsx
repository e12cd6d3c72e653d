import { ApiError } from '../../../platform/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/gallery.ts'

/** Tells from the answer to an act that an image is no longer there for this viewer: deleted, or made private. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Not an error, which would stay until it is closed: there is nothing left to do. */
export const sayGone = () => showToast({ kind: 'info', text: t.imageGone(), key: 'gone' })
