import { grant, grantPage, type Permission } from '../../access/permission.ts'
import { insertFile, linkFiles } from '../../attachment/attachment.store.ts'
import { hashPassword } from '../../auth/password.ts'
import { randomHex } from '../../auth/secrets.ts'
import { insertComment } from '../../comment/comment.store.ts'
import { WHOLE_PAGE } from '../../comment/place/place.service.ts'
import { changeThread, insertThread } from '../../comment/thread.store.ts'
import { insertCatalog } from '../../content/catalog.store.ts'
import { noteChanges } from '../../content/change.store.ts'
import { insertItem, setListing } from '../../content/item.store.ts'
import { deletePages, setLink } from '../../content/page.store.ts'
import { refreshReviews } from '../../content/review/review.store.ts'
import type { Db } from '../../db/schema.ts'
import { indexFresh } from '../../db/search/search.ts'
import { archiveItem, deleteItem, makeKey } from '../../item/item.store.ts'
import { putMock } from '../../mock/mock.store.ts'
import { keepHistory, outlineOf, pack } from '../../page/history/page.history.store.ts'
import { putStewardships } from '../../review/review.store.ts'
import { insertSuggestion, packed } from '../../suggestion/suggestion.store.ts'
import { insertUser } from '../../user/user.store.ts'
import { addAsk } from '../asks.ts'
import type { Product } from '../product.ts'
import { addSourceRows } from '../sources.ts'
import { addWebhook } from '../webhooks.ts'
import { addClients, type Clients } from './clients.ts'
import { addMemberships, type Memberships } from './memberships.ts'
import { canary, type Secret } from './secrets.ts'
import type { MatrixUsers } from './users.ts'

export interface Kind {
  state: 'public' | 'private' | 'archived' | 'deleted'
  type: 1 | 2 | 4
}

type Names<N extends string> = Record<N, string>

/** An item with all its related rows, and the ids of all of them. */
export interface World extends Memberships {
  kind: Kind
  item_id: string
  domain: string
  stamp: string
  cats: Names<'own' | 'below' | 'other' | 'empty'>
  /** Named after their place. Names such as rootOfE add the creator; the owner created the others. */
  pages: Names<'own' | 'below' | 'other' | 'root' | 'rootOfE' | 'ownOfCE' | 'otherOfCE'>
  /** A page in the recycle bin, with a link. */
  binned: string
  signs: Names<'own' | 'other'>
  files: Names<'own' | 'other'>
  /** The previous revision of each page. */
  states: Names<'own' | 'other'>
  /** Open suggestions for pages.own and pages.other, and for a new page at the root, of a user without a role. */
  suggestions: Names<'own' | 'other' | 'root'>
  /** Threads on pages.own and pages.other, of a user without a role. */
  threads: Record<'own' | 'other', { thread_id: string; comment_id: string }>
  /** New notes of a visitor about pages.own and pages.other. */
  notes: Names<'own' | 'other'>
  unique_key: string
  /** Of the mock of pages.own, at /own. */
  mock_key: string
  /** Of the open API. */
  keys: Names<'api_key' | 'api_token'>
  /** Another item of the same owner. */
  elsewhere: string
  /** A request for access of a person who is no role. */
  ask_id: string
  /** A webhook of the item with one delivery. */
  hook: Names<'webhook_id' | 'delivery_id'>
  /** A source of cats.own with a held version; its page is pages.own. */
  source: Names<'source_id' | 'held_id' | 'page_id' | 'match_id' | 'intro_id'>
  clients: Clients
  people: MatrixUsers
}

export const VISIT_PASSWORD = 'sesame'
let visitHash: Promise<string> | undefined

