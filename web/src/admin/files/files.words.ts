import { words } from '../../lib/words.ts'

export const filesWords = words({
  title: 'Attachments',
  used: ['{count, plural, one {# file} other {# files}}, {space} in all', 'count', 'space'],
  find: 'Name of the file',
  findUser: 'User name, exactly',
  none: 'No files have been uploaded yet',
  noneText: 'Files and pictures of all users appear here.',
  name: 'File',
  by: 'Uploaded by',
  size: 'Size',
  visits: 'Visits',
  visited: ['{count, plural, one {# visit} other {# visits}}', 'count'],
  added: 'Uploaded',
  gone: 'deleted account',
  open: ['Open {name} in a new tab', 'name'],
  page: ['Page of {name}', 'name'],
  delete: ['Delete {name}', 'name'],
  deleteTitle: ['Delete “{name}”?', 'name'],
  deleteText: ['The file of {user} is deleted for good, from every page it is on. Links to it and pictures of it stop working.', 'user'],
  deleteDo: 'Delete the file',
  deleted: ['“{name}” deleted', 'name'],
})
