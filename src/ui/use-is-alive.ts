import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Tells whether the page's script is running: false on the server and in its HTML. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
