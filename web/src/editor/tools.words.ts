import { words } from '../lib/words.ts'

export const tableWords = words({
  table: 'Table',
  rowAbove: 'Row above',
  rowBelow: 'Row below',
  columnLeft: 'Column to the left',
  columnRight: 'Column to the right',
  align: 'Align the column',
  alignLeft: 'Left',
  alignCenter: 'Centre',
  alignRight: 'Right',
  tidy: 'Line up the columns in the source',
  deleteRow: 'Delete the row',
  deleteColumn: 'Delete the column',
  deleteTable: 'Delete the table',
})

export const formatWords = words({
  tools: 'Format tools',
  jsonTable: 'JSON to a table…',
  beautify: 'Beautify JSON',
  sql: 'SQL to a data dictionary…',
  sheet: 'Table from a spreadsheet',

  jsonTitle: 'JSON to a table of fields',
  jsonText: 'An example of the request or the answer. A list is described by its first element.',
  jsonLabel: 'JSON',
  jsonWrong: 'This is not valid JSON',
  jsonPlace: ['line {line}, column {column}', 'line', 'column'],
  jsonNoFields: 'There are no fields in this JSON. Paste an object or a list of objects.',
  insertTable: 'Insert the table',

  beautifyTitle: 'Beautify JSON',
  beautifyText: 'It goes into the page as a code block.',
  insertCode: 'Insert as code',
  unchanged: ['Left as it is: this is not valid JSON ({place})', 'place'],
  alreadyPretty: 'This JSON is neat already',

  sqlTitle: 'SQL to a data dictionary',
  sqlText: 'CREATE TABLE statements of MySQL, PostgreSQL, SQL Server, Oracle or SQLite, as many as you like, with their comments.',
  sqlLabel: 'SQL',
  sqlNone: 'There is no CREATE TABLE with columns in this text.',
  sqlFound: ['{count, plural, one {# table} other {# tables}}', 'count'],
  insertSql: 'Insert',
  cancel: 'Cancel',

  sheetHint: 'Copy the cells, then paste them into the text',
  sheetDetail: 'Cells from Excel, LibreOffice or Google Sheets become a table when you paste them.',
  sheetNone: 'There are no cells on the clipboard',
})

export const uploadWords = words({
  picture: 'Picture',
  file: 'File',
  uploadPicture: 'Upload a picture…',
  fromFiles: 'From my attachments…',
  byAddress: 'By its address',
  dropHere: 'Drop to attach',
  dropHint: 'Pictures are shown in the text, other files are linked.',
})

export const templateWords = words({
  templates: 'Templates',
  insertHere: 'Insert at the cursor',
  api: 'API page',
  dictionary: 'Data dictionary',
  errors: 'Error codes',
  yours: 'Your templates',
  none: 'You have no templates yet. Save a page as a template and you can insert it here.',
  failed: 'Your templates could not be loaded',
  again: 'Try again',
  more: 'All your templates…',
  saveAs: 'Save this page as a template…',

  listTitle: 'Your templates',
  find: 'Search by title',
  noneFound: ['No title with “{text}”', 'text'],
  insert: 'Insert',
  insertOne: ['Insert “{title}”', 'title'],
  remove: ['Delete “{title}”', 'title'],
  removeTitle: ['Delete the template “{title}”?', 'title'],
  removeText: 'Pages written with it stay as they are. The template cannot be brought back.',
  removeAction: 'Delete the template',
  removed: ['Template “{title}” deleted', 'title'],
  close: 'Close',

  saveTitle: 'Save this page as a template',
  saveText: 'This saves the current text. Only you see your templates.',
  title: 'Title',
  save: 'Save the template',
  saved: ['“{title}” is among your templates', 'title'],
  empty: 'There is no text on this page yet.',

  begin: 'Or begin with a template:',
})
