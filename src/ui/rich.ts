import { Children, type ReactNode } from 'react'

/** Turns the parts of a text with links or emphasis into React nodes. */
export const rich = (parts: ReactNode[]): ReactNode => Children.toArray(parts)
