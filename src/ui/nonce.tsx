import { createContext } from 'react'

/** The nonce that allows a script in this answer. Only the server knows it. */
export const Nonce = createContext<string | undefined>(undefined)
