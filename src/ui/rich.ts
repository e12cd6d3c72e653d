import { createElement, Fragment, type ReactNode } from 'react'

/** Turns the parts of a text with links or emphasis into React nodes. */
export const rich = (parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)

/** Wraps a part of a text that only screen readers say. */
export const hidden = (inner: string): ReactNode => createElement('span', { className: 'visually-hidden' }, inner)