/** Writes a new world for these users directly into the tables. Each allowed write gets its own. */
export async function makeWorld(product: Product, people: MatrixUsers, kind: Kind): Promise<World> {
  const { store, now } = product.server.services
  visitHash ??= hashPassword(VISIT_PASSWORD)
  const password_hash = kind.state === 'public' ? '' : await visitHash
  const world = await store.db.transaction().execute(async (trx) => {
    const [stamp, domain] = [randomHex(8), `${canary('item')}d`]
    const item = { item_name: canary('item'), item_description: canary('item'), item_domain: domain, item_type: kind.type }
    const permission = await insertItem(trx, { ...item, uid: people.O.uid, password_hash, password_stamp: stamp }, now())
    const { item_id } = permission
    const { cats, pages, binned } = await addTexts(product, trx, people, permission)
    const unique_key = randomHex(16)
    await setLink(trx, grantPage(item_id, Number(pages.own)), unique_key, now())
    const answer = { page_id: Number(pages.own), item_id, path: '/own', template: JSON.stringify({ error_code: 0, text: canary('own') }) }
    const mock_key = await putMock(trx, { ...answer, uid: people.O.uid }, randomHex(16), now())
    const { api_key, api_token } = await makeKey(trx, permission, canary('key'), canary('key'), now())
    const [own, other] = [
      await addFile(product, trx, people, item_id, 'own', pages.own),
      await addFile(product, trx, people, item_id, 'rest', pages.other),
    ]
    const [signs, files] = [
      { own: own.sign, other: other.sign },
      { own: own.file_id, other: other.file_id },
    ]
    const states = {
      own: await addState(trx, people, item_id, 'own', pages.own),
      other: await addState(trx, people, item_id, 'rest', pages.other),
    }
    const suggestions = {
      own: await addSuggestion(trx, item_id, 'own', pages.own),
      other: await addSuggestion(trx, item_id, 'rest', pages.other),
      root: await addSuggestion(trx, item_id, 'rest', '0'),
    }
    const threads = {
      own: await addThread(trx, item_id, 'own', pages.own),
      other: await addThread(trx, item_id, 'rest', pages.other),
    }
    await setListing(trx, permission, { feedback_from: 2, feedback_show: 1 })
    await putStewardships(trx, [{ item_id, page_id: 0, cat_id: 0 }], { uid: people.O.uid, days: 90 }, now())
    await refreshReviews(trx, item_id, 'all')
    const notes = {
      own: await addNote(trx, item_id, 'own', pages.own),
      other: await addNote(trx, item_id, 'rest', pages.other),
    }
    const asker = await insertUser(trx, { username: randomHex(8), password_hash: '', groupid: 2, reg_time: now() })
    const ask_id = await addAsk(trx, { uid: asker?.uid ?? 0, item_id, at: now(), note: canary('item') })
    const more = { item_domain: '', item_type: 1, uid: people.O.uid, password_hash, password_stamp: stamp }
    const { item_id: elsewhere } = await insertItem(trx, { ...item, ...more }, now())
    const clients = await addClients(trx, people, item_id, elsewhere, pages, now())
    const hook = await addWebhook(product.server.services, trx, { item_id, uid: people.O.uid, at: now() })
    const place = { item_id, cat_id: Number(cats.own), page_id: Number(pages.own), title: canary('own') }
    const source = await addSourceRows(trx, { ...place, at: now() })
    const ties = await addMemberships(trx, people, item_id, Number(cats.own), now())
    return {
      kind,
      people,
      item_id: String(item_id),
      elsewhere: String(elsewhere),
      ask_id,
      domain,
      stamp,
      cats,
      pages,
      binned,
      signs,
      files,
      states,
      suggestions,
      threads,
      notes,
      unique_key,
      mock_key,
      keys: { api_key, api_token },
      clients,
      hook,
      source,
      ...ties,
    }
  })
  if (kind.state === 'archived') await archiveItem(store.db, grant(Number(world.item_id)), now())
  if (kind.state === 'deleted') await deleteItem(store.db, grant(Number(world.item_id)), now())
  return world
}

/** Marks the items of a used world as deleted. */
export async function removeWorld({ server }: Product, { item_id, elsewhere, templates }: World) {
  const { db } = server.services.store
  await db
    .updateTable('item')
    .set({ is_del: 1 })
    .where('item_id', 'in', [Number(item_id), Number(elsewhere)])
    .execute()
  // A user can have only a few hundred templates.
  await db.deleteFrom('template').where('id', 'in', Object.values(templates).map(Number)).execute()
}

