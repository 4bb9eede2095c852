import { Fragment } from 'react'

/** Shorter words fit in a line of a phone, even in a title. */
const longWord = /\S{16,}/g
const afterMark = /(?<=[/._?&-])(?=[^/._?&-])/g

/**
 * A text whose paths, addresses and identifiers are wrapped after their marks, not inside a name. Its copy is the text. Not for
 * texts of one line: `nowrap` does not prevent these breaks.
 */
export const Breakable = ({ children }: { children: string }) =>
  children
    .replace(longWord, (word) => word.replace(afterMark, '\0'))
    .split('\0')
    .map((piece, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {piece}
      </Fragment>
    ))
