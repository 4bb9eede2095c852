import { read } from '../call.ts'
import { bytes, text } from '../fields.ts'

/*
 * Ways in from outside. They are links that a browser follows, also from another site: the named exception to W2 (W17), so they are
 * declared as what GET may ask. What proves the right to come in is in the address, and counts once.
 */
export const ExtLogin = {
  /** Without `code` it leads to the provider; with it, it is where the provider sends people back to. `link` adds to the own account. */
  oauth2: read('visitor', { code: text(4000), state: text(), error: text(), iss: text(1000), redirect: text(2000), link: text(1) }, bytes),
  bySecretKey: read('visitor', { username: text(), time: text(20), token: text(), redirect: text(2000) }, bytes),
}
