import type { Contract } from '@sheaf/contract'
import { sampleZip } from '../../../zip/test/zip-sample.ts'
import { PIXEL } from '../../samples/pixel.ts'
import type { Case, Rows } from '../case.ts'
import type { At } from '../rules.ts'
import type { World } from '../world.ts'
import { readBy } from './open.ts'

const it = ({ item_id }: World) => ({ item_id })
const text = { page_title: 'Title', page_content: 'Text', page_comments: '', s_number: '', base_version: '', request_id: '' }
const name = { cat_name: 'Name', s_number: '', request_id: '' }

type PageName = keyof World['pages']
const at: Record<PageName, At> = {
  own: 'own',
  below: 'own',
  ownOfCE: 'own',
  other: 'rest',
  root: 'rest',
  rootOfE: 'rest',
  otherOfCE: 'rest',
}
/** The same case for each of these pages. */
const each = (names: PageName[], one: Omit<Case, 'fields' | 'at'>, more: Record<string, string> = {}): Case[] =>
  names.map((page) => ({ ...one, at: at[page], fields: ({ pages }) => ({ page_id: pages[page], ...more }) }))

const save = (place: At, fields: (world: World) => Record<string, string>): Case => ({
  who: 'edit',
  at: place,
  fields: (world) => ({ ...text, item_id: '0', page_id: '0', ...fields(world) }),
})
const catalog = (place: At, fields: (world: World) => Record<string, string>): Case => ({
  who: 'edit',
  at: place,
  fields: (world) => ({ ...name, item_id: world.item_id, cat_id: '0', parent_cat_id: '0', ...fields(world) }),
})

/** A line of the tree, as an existing client sends it after a drag. */
const drag = (who: Case['who'], place: At, line: (world: World) => Record<string, string>): Case => ({
  who,
  at: place,
  fields: (world) => ({ item_id: world.item_id, cats: JSON.stringify([line(world)]) }),
})
const dragElsewhere =
  (kind: 'page' | 'catalog') =>
  ({ elsewhere, pages, cats }: World): Record<string, string> => ({
    item_id: elsewhere,
    cats: JSON.stringify([
      kind === 'page' ? { page_id: pages.own, parent_cat_id: 0 } : { cat_id: cats.own, cat_name: 'Name', parent_cat_id: 0 },
    ]),
  })
const copy = (who: Case['who'], place: At, fields: (world: World) => Record<string, string>): Case => ({
  who,
  at: place,
  fields: (world) => ({ new_p_cat_id: '0', to_item_id: world.item_id, is_del: '0', request_id: '', ...fields(world) }),
})
const arranged = (who: Case['who'], place: At, fields: (world: World) => Record<string, string>): Case => ({
  who,
  at: place,
  fields: (world) => ({
    item_id: world.item_id,
    cat_id: '0',
    page_id: '0',
    parent_cat_id: '0',
    before_id: '0',
    was_cat_id: '',
    ...fields(world),
  }),
})

const list = (...page_ids: string[]) => JSON.stringify(page_ids)
const taken = (who: Case['who'], place: At, fields: (world: World) => Record<string, string>): Case => ({
  who,
  at: place,
  fields: (world) => ({ item_id: world.item_id, to_item_id: world.item_id, to_cat_id: '0', request_id: '', ...fields(world) }),
})

const numbered = (page_ids: string[]) => JSON.stringify(Object.fromEntries(page_ids.map((page_id, n) => [page_id, n + 1])))
const order = (who: Case['who'], place: At, wanted: (world: World) => string[]): Case => ({
  who,
  at: place,
  fields: (world) => ({ item_id: world.item_id, pages: numbered(wanted(world)) }),
})
/** A revision of a page, and a revision of another page under the wrong page_id. */
const states = (who: Case['who'], more: Record<string, string>): Case[] => [
  { who, at: 'own', fields: ({ pages, states: { own } }) => ({ page_id: pages.own, page_history_id: own, ...more }) },
  { who, at: 'rest', fields: ({ pages, states: { other } }) => ({ page_id: pages.other, page_history_id: other, ...more }) },
  { who: 'none', fields: ({ pages, states: { other } }) => ({ page_id: pages.own, page_history_id: other, ...more }) },
]

