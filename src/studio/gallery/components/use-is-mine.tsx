import { useSyncExternalStore } from 'react'
import { rememberedUsername } from '../../../ui/account-mark.tsx'
import type { Image } from '../../image/contract.ts'
import { isMadeBy } from '../domain.ts'

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Tells whether the account signed in on this browser made the image. The gallery's page is the same for everyone. */
export function useIsMine(image: Image): boolean {
  const username = useSyncExternalStore(subscribe, rememberedUsername, () => null)
  return isMadeBy(image, username)
}
