import type { MoveWarning, SkipReason, UnsupportedReason } from '@sheaf/contract'
import { words } from '../../lib/words.ts'

type Reasons = Record<SkipReason, string>
type Cannots = Record<UnsupportedReason, string>
type Warnings = Record<MoveWarning, string>

export const leftWords = words<Reasons>({
  orphan: 'parent no longer exists',
  unknownHere: 'kept aside, Sheaf has nothing of the kind',
  columns: 'parts kept aside',
  transient: 'over by now',
  secret: 'secrets, to be entered again',
  twice: 'there twice',
  taken: 'taken here already',
  draft: 'unpublished drafts',
  deleted: 'deleted comments',
  ours: 'this site has its own',
  fileMissing: 'the file is not there',
  fileElsewhere: 'the file is in a cloud store',
  quarantined: 'withheld',
})

export const cannotWords = words<Cannots>({
  noName: 'no user name',
  noPassword: 'no password there either',
  outside: 'signs in through a directory or a provider',
  unknownForm: 'a password of an unknown form',
})

export const warningWords = words<Warnings>({
  defaultPassword: 'An administrator still has the password of ShowDoc’s manual. Change it today.',
  enterOss: 'Cloud storage is off until its secret is entered in the site settings.',
  enterLdap: 'Login through a directory is off until its secret is entered under external login.',
  enterOauth2: 'Login through a provider is off until its secret is entered under external login.',
  enterLoginKey: 'The general login key must be renewed under external login and given to the systems that use it.',
  linksLeadElsewhere: 'Some ids were taken here: old links and bookmarks to these lead elsewhere. The report lists them.',
  asksVisitors:
    'Some items ask visitors whether their pages are helpful and show the figures, as they did in ShowDoc. Their settings change that.',
  boardsAsText: 'Whiteboards and boards of cards show as the text that they are kept as.',
  noUploads: 'The folder of uploads was not there: files are missing.',
})

export const showdocWords = words({
  title: 'Move from ShowDoc',
  about:
    'Moves all data of a ShowDoc 2.9 to 3.9: users with their passwords, items, pages with all versions, files, links and keys. ShowDoc is only read, old addresses keep working, and a report compares both sides at the end. Users can keep working during the move.',
  failedTitle: 'The state of the move could not be loaded',

  from: 'Where ShowDoc is',
  fromArchive: 'An archive from my computer',
  fromFolder: 'A folder on this server',
  archive: 'Archive',
  archiveHelp: [
    '.tar.gz or .zip with Sqlite/showdoc.db.php and Public/Uploads, {size} at most. A larger one: copy it to the server.',
    'size',
  ],
  choose: 'Choose a file',
  noFile: 'No file chosen',
  archiveMissing: 'Please choose a file',
  archiveTooLarge: ['The file is larger than {size}. Copy the folder to the server instead.', 'size'],
  folder: 'Folder',
  folderHelp:
    'The whole path of the installation, or of a copy of it. One with its tables in MySQL is moved with the command sheaf import-showdoc.',
  folderMissing: 'Please enter the path',
  samePeople: 'Accounts with the same user name belong to the same user',
  samePeopleHelp: 'Otherwise the moved account gets another name; the report lists them.',
  password: 'Your password',
  passwordHelp: 'The move makes accounts and gives rights.',
  passwordMissing: 'Please enter your password',
  begin: 'Begin the move',
  beginNew: 'Begin another move',
  sending: ['Sending… {percent}%', 'percent'],
  frontTooLarge: 'A server in front of this one refuses files of this size. Raise its limit, or copy the folder to the server.',

  moving: ['Moving from {place}', 'place'],
  comparing: ['Comparing with {place}', 'place'],
  unpacking: 'Unpacking the archive',
  copying: 'Copying the database, which alone is read',
  planning: 'Looking what is there',
  writing: ['Writing: {table}', 'table'],
  files: 'Taking over files',
  proving: 'Reading both sides and comparing them',
  ended: 'Done',
  of: ['{done} of {total}', 'done', 'total'],
  leave: 'You can leave this page; it goes on.',
  stop: 'Stop',
  stopping: 'Stopping…',
  stopped: ['The move from {place} was stopped. What has been written stays; it goes on where it was.', 'place'],
  goOn: 'Go on',
  failed: ['The move from {place} did not work', 'place'],
  again: 'Try again',
  goOnTitle: 'Go on with the move',

  report: 'Report',
  reportOf: ['{place}, {date}', 'place', 'date'],
  unchanged: 'This state was here already: nothing had to be written.',
  proven: 'Everything that was taken over is the same on both sides.',
  differs: 'Not everything is the same on both sides. The report names what differs.',
  pages: 'Pages',
  versions: 'Versions',
  filesProof: 'Files',
  comments: 'Comments',
  voices: 'Voices of readers',
  subscriptions: 'Subscriptions',
  people: 'People',
  same: ['{same} of {compared} the same', 'same', 'compared'],
  changedSince: ['{n} changed here since', 'n'],
  administrators: ['{n, plural, one {# administrator} other {# administrators}}', 'n'],
  download: 'Download the report',
  verify: 'Compare again',
  forget: 'Delete the archive from the server',
  forgetText:
    'The unpacked archive holds old passwords and all texts. What was moved stays. Comparing again then needs the archive once more.',
  forgotten: 'The archive is gone from the server',

  table: 'Table',
  read: 'Read',
  written: 'Written',
  here: 'Was here',
  left: 'Left out',

  cannotSignIn: ['{n, plural, one {# account} other {# accounts}} cannot sign in', 'n'],
  quarantined: ['{n, plural, one {# file} other {# files}} withheld', 'n'],
  downloadOnly: ['{n, plural, one {# file} other {# files}} only as a download', 'n'],
  renamed: ['{n, plural, one {# name} other {# names}} changed', 'n'],
  ids: ['{n, plural, one {# id} other {# ids}} changed', 'n'],
  different: ['{n, plural, one {# text or file differs} other {# texts or files differ}}', 'n'],
  rest: ['and {n} more, in the report', 'n'],
  noTable: 'Tables',
  warnings: 'To be done',
})
