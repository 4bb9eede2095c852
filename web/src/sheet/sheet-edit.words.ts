import { words } from '../lib/words.ts'

/** Texts that only editors of a spreadsheet see. */
export const sheetEditWords = words({
  busy: ['{holder} is editing this spreadsheet.', 'holder'],
  busyText: 'You can read it; it opens for editing when they leave.',
  free: 'The spreadsheet is free now.',
  edit: 'Edit it',
  tooLarge: ['the spreadsheet has {mb} MB of text, and at most 5 MB can be saved. Export it, or divide it into several items', 'mb'],
  gridFailed:
    'This spreadsheet cannot be shown for editing. You see what is saved; export it, or restore an earlier version from the history.',
  sheetName: ['Sheet{number}', 'number'],

  conflictText: [
    '{author} has saved this spreadsheet while you were working on it. Your cells are still here and nothing is lost yet.',
    'author',
  ],
  conflictOwn: 'You have saved this spreadsheet in another window. These cells are still here and nothing is lost yet.',
  merged: ['{count, plural, one {# cell} other {# cells}} changed only there can be merged with yours.', 'count'],
  both: ['{count, plural, one {# cell was} other {# cells were}} changed on both sides: there, yours are kept.', 'count'],
  notMerged: 'Rows or sheets were moved, so the two cannot be merged cell by cell.',
  put: 'Merge and save',
  theirs: 'Open that version',
  copy: 'Keep mine as an Excel file',
  over: 'Save mine over it',
  keepEditing: 'Keep editing',
  overNote: 'That version stays in the history.',

  importFrom: 'Import an Excel file',
  importTitle: ['Import “{name}”', 'name'],
  choose: 'Choose a file, or drop it here',
  kinds: '.xlsx, .xls or .csv, up to 32 MB',
  reading: 'Reading the file…',
  importNow: 'Import',
  importFailed: 'The file could not be imported',
  importSheets: ['{count, plural, one {# sheet} other {# sheets}} found:', 'count'],
  importSize: ['{rows, plural, one {# row} other {# rows}}, {columns, plural, one {# column} other {# columns}}', 'rows', 'columns'],
  replace: 'Replace all',
  add: 'Add the sheets',
  cancel: 'Cancel',
  imported: ['“{name}” is in the spreadsheet', 'name'],
  importedDetail: 'It is not saved yet.',
  replaceNote: 'Replace what is here, or add them after the sheets that are there.',
  undo: 'Undo',

  noXlsx: 'This is not an Excel file. Choose one that ends in .xlsx, .xls or .csv.',
  broken: 'The file is damaged or protected by a password.',
  tooBig: 'The file is too large for a spreadsheet here: more than 32 MB, or far more once unpacked.',
  slow: 'Reading the file took too long and was stopped.',
  leftRows: ['“{sheet}”: only the first {rows, number} rows', 'sheet', 'rows'],
  leftColumns: ['“{sheet}”: only the first {columns} columns', 'sheet', 'columns'],
  leftMacros: 'Macros were left out.',
  leftLinks: 'Links to other files were left out; their last values stay.',
  leftFormulas: [
    '{count, plural, one {# formula} other {# formulas}} that reach beyond this file or are unknown here became their last values.',
    'count',
  ],
  leftPictures: 'Pictures and charts were left out.',

  restored: ['The version of {time} is in the spreadsheet', 'time'],
  restoredSame: 'The spreadsheet is already like that',
  close: 'Close',
})
