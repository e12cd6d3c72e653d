import { createContext, useContext } from 'react'

/** The request's ID. Only the server knows it, and the browser keeps the text that the server rendered. */
export const RequestId = createContext('')

/** @param value ID of a request that the browser made, instead of the page's own */
export function RequestIdCode({ value }: { value?: string | undefined }) {
  const own = useContext(RequestId)
  return <code suppressHydrationWarning>{value ?? own}</code>
}
