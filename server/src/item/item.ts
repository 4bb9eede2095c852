import { PASSWORD_KEPT, Refusal } from '@sheaf/contract'
import { headOf, headsOf, itemNamed, pageOf } from '../access/access.store.ts'
import { covers, mustManage, mustManageOpen, mustVisit, mustVisitPageUniform, personIn } from '../access/access.ts'
import { byKeys, hasKeys, mustHoldKeys } from '../access/keys.ts'
import { writeAudit } from '../auth/audit.ts'
import { mustSolveCaptcha } from '../auth/captcha.ts'
import { verifyPassword, visitPassword } from '../auth/password.ts'
import { randomHex } from '../auth/secrets.ts'
import { sessionOf } from '../auth/session.ts'
import { beginTry, mustBeOwnPassword } from '../auth/throttle.ts'
import { actorOf } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { groupOf, orderOf, setVisit, tilesOf, touchItem, updateItem } from '../content/item.store.ts'
import { forReader } from '../content/page-text.store.ts'
import { withState } from '../content/proof/page-state.store.ts'
import type { AllHandlers } from '../context.ts'
import { networkOf } from '../http/limits/rate.ts'
import { removeFromItem, teamOwnersOf } from '../member/member.store.ts'
import { notify } from '../notice/notice.store.ts'
import { itemsWithin, reachOfOwn } from '../search/search.store.ts'
import { add, mustBeFreeDomain, orDomainTaken } from './item.add.ts'
import { info, searchItem, searchReach } from './item.info.ts'
import { latestOf } from './item.latest.store.ts'
import { inOrder, pathIn } from './item.rules.ts'
import { rowOf, transferItem } from './item.service.ts'
import {
  archiveItem,
  deleteItem,
  keyOfItem,
  makeKey,
  pagesTitled,
  pinItem,
  pinsOf,
  removeKey,
  setItemOrder,
  setVisitTime,
  unpinItem,
  visitTime,
} from './item.store.ts'

/** Calls that only API clients use. */
const client: Pick<AllHandlers['item'], 'top' | 'itemList' | 'getPage'> = {
  /** Pins or unpins an item; repeated calls have no effect. Items without access can still be unpinned. */
  async top({ item_id, action }, ctx) {
    if (action === 'cancel') await unpinItem(ctx.db, ctx.user.uid, item_id)
    else {
      await mustVisit(ctx, item_id)
      await pinItem(ctx.db, ctx.user.uid, item_id, ctx.now())
    }
    return []
  },

  async itemList(_input, ctx) {
    const { uid, username } = ctx.user
    const items = (await headsOf(ctx, uid)).filter(({ item_id }) => personIn(ctx, item_id))
    return items.map((item) => ({ ...item, username, password: item.password_hash ? PASSWORD_KEPT : '' }))
  },

  /** Without item_id the item is that of the page, or for a title that of the API key. */
  async getPage({ item_id: named, page_id, page_title, ...keys }, ctx) {
    const opens = byKeys(keys, ctx)
    if (!named && page_id) {
      const found = await mustVisitPageUniform(ctx, page_id, opens)
      return withState(ctx, await forReader(ctx.db, found.page, found.visits), found)
    }
    if (!named && !hasKeys(keys, ctx)) throw new Refusal('badInput', { field: 'item_id' })
    const item_id = named || (await mustHoldKeys(keys, ctx)).item_id
    const rights = await mustVisit(ctx, item_id, opens)
    const ids = page_id ? [page_id] : page_title ? await pagesTitled(ctx.db, item_id, page_title) : []
    for (const id of ids) {
      const page = await pageOf(ctx, id)
      if (page?.item_id === item_id && covers(rights.visits, page.cat_id))
        return withState(ctx, await forReader(ctx.db, page, rights.visits), rights)
    }
    throw new Refusal('notFound')
  },
}

