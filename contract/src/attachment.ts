import { read } from './call.ts'
import { bytes, text } from './fields.ts'

export const attachment = {
  /** The file behind a `sign`: of a public item for everybody, of a private one for who may visit it. */
  visitFile: read('visitor', { sign: text() }, bytes),
}
