import { Fragment } from 'react'

/** Shows an email address, or a name that may be one. If it is too long for its line, it breaks before `@` or a dot. */
export const EmailText = ({ text }: { text: string }) =>
  (/^\S+@\S+$/.test(text) ? text.split(/(?=[@.])/) : [text]).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other identity.
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
