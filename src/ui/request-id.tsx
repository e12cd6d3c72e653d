import { createContext, useContext } from 'react'

/** Known on the server only; a browser keeps the text that the server wrote. */
export const RequestId = createContext('')

export function Reference() {
  return <code suppressHydrationWarning>{useContext(RequestId)}</code>
}
