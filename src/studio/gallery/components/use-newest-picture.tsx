import { api, bodyOf } from '../../../platform/api-client.ts'
import type { Image } from '../../image/contract.ts'
import type { ImageList } from './image-list.tsx'
import type { useOpenImage } from './use-open-image.tsx'

/**
 * Returns what to do when a picture did not load. Its creator may have changed the filter since the list was loaded,
 * and then the picture has other addresses.
 */
export const useNewestPicture = (list: ImageList, opened: ReturnType<typeof useOpenImage>) =>
  async function renew({ id, image_url }: Image) {
    const newest = await api.GET('/images/{id}', { params: { path: { id } } }).then(bodyOf, () => null)
    if (!newest || newest.image_url === image_url) return
    list.put(newest)
    opened.put((one) => (one?.id === id ? newest : one))
  }
