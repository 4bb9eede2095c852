import type { Answer } from '@sheaf/contract/client'
import type { Account } from '../lib/boot.ts'

type Hits = Answer<'search', 'all'>

/* Sample data for the tests of the search. */
export const anna = { uid: '7', username: 'anna', name: 'Anna', email: '', email_verify: '0', groupid: '2' } as Account

export const hit = (page_id: string, page_title: string): Hits['pages'][number] => ({
  page_id,
  item_id: '9',
  item_name: 'Order Service',
  item_domain: 'orders',
  path: ['Orders'],
  method: '',
  page_title: { text: page_title, marks: [] },
  snippet: { text: '', marks: [] },
})

export const textHit: Hits['pages'][number] = {
  ...hit('48', 'Create an order'),
  method: 'POST',
  page_title: { text: 'Create an order', marks: [[10, 15]] },
  snippet: { text: 'Makes an <b>order</b> and reserves stock', marks: [[9, 21]] },
}

export const hits: Hits = {
  items: [{ item_id: '9', item_name: { text: 'Order Service', marks: [[0, 5]] }, item_domain: 'orders', item_type: '1', is_private: 1 }],
  pages: [textHit],
  headings: [
    {
      page_id: '49',
      item_id: '9',
      item_name: 'Order Service',
      item_domain: 'orders',
      path: [],
      method: '',
      page_title: 'Errors',
      heading: { text: 'Order states', marks: [[0, 5]] },
      anchor: 'order-states',
    },
  ],
  instead: '',
}

/** A change of each page. */
export const changes = (page_ids: string[]): Answer<'change', 'getList'> => ({
  item: null,
  list: page_ids.map((page_id, at) => ({
    change_id: String(90 - at),
    item_id: '9',
    item_name: 'Order Service',
    item_domain: 'orders',
    page_id,
    cat_id: '0',
    type: 'page.changed',
    title: `Page ${page_id}`,
    is_hidden: 0,
    is_there: 1,
    path: ['Orders'],
    username: 'anna',
    name: 'Anna',
    via: '',
    suggestion_id: '0',
    batch_id: '0',
    from_history_id: '0',
    version_from: '1',
    version_to: '2',
    is_pending: 0,
    meaning: [],
    addtime: '1',
    until_time: '1',
  })),
  next: '0',
  cursor: '90',
  people: [],
})
