import { PASSWORD_KEPT, Refusal } from '@sheaf/contract'
import { headOf, itemNamed, pageOf } from '../access/access.store.ts'
import { mustManage, mustManageOpen, mustVisit } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { mustSolveCaptcha } from '../auth/captcha.ts'
import { verifyPassword, visitPassword } from '../auth/password.ts'
import { beginTry } from '../auth/password-try.ts'
import { sessionOf } from '../auth/session.ts'
import { groupOf, orderOf, setVisit, tilesOf, touchItem, updateItem } from '../content/item.store.ts'
import type { Rooms } from '../context.ts'
import { networkOf } from '../http/limits/network.ts'
import { reachOfOwn } from '../search/reach.store.ts'
import { itemsWithin } from '../search/search.store.ts'
import { add, mustBeFreeDomain, orDomainTaken } from './item.add.ts'
import { pinsOf } from './item.client.store.ts'
import { client } from './item.client.ts'
import { info } from './item.info.ts'
import { life } from './item.life.ts'
import { rowOf } from './item.row.ts'
import { inOrder, pathIn } from './item.rules.ts'
import { searchItem, searchReach } from './item.search.ts'

/** Failures of an item from one network within a day from which on the captcha is asked for (W12), and from everywhere. */
const CAPTCHA_FROM = 10
const CAPTCHA_FROM_ALL = 200
const HITS = 50
const HITS_MINE = 200

export const item: Omit<Rooms['item'], 'updateByApi' | 'insertCatalog' | 'editPage'> = {
  add,
  info,
  ...life,
  ...client,

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
    const names = new Map((await itemsWithin(ctx, reach)).map((one) => [one.item_id, one.item_name]))
    const pages = found.slice(0, HITS_MINE).flatMap((page) => {
      const item_name = names.get(page.item_id)
      return item_name === undefined ? [] : [{ ...page, item_name, is_del: 0 }]
    })
    return { pages, has_more: found.length > HITS_MINE }
  },

  async update({ item_id, item_name, item_description, item_domain, password }, ctx) {
    const { item } = await mustManageOpen(ctx, item_id)
    const domain = await mustBeFreeDomain(ctx, item_domain, item_id)
    const kept = password === undefined || password === PASSWORD_KEPT
    const visit = kept ? {} : await visitPassword(password)
    await orDomainTaken(updateItem(ctx.db, item_id, { item_name, item_description, item_domain: domain, ...visit }))
    if (!kept && (password || item.password_hash))
      await writeAudit(ctx.db, ctx, password ? 'visitPassword' : 'itemOpened', { subject: item_name })
    await touchItem(ctx.db, item_id, ctx.now())
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
    if (!found || !right) throw new Refusal(attempt.isOften ? 'wrongVisitPasswordOften' : 'wrongVisitPassword')
    await attempt.succeeded()
    await setVisit(ctx.db, await sessionOf(ctx), found.item_id, found.password_stamp)
    return { refer_url: pathIn(refer_url) }
  },
}