/** What My items shows of the pages, in addition to myList. */
const recent: Pick<AllHandlers['item'], 'latest' | 'visit'> = {
  async latest(_input, ctx) {
    return latestOf(ctx, ctx.user.uid, await reachOfOwn(ctx))
  },

  /** Writes only when the item has changed since the last visit: a write ends the cache of frequent reads. */
  async visit({ item_id }, ctx) {
    const { item } = await mustVisit(ctx, item_id)
    if ((await visitTime(ctx, ctx.user.uid, item_id)) < item.last_update_time) await setVisitTime(ctx.db, ctx.user.uid, item_id, ctx.now())
    return []
  },
}

type Life = Pick<AllHandlers['item'], 'sort' | 'exitItem' | 'delete' | 'archive' | 'attorn' | 'getKey' | 'resetKey'>

/** The life cycle of an item. Deleting, archiving and transferring require the acting user's own password. */
const life: Life = {
  async sort({ data, item_group_id }, ctx) {
    await setItemOrder(ctx.db, ctx.user.uid, item_group_id, JSON.stringify(data))
    return []
  },

  async exitItem({ item_id }, ctx) {
    const item = await headOf(ctx, item_id)
    if (!item) throw new Refusal('nothingToLeave')
    await ctx.store.db.transaction().execute(async (trx) => {
      const leaders = await teamOwnersOf(trx, item_id, ctx.user.uid)
      if ((await removeFromItem(trx, item_id, ctx.user.uid)) === 0) throw new Refusal('nothingToLeave')
      await notify(trx, ctx.user, { uids: [item.uid, ...leaders], kind: 'memberLeft', about: { item: item.item_name }, item_id }, ctx.now())
      await writeAudit(trx, ctx, 'memberLeft', { subject: item.item_name })
    })
    return []
  },

  async delete({ item_id, password }, ctx) {
    const { item, permission } = await mustManage(ctx, item_id)
    await mustBeOwnPassword(ctx, password)
    await ctx.store.write(async (trx) => {
      await deleteItem(trx, permission, ctx.now())
      await writeAudit(trx, ctx, 'itemDeleted', { subject: item.item_name })
    })
    return 1
  },

  async archive({ item_id, password }, ctx) {
    const { item, permission } = await mustManage(ctx, item_id)
    await mustBeOwnPassword(ctx, password)
    await ctx.store.write(async (trx) => {
      await archiveItem(trx, permission, ctx.now())
      if (!item.is_archived) await noteChange(trx, permission, actorOf(ctx), { type: 'item.archived', title: item.item_name }, ctx.now())
      await writeAudit(trx, ctx, 'itemArchived', { subject: item.item_name })
    })
    return 1
  },

  async attorn({ item_id, username, password, unbind }, ctx) {
    const granted = await mustManage(ctx, item_id)
    await mustBeOwnPassword(ctx, password)
    return transferItem(ctx, granted, username, unbind)
  },

  async getKey({ item_id }, ctx) {
    const { permission } = await mustManage(ctx, item_id)
    return (await keyOfItem(ctx.db, item_id)) ?? makeKey(ctx.db, permission, randomHex(16), randomHex(16), ctx.now())
  },

  async resetKey({ item_id }, ctx) {
    const { item, permission } = await mustManageOpen(ctx, item_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      await removeKey(trx, permission)
      await writeAudit(trx, ctx, 'keyReset', { subject: item.item_name })
      return makeKey(trx, permission, randomHex(16), randomHex(16), ctx.now())
    })
  },
}

/** Wrong visit passwords for an item from one network within a day, from which a captcha is required (W12). */
const CAPTCHA_FROM = 10
/** The same from all networks together. */
const CAPTCHA_FROM_ALL = 200
const HITS = 50
const HITS_MINE = 200

