import * as z from 'zod'
import { read, write } from '../../call.ts'
import { bytes, digits, flag, nothing, text } from '../../fields.ts'

/* The migration from ShowDoc on the administrator's screen (docs/decisions/0041). The types of its report follow below. */

/** stopped: by an administrator or by a server restart; it can be resumed. */
const showdocStates = ['none', 'running', 'stopped', 'failed', 'done'] as const

const password = text(1000)

export const adminShowdoc = {
  /** State of the last migration. `report` is a MoveReport as JSON, or '' while there is none. */
  progress: read(
    'admin',
    {},
    z.object({
      state: z.enum(showdocStates),
      /** verify compares again and writes nothing. */
      what: z.enum(['move', 'verify']),
      /** A folder on the server, or the name of the archive. */
      place: z.string(),
      is_upload: digits,
      stage: z.string(),
      table: z.string(),
      done: z.number(),
      total: z.number(),
      /** The reason of a failure. */
      problem: z.string(),
      report: z.string(),
      /** Maximum size of an archive in bytes. */
      largest: z.number(),
    }),
  ),
  /** Starts with a folder on the server: an installation of ShowDoc, or its data folder. */
  begin: write('admin', { folder: text(1000), same_people: flag, password }, nothing),
  /** Multipart `file`: Sqlite and Public/Uploads as .tar.gz, .tar or .zip. The other fields must precede it. */
  upload: write('admin', { same_people: flag, password }, nothing, { files: 'import' }),
  /** Resumes the last migration. */
  resume: write('admin', { password }, nothing),
  stop: write('admin', {}, nothing),
  /** Compares the migrated data with the current data. */
  verify: write('admin', {}, nothing),
  /** Deletes the unpacked archive from the server. Migrated data stays. */
  forget: write('admin', {}, nothing),
  /** The last report as a file. */
  report: read('admin', {}, bytes),
}

/* The output of a migration from ShowDoc: on the terminal, in the report next to the data, and on the administrator's screen. */

/** copying: ShowDoc's database is copied; only the copy is read. proving: written data is read back and compared. */
export type MoveStage = 'copying' | 'planning' | 'writing' | 'files' | 'proving' | 'done'

/** Progress of a migration. `done` and `total` count rows of `table`, or files; total is 0 while unknown. */
export interface MoveProgress {
  stage: MoveStage
  table: string
  done: number
  total: number
}

/** Why a row of ShowDoc was not migrated. Each such row is stored, without its secrets, in the table showdoc_left. */
export const skipReasons = [
  /** Its parent no longer exists in ShowDoc. */
  'orphan',
  /** Sheaf does not have this feature. */
  'unknownHere',
  /** Columns of a migrated row that Sheaf has no column for. */
  'columns',
  /** Sessions, locks, captchas: expired by the time of a migration. Not stored. */
  'transient',
  /** A secret that the operator enters again, or that is generated again. Not stored. */
  'secret',
  /** A duplicate: another row has the same content or takes precedence. */
  'twice',
  /** The value must be unique and another row has it already. */
  'taken',
  /** An unpublished draft. */
  'draft',
  /** A deleted comment. */
  'deleted',
  /** The setting exists on this site and is kept. */
  'ours',
  /** The file is not in the uploads folder. */
  'fileMissing',
  /** The file is in a cloud store. */
  'fileElsewhere',
  /** A file of a type that is not served; see quarantined. */
  'quarantined',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** One table of ShowDoc: read = written + here + the sum of left. `here` counts rows merged with existing rows. */
export interface MoveTable {
  table: string
  read: number
  written: number
  here: number
  left: Partial<Record<SkipReason, number>>
  /** Columns of migrated rows that are stored in showdoc_left. */
  columns: number
}

/** The length of a list and its first rows. The verification file next to the report has all of them. */
export interface Sample<T> {
  count: number
  first: T[]
}

/** Comparison of texts or files. `before` and `after` are the sums of their SHA-256 hashes, equal when nothing differs. */
export interface MoveVerification {
  compared: number
  same: number
  before: string
  after: string
  /** Differences without a later change in Sheaf. Must be empty. */
  different: Sample<{ id: number; here: number }>
  /** Number of entries that users changed or deleted after the migration. */
  changedSince: number
}

const unsupportedReasons = [
  /** The user name is empty. */
  'noName',
  /** ShowDoc stores no password, or an empty one. */
  'noPassword',
  /** The account signs in through a directory or an identity provider. */
  'outside',
  /** A password format that no version of ShowDoc writes. */
  'unknownForm',
] as const
export type UnsupportedReason = (typeof unsupportedReasons)[number]

const moveWarnings = [
  /** An administrator still has the default password of ShowDoc's manual. */
  'defaultPassword',
  /** The settings were migrated but are switched off until the secret is entered again. */
  'enterOss',
  'enterLdap',
  'enterOauth2',
  'enterLoginKey',
  /** Some ids were already in use: links in texts and bookmarks lead to other pages. */
  'linksLeadElsewhere',
  /** Whiteboards and card boards are shown as their stored text. */
  'boardsAsText',
  /** Some items ask visitors whether pages are helpful and show them the figures, as they did in ShowDoc. */
  'asksVisitors',
  /** The uploads folder is missing. */
  'noUploads',
] as const
export type MoveWarning = (typeof moveWarnings)[number]

export interface MoveReport {
  form: 1
  /** Hash of the source rows: equal for the same state of the same installation. */
  fingerprint: string
  place: string
  /** Major version of ShowDoc, derived from its tables. */
  version: '2' | '3'
  started: number
  ended: number
  /** false: this state was already migrated and nothing was written. */
  changed: boolean
  tables: MoveTable[]
  pages: MoveVerification
  versions: MoveVerification
  files: MoveVerification
  /** Absent in reports of earlier versions. */
  comments?: MoveVerification
  voices?: MoveVerification
  subscriptions?: MoveVerification
  people: { all: number; administrators: number; cannotSignIn: Sample<{ uid: number; username: string; why: UnsupportedReason }> }
  /** Names and domains that were already in use, and their replacements. */
  renamed: Sample<{ table: 'user' | 'item'; id: number; from: string; to: string }>
  /** Ids that were already in use, and their replacements. */
  ids: Sample<{ table: string; from: number; to: number }>
  /** Files kept in the data folder and never served. */
  quarantined: Sample<{ name: string; place: string }>
  /** Files of types that cannot be uploaded here: served as downloads only. */
  downloadOnly: Sample<{ file_id: number; name: string }>
  /** The items of the warning `asksVisitors`; absent in reports of earlier versions. */
  asking?: Sample<{ item_id: number; item_name: string }>
  warnings: MoveWarning[]
}
