/* Test data for the screens of the reading route. */
import type { Account, Boot } from '../../lib/boot.ts'
import type { Info, Menu } from '../../tree/item-tree.ts'
import type { View } from '../article/view.tsx'

const titles: Record<string, string> = { '1': 'Overview', '2': 'Errors', '3': 'List orders', '4': 'Add a line' }

const page = (page_id: string, cat_id = '0') => ({
  page_id,
  cat_id,
  page_title: titles[page_id] ?? '',
  author_uid: '1',
  addtime: '1795000000',
})
const catalog = (cat_id: string, cat_name: string, more: Menu) => ({
  cat_id,
  cat_name,
  item_id: '12',
  s_number: '1',
  addtime: '1',
  parent_cat_id: '0',
  level: '2',
  ...more,
})

export const anItem = (more: Partial<Info> = {}): Info => ({
  item_id: '12',
  item_domain: '',
  is_archived: '0',
  item_name: 'Order Service API',
  default_page_id: '',
  default_cat_id2: '',
  default_cat_id3: '',
  default_cat_id4: '',
  unread_count: '0',
  item_type: '1',
  is_login: true,
  item_edit: true,
  item_manage: true,
  ItemPermn: true,
  ItemCreator: true,
  current_page_id: '',
  global_param: [],
  is_private: 0,
  edit_cats: null,
  owner_name: '',
  can_suggest: false,
  menu: {
    pages: [page('1'), page('2')],
    catalogs: [
      catalog('10', 'Orders', {
        pages: [page('3', '10')],
        catalogs: [catalog('11', 'Lines', { pages: [page('4', '11')], catalogs: [] })],
      }),
    ],
  },
  ...more,
})

export const aPage = (page_id: string, more: Partial<View> = {}): View => ({
  sources: [],
  has_console: false,
  truth_state: '',
  page_id,
  item_id: '12',
  cat_id: page_id === '4' ? '11' : '0',
  page_title: titles[page_id] ?? '',
  author_username: 'Emma',
  author_name: 'Emma',
  addtime: '1795106400',
  created: '1793696400',
  version: '3',
  deletable: true,
  suggestable: false,
  suggestions: '0',
  editable: true,
  attachment_count: '0',
  unique_key: '',
  html: `<p>Text of ${titles[page_id]}</p><h2 id="headers">Headers</h2><p>One</p><h3 id="body">Body</h3><p>Two</p>`,
  headings: [
    { id: 'headers', text: 'Headers', level: 2 },
    { id: 'body', text: 'Body', level: 3 },
  ],
  needs: [],
  plain: false,
  previous: null,
  next: { page_id: '2', page_title: 'Errors' },
  ...more,
})

export const emma: Account = { uid: '1', username: 'emma', name: 'Emma', email: '', email_verify: '0', groupid: '2' } as Account

export const boot = (more: Partial<Boot> = {}): Boot => ({
  base: '',
  site: '',
  language: 'en',
  theme: 'system',
  version: 'test',
  account: emma,
  agents: false,
  agentSignIn: false,
  byServer: false,
  importMaxMb: 250,
  uploadMaxMb: 4,
  attachmentPageSize: 6,
  draftSeconds: 30,
  mail: true,
  registerOpen: true,
  links: {},
  seed: [],
  ...more,
})
