import { createContext } from 'react'

/** What lets a script inside this answer run. Known on the server only. */
export const Nonce = createContext<string | undefined>(undefined)
