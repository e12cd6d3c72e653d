import type { Image } from '../../image/contract.ts'
import { sayGone } from './gone.tsx'
import type { ImageList } from './image-list.tsx'
import { useFocusAfter } from './use-focus-after.tsx'
import type { useOpenImage } from './use-open-image.tsx'

/**
 * Removes images from a list, closes an open one, and moves the focus to its neighbor.
 * @param isFree whether no other dialog is open
 */
export function useLeaving(list: ImageList, opened: ReturnType<typeof useOpenImage>, isFree = true) {
  const setAfter = useFocusAfter(isFree && opened.id === null)
  function drop(image: Image) {
    const at = list.items.findIndex(({ id }) => id === image.id)
    if (at !== -1) setAfter(list.items[at + 1]?.id ?? list.items[at - 1]?.id)
    opened.leave(image)
    list.drop(image.id)
  }
  return {
    drop,
    /** Says that an image has since been deleted or hidden. */
    onGone(image: Image) {
      drop(image)
      sayGone()
    },
  }
}
