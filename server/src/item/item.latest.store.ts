import type { Services } from '../context.ts'
import { personName } from '../db/person-name.ts'
import type { Reach } from '../db/search/candidates.ts'

type StoreServices = Pick<Services, 'store'>

/** Compares a column with a JSON list of numbers. PostgreSQL only uses an index well if the list is one value. */
const isIn = ({ store }: StoreServices, column: string) =>
  store.kind === 'sqlite' ? `${column} in (select value from json_each(?))` : `${column} = any (translate(?, '[]', '{}')::int[])`

/** For each item, the id of its page that was changed last. The index page_latest has all columns of the inner query. */
const latestIds = (services: StoreServices, isScoped: boolean) =>
  `select (select q.page_id from page q where q.item_id = i.item_id and q.is_del = 0 ${isScoped ? `and ${isIn(services, 'q.cat_id')}` : ''}
     order by q.addtime desc, q.page_id desc limit 1) as page_id
   from item i where ${isIn(services, 'i.item_id')}`

interface Latest {
  item_id: number
  page_id: number
  page_title: string
  author_username: string
  author_name: string
  addtime: number
  is_unread: number
}

const latestPages = (services: StoreServices) =>
  `select p.item_id, p.page_id, p.page_title, p.author_username, ${personName('p.author_uid', 'p.author_username')} as author_name, p.addtime,
     case when p.addtime > v.addtime and coalesce(p.author_uid, 0) <> v.uid then 1 else 0 end as is_unread
   from page p left join item_visit v on v.uid = ? and v.item_id = p.item_id where ${isIn(services, 'p.page_id')}`

/** The page of each item within the reach that was changed last. The number of queries does not depend on the number of items. */
export async function latestOf(services: StoreServices, uid: number, reach: Exclude<Reach, 'all'>): Promise<Latest[]> {
  const ids = (isScoped: boolean, lists: number[][]) =>
    services.store.hot<{ page_id: number | null }>(
      latestIds(services, isScoped),
      lists.map((list) => JSON.stringify(list)),
    )
  const rows = [...(await ids(false, [reach.items])), ...(reach.scoped.length > 0 ? await ids(true, [reach.cats, reach.scoped]) : [])]
  const pages = rows.flatMap((row) => row.page_id ?? [])
  return services.store.hot<Latest>(latestPages(services), [uid, JSON.stringify(pages)])
}
