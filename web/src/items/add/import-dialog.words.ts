import { plural, words } from '../../lib/words.ts'

/** Importing into an item that is there. */
export const importWords = words({
  en: {
    title: (item: string) => `Import into “${item}”`,
    intro: 'What stands at the same place under the same title gets the new text; everything else is added. Nothing is deleted.',
    into: 'Into',
    kinds: 'What can be imported',
    looking: (name: string) => `Looking into “${name}”…`,
    look: 'Before anything is changed you see what would happen.',
    will: (name: string) => `What “${name}” will do`,
    add: (pages: number, catalogs: number) =>
      `${plural(pages, 'new page', 'new pages')} and ${plural(catalogs, 'new catalog', 'new catalogs')} are added.`,
    addNone: 'Nothing new is added.',
    update: (n: number) =>
      n === 1
        ? '1 page is there already and gets the new text if it differs. The text before stays in its history.'
        : `${n} pages are there already and get the new text where it differs. The text before stays in their history.`,
    updateNone: 'No page that is there is changed.',
    other: 'Another file',
    cancel: 'Cancel',
    go: 'Import',
    close: 'Done',
    done: (item: string) => `Imported into “${item}”`,
  },
  zh: {
    title: (item: string) => `导入到“${item}”`,
    intro: '同一位置、标题相同的页面更新为新的内容，其余的新增，不会删除任何内容。',
    into: '导入位置',
    kinds: '支持导入的文件',
    looking: (name: string) => `正在查看“${name}”…`,
    look: '确认之前不会改动任何内容。',
    will: (name: string) => `导入“${name}”将会`,
    add: (pages: number, catalogs: number) => `新增 ${pages} 个页面、${catalogs} 个目录。`,
    addNone: '不新增内容。',
    update: (n: number) => `有 ${n} 个页面已存在，内容不同的将被更新，更新前的内容保留在历史版本中。`,
    updateNone: '不改动已有的页面。',
    other: '换一个文件',
    cancel: '取消',
    go: '导入',
    close: '完成',
    done: (item: string) => `已导入到“${item}”`,
  },
})
