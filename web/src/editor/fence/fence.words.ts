import { words } from '../../lib/words.ts'

export const fenceWords = words({
  sources: 'Sources of this item',
  keys: ['Parts of {source}', 'source'],
  paths: 'Places of this part',
  found: ['{count, plural, =0 {Nothing found} one {# entry} other {# entries}}', 'count'],
  required: 'required',
  below: 'Below what the source says',
  instead: ['Instead of: {words}', 'words'],
  silent: 'The source says nothing here',
})