async function addTexts({ server }: Product, trx: Db, { O, E, CE }: MatrixUsers, permission: Permission<'edit'>) {
  const { item_id } = permission
  const { store, now } = server.services
  const catalog = async (about: Secret, parent_cat_id = 0) =>
    (await insertCatalog(trx, permission, { parent_cat_id, level: parent_cat_id ? 3 : 2, cat_name: canary(about), addtime: now() })).cat_id
  const page = (about: Secret, cat_id: number, by = O) => {
    const text = { page_title: canary(about), page_content: `${canary(about)} word`, page_comments: canary(about), s_number: 99 }
    const made = { creator_uid: by.uid, addtime: now(), created: now() }
    return { ...text, ...made, item_id, cat_id, author_uid: by.uid, author_username: by.username }
  }
  const [own, other] = [await catalog('own'), await catalog('rest')]
  const [below, empty] = [await catalog('own', own), await catalog('own', own)]
  const rows = {
    own: page('own', own),
    below: page('own', below),
    other: page('rest', other),
    root: page('rest', 0),
    rootOfE: page('rest', 0, E),
    ownOfCE: page('own', own, CE),
    otherOfCE: page('rest', other, CE),
    binned: page('bin', own, E),
  }
  const made = await trx.insertInto('page').values(Object.values(rows)).returningAll().execute()
  const drafts = made.map(({ page_id, cat_id, page_title: title }) => ({ type: 'page.created' as const, page_id, cat_id, title }))
  await noteChanges(trx, permission, O, drafts, now())
  await indexFresh(store, trx, made)
  const idOf = ({ page_title }: { page_title: string }) => String(made.find((one) => one.page_title === page_title)?.page_id)
  const { binned, ...pages } = Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, idOf(row)])) as Names<keyof typeof rows>
  await deletePages({ permission, store, trx, at: now() }, [{ page_id: Number(binned), page_title: canary('bin') }], O)
  return { cats: { own: String(own), below: String(below), other: String(other), empty: String(empty) }, pages, binned }
}

async function addState(trx: Db, { O }: MatrixUsers, item_id: number, about: Secret, page_id: string) {
  const text = { page_title: canary(about), page_comments: canary(about), s_number: 99, cat_id: 0, item_id, page_id: Number(page_id) }
  const packed = await pack(canary(about))
  await keepHistory(trx, { ...text, page_content: '', author_uid: O.uid, author_username: O.username, addtime: 1 }, packed, 20)
  const [row] = await outlineOf(trx, Number(page_id), 1)
  return String(row?.page_history_id)
}

async function addSuggestion(trx: Db, item_id: number, about: Secret, page_id: string) {
  const text = { page_title: canary(about), page_content: await packed(canary(about)), reason: canary(about) }
  const base = { base_version: Number(page_id) && 1, base_title: canary(about), base_content: await packed(canary(about)) }
  const by = { uid: 2_000_000_000, username: 'proposer', grant_id: 0, via: '', addtime: 1, last_update_time: 1 }
  const counts = { added: 1, removed: 1 }
  const row = await insertSuggestion(trx, { item_id, page_id: Number(page_id), cat_id: 0, ...text, ...base, ...by, ...counts })
  return String(row?.suggestion_id)
}

async function addThread(trx: Db, item_id: number, about: Secret, page_id: string) {
  const place = { item_id, page_id: Number(page_id) }
  const times = { addtime: 1, last_time: 1, version: 1, place_version: 1 }
  const uid = 2_000_000_000
  const thread_id = await insertThread(trx, { ...WHOLE_PAGE, ...place, ...times, uid, quote: canary(about) })
  const text = { content: canary(about), html: `<p>${canary(about)}</p>`, via: '', username: 'commenter' }
  const comment_id = await insertComment(trx, { ...place, ...text, thread_id, parent_id: 0, uid, addtime: 1 })
  await changeThread(trx, thread_id, { last_comment_id: comment_id })
  return { thread_id: String(thread_id), comment_id: String(comment_id) }
}

async function addNote(trx: Db, item_id: number, about: Secret, page_id: string) {
  const note = { note: canary(about), note_state: 'new' as const, note_time: 1 }
  const row = { item_id, page_id: Number(page_id), client_hash: randomHex(16), feedback_type: 2, version: 1, addtime: 1, ...note }
  const { feedback_id } = await trx.insertInto('page_feedback').values(row).returning('feedback_id').executeTakeFirstOrThrow()
  return String(feedback_id)
}

async function addFile({ server }: Product, trx: Db, { O }: MatrixUsers, item_id: number, about: Secret, page_id: string) {
  const { files, now } = server.services
  const [sign, path, bytes] = [randomHex(16), `${randomHex(1)}/${randomHex(20)}`, Buffer.from(canary(about))]
  await files.local.put(path, bytes)
  const row = {
    display_name: `${canary(about)}.txt`,
    file_type: 'application/octet-stream',
    file_size: bytes.length,
    store: files.local.kind,
  }
  const { file_id } = await insertFile(trx, grant<'edit'>(item_id), { ...row, sign, path, uid: O.uid, addtime: now() })
  await linkFiles(trx, grant(item_id), [{ file_id, page_id: Number(page_id), addtime: now() }])
  return { sign, file_id: String(file_id) }
}
