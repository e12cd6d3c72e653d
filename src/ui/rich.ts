import { Children, type ReactNode } from 'react'

/** The parts of a text with links or emphasis, as React takes them. */
export const rich = (parts: ReactNode[]): ReactNode => Children.toArray(parts)
