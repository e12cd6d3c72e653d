import { createContext, useContext } from 'react'

/** Known on the server only; a browser keeps the text that the server wrote. */
export const RequestId = createContext('')

/** @param value of another request than the page's own: one that the browser made */
export function Reference({ value }: { value?: string | undefined }) {
  const own = useContext(RequestId)
  return <code suppressHydrationWarning>{value ?? own}</code>
}
