import { escapedText, makeShowdoc, squeezed } from '../server/src/test/samples/showdoc-made.ts'
import { growText, titleOf } from './grow-content.ts'

const ITEMS = 200
const FIRST = 1_700_000_000

/** Writes a ShowDoc with this number of pages in 200 items; each page has three revisions, each hundredth a file. Returns the folder. */
export function createBenchShowdoc(folder: string, pages: number) {
  const made = makeShowdoc(folder, '2.9', ['journal_mode = OFF', 'synchronous = OFF'])
  made.add('user', { uid: 1, username: 'showdoc', groupid: 1, name: '', password: 'a89da13684490eb9ec9e613f91d24d00', reg_time: FIRST })
  for (let uid = 2; uid <= 100; uid++)
    made.add('user', { uid, username: `user${uid}`, groupid: 2, name: '', password: 'a89da13684490eb9ec9e613f91d24d00', reg_time: FIRST })
  for (let item_id = 1; item_id <= ITEMS; item_id++) {
    made.add('item', {
      item_id,
      item_name: `Item ${item_id}`,
      item_description: '',
      uid: 1 + (item_id % 100),
      username: '',
      password: '',
      addtime: FIRST,
    })
    for (let n = 0; n < 10; n++) made.add('catalog', { cat_id: item_id * 10 + n, cat_name: `Catalog ${n}`, item_id, s_number: n })
  }
  for (let from = 0; from < pages; from += 5000)
    made.all(() => {
      for (let n = from; n < Math.min(from + 5000, pages); n++) addPage(n)
    })

  function addPage(n: number) {
    const [page_id, item_id, text] = [n + 1, 1 + (n % ITEMS), growText(n)]
    const state = {
      item_id,
      cat_id: item_id * 10 + (n % 10),
      page_title: escapedText(titleOf(n)),
      author_uid: 1 + (n % 100),
      author_username: `user${n % 100}`,
    }
    made.add('page', { page_id, ...state, page_content: escapedText(text), s_number: 99, addtime: FIRST + n, is_del: 0 })
    for (let version = 0; version < 3; version++) {
      const older = text.replace('## 请求参数', `## 请求参数 ${version}`)
      const kept = { page_history_id: version * pages + page_id, page_id, ...state }
      made.add('page_history', { ...kept, page_content: squeezed(escapedText(older)), s_number: 99, addtime: FIRST + n - 3 + version })
    }
    if (n % 100 > 0) return
    const sign = page_id.toString(16).padStart(32, '0')
    const path = `2024-01-01/${sign}.txt`
    made.upload(path, `file ${n}\n`.repeat(200))
    const file = { file_id: page_id, sign, display_name: `${n}.txt`, file_type: 'text/plain', file_size: '1000', uid: 1, page_id, item_id }
    made.add('upload_file', { ...file, addtime: FIRST, real_url: `http://docs.example.com/server/../Public/Uploads/${path}` })
    made.add('file_page', { file_id: page_id, page_id, item_id, addtime: String(FIRST) })
  }
  made.close()
  return folder
}
