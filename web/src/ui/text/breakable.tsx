import { breakable } from '@sheaf/markdown/break-points'
import { Fragment } from 'react'

/**
 * A text whose paths, addresses and identifiers are wrapped after their marks. Its copy is the text. Not for texts of one line:
 * `nowrap` does not prevent these breaks.
 */
export const Breakable = ({ children }: { children: string }) =>
  breakable(children).map((piece, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
