import { words } from '../../lib/words.ts'

export const groupWords = words({
  title: 'Item groups',
  about: 'Groups are yours alone. They order the list of your items and change nothing in them.',
  back: 'My items',
  add: 'New group',
  tip: 'Drag the rows into the order your list shows them in, or press the space bar on a handle and use the arrow keys.',
  failed: 'Your groups could not be loaded',
  items: ['{n, plural, one {# item} other {# items}}', 'n'],
  noItems: 'No items yet',
  edit: ['Change {name}', 'name'],
  editShort: 'Change',
  remove: 'Delete…',
  none: 'No groups yet',
  noneText: 'When the list of your items gets long, put those that belong together into a group.',

  addTitle: 'New group',
  editTitle: ['Change “{name}”', 'name'],
  name: 'Name',
  nameMissing: 'Give the group a name.',
  pick: 'Items in this group',
  find: 'Find an item',
  nothingToPick: 'You have no items yet. They can be added to the group later.',
  archived: 'archived',
  create: 'Create the group',
  save: 'Save',

  removeAsk: ['Delete the group “{name}”?', 'name'],
  removeText: [
    '{n, plural, =0 {The group goes. Nothing is in it.} one {The group and its order go. Its item stays in your list, nothing in it changes.} other {The group and its order go. Its # items stay in your list, nothing in them changes.}}',
    'n',
  ],
  removeDo: 'Delete the group',
  removed: ['The group “{name}” is deleted', 'name'],
})
