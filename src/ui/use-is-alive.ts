import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the script of the page has arrived: false on the server and in what it wrote. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
