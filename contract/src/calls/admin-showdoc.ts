import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, digits, flag, nothing, text } from '../fields.ts'

/* A move from ShowDoc on the administrator's screen (docs/decisions/0041). showdoc.ts says what it tells. */

/** stopped: by somebody, or because the server was; it goes on where it was. */
export const showdocStates = ['none', 'running', 'stopped', 'failed', 'done'] as const

const password = text(1000)

export const adminShowdoc = {
  /** The last one, and how far it is. `report` is a MoveReport as JSON, or '' until there is one. */
  progress: read(
    'admin',
    {},
    z.object({
      state: z.enum(showdocStates),
      /** verify compares again, and writes nothing. */
      what: z.enum(['move', 'verify']),
      /** A folder of the server, or the name of the archive. */
      place: z.string(),
      is_upload: digits,
      stage: z.string(),
      table: z.string(),
      done: z.number(),
      total: z.number(),
      /** Why it failed. */
      problem: z.string(),
      report: z.string(),
      /** Bytes that an archive may have. */
      largest: z.number(),
    }),
  ),
  /** Begins with a folder on the server: an installation of ShowDoc, or its data folder. */
  begin: write('admin', { folder: text(1000), same_people: flag, password }, nothing),
  /** Multipart `file`: Sqlite and Public/Uploads as .tar.gz, .tar or .zip; the other fields come before it. */
  upload: write('admin', { same_people: flag, password }, nothing, { files: 'import' }),
  /** Goes on with the last one. */
  resume: write('admin', { password }, nothing),
  stop: write('admin', {}, nothing),
  /** Compares what was moved with what is here now. */
  verify: write('admin', {}, nothing),
  /** Takes the unpacked archive off the server. Nothing that was moved goes with it. */
  forget: write('admin', {}, nothing),
  /** The last report as a file. */
  report: read('admin', {}, bytes),
}