export const item: Omit<AllHandlers['item'], 'updateByApi' | 'insertCatalog' | 'editPage'> = {
  add,
  info,
  ...life,
  ...client,
  ...recent,

  async myList({ original, item_group_id }, ctx) {
    const [tiles, order, group, pins] = await Promise.all([
      tilesOf(ctx, ctx.user.uid, original),
      orderOf(ctx, ctx.user.uid, item_group_id),
      item_group_id ? groupOf(ctx, ctx.user.uid, item_group_id) : undefined,
      pinsOf(ctx, ctx.user.uid),
    ])
    const wanted = group ? tiles.filter((tile) => group.has(tile.item_id)) : tiles
    const pinned = pins.size ? wanted.map((tile) => ({ ...tile, top: pins.has(tile.item_id) ? 1 : 0 })) : wanted
    const isOrdered = Object.keys(order).length > 0
    return inOrder(pinned, order).map((tile) => {
      const creator = tile.uid === ctx.user.uid ? 1 : 0
      const manage = creator || ctx.user.groupid === 1 ? 1 : 0
      return {
        ...tile,
        creator,
        manage,
        edit: manage || tile.writes,
        password: '',
        ...(isOrdered ? { s_number: order[tile.item_id] ?? tile.item_id } : {}),
      }
    })
  },

  async detail({ item_id }, ctx) {
    return rowOf((await mustManage(ctx, item_id)).item, ctx)
  },

  async search({ item_id, keyword }, ctx) {
    const { item, visits } = await mustVisit(ctx, item_id)
    const pages = await searchItem(ctx, item_id, visits, keyword.trim(), HITS)
    return { item_id, item_name: item.item_name, pages: pages.map((page) => ({ ...page, item_name: item.item_name, is_del: 0 })) }
  },

  async searchMine({ keyword, item_group_id }, ctx) {
    const group = item_group_id ? await groupOf(ctx, ctx.user.uid, item_group_id) : undefined
    const reach = await reachOfOwn(ctx, group)
    const found = await searchReach(ctx, reach, keyword.trim(), HITS_MINE + 1)
    const names = new Map((await itemsWithin(ctx, reach)).map((row) => [row.item_id, row.item_name]))
    const pages = found.slice(0, HITS_MINE).flatMap((page) => {
      const item_name = names.get(page.item_id)
      return item_name === undefined ? [] : [{ ...page, item_name, is_del: 0 }]
    })
    return { pages, has_more: found.length > HITS_MINE }
  },

  async update({ item_id, item_name, item_description, item_domain, password }, ctx) {
    const { item, permission } = await mustManageOpen(ctx, item_id)
    const domain = await mustBeFreeDomain(ctx, item_domain, item_id)
    const kept = password === undefined || password === PASSWORD_KEPT
    const visit = kept ? {} : await visitPassword(password)
    const write = ctx.store.write(async (trx) => {
      await touchItem(trx, permission, ctx.now())
      await updateItem(trx, permission, { item_name, item_description, item_domain: domain, ...visit })
      if (!kept && (password || item.password_hash))
        await writeAudit(trx, ctx, password ? 'visitPassword' : 'itemOpened', { subject: item_name })
    })
    await orDomainTaken(write)
    return 1
  },

  async pwd({ item_id, page_id, password, v_code, refer_url }, ctx) {
    const isNamed = item_id !== '' && item_id !== '0'
    const found = isNamed ? await itemNamed(ctx, item_id) : await headOf(ctx, (await pageOf(ctx, page_id))?.item_id ?? 0)
    const visited = found?.item_id ?? 0
    const attempt = await beginTry(
      ctx,
      [
        { name: `visit ${visited} ${networkOf(ctx.address)}`, from: CAPTCHA_FROM },
        { name: `visit ${visited}`, from: CAPTCHA_FROM_ALL },
      ],
      () => mustSolveCaptcha(ctx, ctx.session_id, v_code),
    )
    const right = await verifyPassword(found?.password_hash ?? '', password)
    if (!found || !right) throw new Refusal(attempt.needsCaptcha ? 'wrongVisitPasswordOften' : 'wrongVisitPassword')
    await attempt.succeeded()
    await setVisit(ctx.db, await sessionOf(ctx), found.item_id, found.password_stamp)
    return { refer_url: pathIn(refer_url) }
  },
}
