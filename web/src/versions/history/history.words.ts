import { words } from '../../lib/words.ts'

export const historyWords = words({
  history: 'History',
  historyOf: ['History of “{title}”', 'title'],
  close: 'Close the history',
  closeDialog: 'Close',
  versions: 'Versions',
  current: 'Current',
  someone: 'Someone',
  by: ['{name}, via {program}', 'name', 'program'],
  acceptedBy: ['accepted by {name}, suggested by {proposer}', 'name', 'proposer'],
  compare: 'Compare',
  compareOf: ['Compare the version of {time} with the current one (opens a new tab)', 'time'],
  restore: 'Restore',
  restoreOf: ['Restore the version of {time}', 'time'],
  addRemark: 'Add a note to this version',
  editRemark: 'Change the note',
  remark: 'Note on this version',
  remarkKeys: 'Enter saves, Esc cancels',
  remarkPlace: 'What is special about it?',
  restoreHint: 'Restoring puts the text into the editor. It is saved when you save.',

  none: 'No data',
  noneText: 'Each save keeps the state before it. Save a second time and it appears here.',
  newText: 'This page has not been saved yet. The history begins with the second save.',
  failed: 'The history could not be loaded',

  restored: ['The version of {time} is in the editor', 'time'],
  restoredDetail: 'Not saved yet',
  restoredSame: 'The page is already like that',
  restoreFailed: 'The version could not be loaded',
  undo: 'Undo',
})
