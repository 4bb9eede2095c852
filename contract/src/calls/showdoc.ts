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

/* What a move from ShowDoc tells: on the terminal, in the report beside the data, and on the administrator's screen. */

/** copying: a copy of its database is made, which alone is read. proving: what was written is read again and compared. */
export type MoveStage = 'copying' | 'planning' | 'writing' | 'files' | 'proving' | 'done'

/** How far a move is. `done` and `total` count rows of `table`, or files; total 0 while nobody knows. */
export interface MoveProgress {
  stage: MoveStage
  table: string
  done: number
  total: number
}

/** Why a row of ShowDoc has no row here. Each of these rows is kept whole, but for the secrets in it, in the table showdoc_left. */
export const skipReasons = [
  /** What it belongs to is gone there already. */
  'orphan',
  /** Sheaf has nothing of the kind (yet). */
  'unknownHere',
  /** Columns of a row that was taken: what Sheaf has no place for in it. */
  'columns',
  /** Sessions, locks, captchas: over by the time of a move. Not kept. */
  'transient',
  /** To be entered again by the operator, or made anew. Not kept. */
  'secret',
  /** Another row says the same, or one that counts more. */
  'twice',
  /** The value must be unique and is another's here. */
  'taken',
  /** A draft nobody has published. */
  'draft',
  /** This site has such a setting already, and keeps it. */
  'ours',
  /** The file is not in the folder of uploads. */
  'fileMissing',
  /** The file lies in a cloud store. */
  'fileElsewhere',
  /** A file of a kind that is not handed out; see quarantined. */
  'quarantined',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** One table of ShowDoc: read = written + here + the sum of left. `here` were merged with what was here before. */
export interface MoveTable {
  table: string
  read: number
  written: number
  here: number
  left: Partial<Record<SkipReason, number>>
  /** Columns of taken rows that are kept aside. */
  columns: number
}

/** The first rows of a long list, and how many there are; all of them are in the proof beside the report. */
export interface Sample<T> {
  count: number
  first: T[]
}

/** Texts or files read on both sides: `before` and `after` are the sum of the SHA-256 of each, the same when nothing differs. */
export interface MoveVerification {
  compared: number
  same: number
  before: string
  after: string
  /** What differs though nobody has changed it here. Must be empty. */
  different: Sample<{ id: number; here: number }>
  /** What people have changed or deleted here since it came. */
  changedSince: number
}

export const unsupportedReasons = [
  /** No user name to type. */
  'noName',
  /** ShowDoc has no password for it, or an empty one. */
  'noPassword',
  /** The password is that of another system: a directory or a provider. */
  'outside',
  /** A form of password that no version of ShowDoc makes. */
  'unknownForm',
] as const
export type UnsupportedReason = (typeof unsupportedReasons)[number]

export const moveWarnings = [
  /** An administrator still has the password of ShowDoc's manual. */
  'defaultPassword',
  /** Uploads, directory or provider are in the settings and switched off until the secret is entered again. */
  'enterOss',
  'enterLdap',
  'enterOauth2',
  'enterLoginKey',
  /** Ids were taken here: links in texts and bookmarks lead to other pages. */
  'linksLeadElsewhere',
  /** Whiteboards and boards of cards are shown as the text that they are kept as. */
  'boardsAsText',
  /** The folder of uploads is not there. */
  'noUploads',
] as const
export type MoveWarning = (typeof moveWarnings)[number]

export interface MoveReport {
  form: 1
  /** Of the rows that were moved in: the same for the same state of the same installation. */
  fingerprint: string
  place: string
  /** As far as the tables tell. */
  version: '2' | '3'
  started: number
  ended: number
  /** false: this state was here already, nothing was written. */
  changed: boolean
  tables: MoveTable[]
  pages: MoveVerification
  versions: MoveVerification
  files: MoveVerification
  people: { all: number; administrators: number; cannotSignIn: Sample<{ uid: number; username: string; why: UnsupportedReason }> }
  /** Names and domains that were another's here, and what became of them. */
  renamed: Sample<{ table: 'user' | 'item'; id: number; from: string; to: string }>
  /** Ids that were another's here. */
  ids: Sample<{ table: string; from: number; to: number }>
  /** Withheld: kept in the data folder, handed out to nobody. */
  quarantined: Sample<{ name: string; place: string }>
  /** Not on the list of kinds that may be uploaded: handed out, only ever as a download. */
  downloadOnly: Sample<{ file_id: number; name: string }>
  warnings: MoveWarning[]
}