const zip = sampleZip([{ name: 'a.md', data: '# A' }])
const target = (item_id: string, page_id: string, more = {}) => ({ item_id, page_id, ...more })
/** Uploads a file to a page, to an item and to neither, and to a page together with the wrong item. */
const uploads = (file: Buffer, fileName: string, more = {}): Case[] => [
  { who: 'edit', at: 'own', file, fileName, fields: ({ item_id, pages }) => target(item_id, pages.own, more) },
  { who: 'edit', at: 'rest', file, fileName, fields: ({ pages }) => target('0', pages.other, more) },
  { who: 'edit', at: 'own', file, fileName, fields: ({ item_id }) => target(item_id, '0', more) },
  { who: 'users', once: true, file, fileName, fields: () => target('0', '', more) },
  { who: 'none', file, fileName, fields: ({ elsewhere, pages }) => target(elsewhere, pages.own, more) },
]
const listed = { page: '1', count: '1000', attachment_type: '-1', display_name: '', username: '' }

export const pageRows: { [G in 'page' | 'catalog' | 'attachment']: Rows<Contract[G]> } = {
  page: {
    info: [
      ...each(['below', 'root'], { who: 'visit' }),
      ...readBy('own', ({ pages }) => ({ page_id: pages.own })),
      ...readBy('rest', ({ pages }) => ({ page_id: pages.other })),
    ],
    infoByKey: [{ who: 'linked', reveals: ['own'], fields: ({ unique_key }) => ({ page_id: '0', unique_key }) }],
    view: [
      // The refusal sends members of other catalogs to the item, which shows what they can read.
      ...each(
        ['own', 'other', 'root'],
        { who: 'visit', leads: { roles: ['CR', 'CE'], to: ({ item_id }) => ({ item_id }) } },
        { unique_key: '', language: 'en' },
      ),
      { who: 'linked', reveals: ['own'], fields: ({ unique_key }) => ({ page_id: '0', unique_key, language: 'zh' }) },
    ],
    save: [
      { ...save('own', ({ item_id, cats }) => ({ item_id, cat_id: cats.below })), addsPage: true },
      { ...save('rest', ({ item_id, cats }) => ({ item_id, cat_id: cats.other })), addsPage: true },
      { ...save('rest', ({ item_id }) => ({ item_id, cat_id: '0' })), addsPage: true },
      save('own', ({ pages, item_id }) => ({ page_id: pages.own, item_id })),
      save('rest', ({ pages }) => ({ page_id: pages.other })),
      // Moved out of the scope, and into it.
      save('rest', ({ pages, cats }) => ({ page_id: pages.own, cat_id: cats.other })),
      save('rest', ({ pages, cats }) => ({ page_id: pages.root, cat_id: cats.own })),
      // Moved to an item that only its owner can edit.
      { ...save('own', ({ pages, elsewhere }) => ({ page_id: pages.own, item_id: elsewhere })), who: 'changeOfMany' },
      // Moved into a catalog that is not in that item.
      { ...save('own', ({ pages, cats, elsewhere }) => ({ page_id: pages.own, item_id: elsewhere, cat_id: cats.own })), who: 'none' },
    ],
    move: [
      taken('edit', 'own', ({ pages, cats }) => ({ page_ids: list(pages.own, pages.ownOfCE), to_cat_id: cats.below })),
      // Moved out of the scope, and into it.
      taken('edit', 'rest', ({ pages }) => ({ page_ids: list(pages.own) })),
      taken('edit', 'rest', ({ pages, cats }) => ({ page_ids: list(pages.own, pages.root), to_cat_id: cats.own })),
      // To an item and out of one that only its owner has.
      taken('change', 'own', ({ pages, elsewhere }) => ({ page_ids: list(pages.own, pages.ownOfCE), to_item_id: elsewhere })),
      taken('none', 'own', ({ pages, elsewhere }) => ({ page_ids: list(pages.own), item_id: elsewhere })),
    ],
    delete: [
      ...each(['own', 'other', 'root', 'otherOfCE'], { who: 'change' }),
      ...each(['rootOfE'], { who: 'editAsE' }),
      ...each(['ownOfCE'], { who: 'editAsCE' }),
    ],
    createSinglePage: [
      ...each(['own', 'other'], { who: 'edit' }, { isCreateSiglePage: 'true' }),
      ...each(['own', 'root'], { who: 'edit' }, { isCreateSiglePage: 'false' }),
    ],
    uploadList: each(['own', 'other', 'root'], { who: 'visit' }),
    uploadImg: uploads(PIXEL, 'a.png', { t: 'x' }),
    upload: uploads(zip, 'a.zip'),
    deleteUploadFile: [
      { who: 'edit', at: 'own', fields: ({ files, pages }) => ({ file_id: files.own, page_id: pages.own }) },
      { who: 'edit', at: 'rest', fields: ({ files, pages }) => ({ file_id: files.other, page_id: pages.other }) },
      // The page does not have the file.
      { who: 'none', fields: ({ files, pages }) => ({ file_id: files.other, page_id: pages.own }) },
    ],
    history: [...each(['own', 'other', 'root'], { who: 'editorsSee' }), ...each(['own'], { who: 'editorsSee' }, { brief: '1' })],
    diff: states('editorsSee', {}),
    updateHistoryComments: states('edit', { page_comments: 'x' }),
    setLock: [
      ...each(['own', 'other', 'root'], { who: 'edit' }, { item_id: '0', lock_to: '' }),
      ...each(['own'], { who: 'edit' }, { item_id: '0', lock_to: '1000' }),
      { who: 'none', fields: ({ pages, elsewhere }) => ({ page_id: pages.own, item_id: elsewhere, lock_to: '' }) },
      { who: 'users', once: true, fields: ({ item_id }) => ({ page_id: '0', item_id, lock_to: '' }) },
    ],
    isLock: [...each(['own', 'other', 'root'], { who: 'editorsSee' }), { who: 'anyone', once: true, fields: () => ({ page_id: '0' }) }],
    sort: [
      order('edit', 'own', ({ pages }) => [pages.own, pages.below]),
      order('edit', 'rest', ({ pages }) => [pages.own, pages.other]),
      {
        ...order('edit', 'own', ({ pages }) => [pages.own]),
        who: 'none',
        fields: ({ pages, elsewhere }) => ({ item_id: elsewhere, pages: numbered([pages.own]) }),
      },
    ],
  },
  catalog: {
    save: [
      catalog('own', ({ cats }) => ({ parent_cat_id: cats.own })),
      catalog('rest', () => ({ parent_cat_id: '0' })),
      catalog('rest', ({ cats }) => ({ parent_cat_id: cats.other })),
      catalog('own', ({ cats }) => ({ cat_id: cats.below, parent_cat_id: cats.own })),
      catalog('rest', ({ cats }) => ({ cat_id: cats.other })),
      // Moved out of the scope, and into it.
      catalog('rest', ({ cats }) => ({ cat_id: cats.below })),
      catalog('rest', ({ cats }) => ({ cat_id: cats.other, parent_cat_id: cats.own })),
    ],
    catListName: [{ who: 'visitAsUser', fields: it }],
    catListGroup: [{ who: 'visitAsUser', fields: it }],
    catList: [{ who: 'visitAsUser', fields: it }],
    secondCatList: [{ who: 'visitAsUser', fields: it }],
    childCatList: [
      { who: 'visitAsUser', at: 'own', fields: ({ cats }) => ({ cat_id: cats.own }) },
      { who: 'visitAsUser', at: 'rest', fields: ({ cats }) => ({ cat_id: cats.other }) },
    ],
    getDefaultCat: [
      { who: 'visitAsUser', at: 'own', fields: ({ item_id, pages }) => ({ item_id, page_id: pages.own, copy_page_id: '0' }) },
      { who: 'visitAsUser', at: 'rest', fields: ({ item_id, pages }) => ({ item_id, page_id: '0', copy_page_id: pages.other }) },
      { who: 'visitAsUser', fields: ({ item_id }) => ({ item_id, page_id: '0', copy_page_id: '0' }) },
    ],
    getPagesBycat: [
      { who: 'editorsSee', at: 'own', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.below }) },
      { who: 'editorsSee', at: 'rest', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.other }) },
      { who: 'editorsSee', at: 'rest', fields: ({ item_id }) => ({ item_id, cat_id: '0' }) },
    ],
    delete: [
      { who: 'edit', at: 'own', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.empty }) },
      // The catalog contains pages of other users (D4).
      { who: 'change', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.own }) },
      { who: 'change', fields: ({ item_id, cats }) => ({ item_id, cat_id: cats.other }) },
    ],
    batUpdate: [
      drag('edit', 'own', ({ cats }) => ({ cat_id: cats.below, cat_name: 'Name', parent_cat_id: cats.own, level: '9', s_number: '4' })),
      drag('edit', 'own', ({ cats, pages }) => ({ page_id: pages.own, parent_cat_id: cats.below, s_number: '4' })),
      drag('edit', 'rest', ({ cats }) => ({ cat_id: cats.other, cat_name: 'Name', parent_cat_id: '0', s_number: '4' })),
      // Moved out of the scope, and into it.
      drag('edit', 'rest', ({ cats }) => ({ cat_id: cats.below, cat_name: 'Name', parent_cat_id: '0' })),
      drag('edit', 'rest', ({ cats }) => ({ cat_id: cats.other, cat_name: 'Name', parent_cat_id: cats.own })),
      drag('edit', 'rest', ({ pages }) => ({ page_id: pages.own, parent_cat_id: '0' })),
      drag('edit', 'rest', ({ cats, pages }) => ({ page_id: pages.root, parent_cat_id: cats.own })),
      // The page and the catalog are in another item.
      { who: 'none', fields: dragElsewhere('page') },
      { who: 'none', fields: dragElsewhere('catalog') },
    ],
    copy: [
      copy('edit', 'own', ({ cats }) => ({ cat_id: cats.below, new_p_cat_id: cats.own })),
      copy('edit', 'rest', ({ cats }) => ({ cat_id: cats.below })),
      copy('edit', 'rest', ({ cats }) => ({ cat_id: cats.other })),
      copy('edit', 'rest', ({ cats }) => ({ cat_id: cats.other, new_p_cat_id: cats.own })),
      copy('edit', 'own', ({ cats }) => ({ cat_id: cats.below, new_p_cat_id: cats.own, is_del: '1' })),
      copy('edit', 'rest', ({ cats }) => ({ cat_id: cats.below, is_del: '1' })),
      // To an item and out of one that only its owner has.
      copy('change', 'own', ({ cats, elsewhere }) => ({ cat_id: cats.own, to_item_id: elsewhere })),
      copy('change', 'own', ({ cats, elsewhere }) => ({ cat_id: cats.own, to_item_id: elsewhere, is_del: '1' })),
      copy('change', 'own', ({ cats, elsewhere }) => ({ cat_id: cats.empty, to_item_id: elsewhere, is_del: '1' })),
    ],
    arrange: [
      arranged('edit', 'own', ({ pages, cats }) => ({ page_id: pages.own, parent_cat_id: cats.below })),
      arranged('edit', 'own', ({ cats }) => ({ cat_id: cats.below, parent_cat_id: cats.own, before_id: cats.empty })),
      arranged('edit', 'rest', ({ pages }) => ({ page_id: pages.own })),
      arranged('edit', 'rest', ({ pages, cats }) => ({ page_id: pages.root, parent_cat_id: cats.own })),
      arranged('edit', 'rest', ({ cats }) => ({ cat_id: cats.below })),
      arranged('edit', 'rest', ({ cats }) => ({ cat_id: cats.own })),
      arranged('edit', 'rest', ({ cats }) => ({ cat_id: cats.other, parent_cat_id: cats.own })),
      arranged('none', 'own', ({ pages, elsewhere }) => ({ page_id: pages.own, item_id: elsewhere })),
      arranged('none', 'own', ({ cats, elsewhere }) => ({ cat_id: cats.own, item_id: elsewhere })),
    ],
  },
  attachment: {
    visitFile: [
      { who: 'visit', at: 'own', fields: ({ signs }) => ({ sign: signs.own }) },
      { who: 'visit', at: 'rest', fields: ({ signs }) => ({ sign: signs.other }) },
      { who: 'linked', reveals: ['own'], fields: ({ signs, unique_key }) => ({ sign: signs.own, key: unique_key }) },
      // The link of a page does not open files of another page.
      { who: 'visit', at: 'rest', fields: ({ signs, unique_key }) => ({ sign: signs.other, key: unique_key }) },
    ],
    attachmentUpload: uploads(zip, 'a.zip'),
    uploadImg: uploads(PIXEL, 'a.png', { t: 'x' }),
    pageAttachmentUploadList: each(['own', 'other', 'root'], { who: 'visit' }),
    deletePageUploadFile: [
      { who: 'edit', at: 'own', fields: ({ files, pages }) => ({ file_id: files.own, page_id: pages.own }) },
      { who: 'edit', at: 'rest', fields: ({ files, pages }) => ({ file_id: files.other, page_id: pages.other }) },
      { who: 'none', fields: ({ files, pages }) => ({ file_id: files.other, page_id: pages.own }) },
    ],
    getMyList: [{ who: 'users', once: true, fields: () => listed }],
    deleteMyAttachment: [
      { who: 'ownersKeep', fields: ({ files }) => ({ file_id: files.own }) },
      { who: 'ownersKeep', fields: ({ files }) => ({ file_id: files.other }) },
    ],
    bindingPage: [
      { who: 'edit', at: 'own', fields: ({ files, pages }) => ({ file_id: files.own, page_id: pages.below }) },
      // Out of the scope, and into it.
      { who: 'edit', at: 'rest', fields: ({ files, pages }) => ({ file_id: files.own, page_id: pages.other }) },
      { who: 'editWithTheRest', fields: ({ files, pages }) => ({ file_id: files.other, page_id: pages.own }) },
    ],
    getAllList: [{ who: 'admin', once: true, reveals: ['own', 'rest'], fields: () => listed }],
    deleteAttachment: [{ who: 'admin', fields: ({ files }) => ({ file_id: files.own }) }],
  },
}
