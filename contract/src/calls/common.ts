import * as z from 'zod'
import { read } from '../call.ts'
import { bytes, digits, id, idOr0, nothing, text } from '../fields.ts'

export const common = {
  homePageSetting: read('visitor', {}, z.object({ home_page: digits, home_item: digits, beian: z.string() })),
  verify: read('visitor', {}, bytes),
  /** Only for this site's own addresses (D9); size is pixels per module. */
  qrcode: read('visitor', { size: idOr0, url: text(1000) }, bytes),
  version: read('visitor', {}, z.object({ version: z.string() })),
  /** A riddle for a program without a session: it names the riddle when it sends the solution. */
  createCaptcha: read('visitor', {}, z.object({ captcha_id: digits })),
  showCaptcha: read('visitor', { captcha_id: id }, bytes),
  /** Where older pages look for a file: attachment/visitFile. */
  visitFile: read('visitor', { sign: text(), key: text(), uploaded: text(300) }, bytes),
}

/** Kept for clients that call them at login; harmless (D14). */
export const ScriptCron = { run: read('visitor', {}, nothing) }
export const update = { checkDb: read('visitor', {}, nothing) }
