import { createElement, Fragment, type ReactNode } from 'react'

/** Turns the parts of a text with links or emphasis into React nodes. Each part has its place as its key. */
export const rich = (parts: ReactNode[]): ReactNode =>
  parts.map((part, index) => createElement(Fragment, { key: index }, part))

/** Wraps a part of a text that only screen readers say. */
export const hidden = (inner: string): ReactNode => createElement('span', { className: 'visually-hidden' }, inner)
