import { plural, words } from '../../lib/words.ts'

export const groupWords = words({
  en: {
    title: 'Item groups',
    about: 'Groups are yours alone. They order the list of your items and change nothing in them.',
    back: 'My items',
    add: 'New group',
    tip: 'Drag the rows into the order your list shows them in, or press the space bar on a handle and use the arrow keys.',
    failed: 'Your groups could not be loaded',
    items: (n: number) => plural(n, 'item', 'items'),
    noItems: 'No items yet',
    edit: (name: string) => `Change ${name}`,
    remove: (name: string) => `Delete ${name}`,
    none: 'No groups yet',
    noneText: 'When the list of your items gets long, put those that belong together into a group.',

    addTitle: 'New group',
    editTitle: (name: string) => `Change “${name}”`,
    name: 'Name',
    nameMissing: 'Give the group a name.',
    pick: 'Items in this group',
    find: 'Find an item',
    nothingToPick: 'You have no items yet. They can be added to the group later.',
    archived: 'archived',
    create: 'Create the group',
    save: 'Save',

    removeAsk: (name: string) => `Delete the group “${name}”?`,
    removeText: (n: number) =>
      n === 0
        ? 'The group goes. Nothing is in it.'
        : `The group and its order go. ${n === 1 ? 'Its item stays' : `Its ${n} items stay`} in your list, nothing in ${n === 1 ? 'it' : 'them'} changes.`,
    removeDo: 'Delete the group',
    removed: (name: string) => `The group “${name}” is deleted`,
  },
  zh: {
    title: '项目分组',
    about: '分组只对您自己可见，用来整理项目列表，不影响项目本身。',
    back: '我的项目',
    add: '新建分组',
    tip: '拖动各行，即可调整分组在列表中的顺序；也可以在手柄上按空格键后用方向键移动。',
    failed: '分组加载失败',
    items: (n: number) => `${n} 个项目`,
    noItems: '暂无项目',
    edit: (name: string) => `编辑“${name}”`,
    remove: (name: string) => `删除“${name}”`,
    none: '还没有分组',
    noneText: '项目多起来以后，可以把相关的项目归到一个分组里。',

    addTitle: '新建分组',
    editTitle: (name: string) => `编辑“${name}”`,
    name: '分组名称',
    nameMissing: '请输入分组名称。',
    pick: '分组内的项目',
    find: '查找项目',
    nothingToPick: '您还没有项目，以后可以再加进来。',
    archived: '已归档',
    create: '新建分组',
    save: '保存',

    removeAsk: (name: string) => `删除分组“${name}”？`,
    removeText: (n: number) =>
      n === 0 ? '分组将被删除，其中没有项目。' : `分组及其排序将被删除，其中的 ${n} 个项目仍在您的列表里，内容不受影响。`,
    removeDo: '删除分组',
    removed: (name: string) => `已删除分组“${name}”`,
  },
})
