import { Refusal } from '@sheaf/contract'
import { mustManageOpen } from '../../access/access.ts'
import { seal } from '../../auth/secrets.ts'
import type { AllHandlers } from '../../context.ts'
import { actorIn, mustBeSourceEditor, mustManageSource } from '../source.rights.service.ts'
import { fetchSource, scheduleOf } from './source.fetch.service.ts'
import { fetchOf, NEVER, removeAddress, saveAddress } from './source.fetch.store.ts'

const KEPT = '********'
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
/** Headers that the connection itself sets. */
const OWN_HEADERS = /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|proxy-.*|keep-alive|expect|accept-encoding)$/i

/** The addresses that sources are fetched from. */
export const fetching: Pick<AllHandlers['source'], 'schedule' | 'saveSchedule' | 'fetch'> = {
  async schedule({ source_id }, ctx) {
    const { rights } = await mustBeSourceEditor(ctx, source_id)
    return scheduleOf(ctx, source_id, rights.manage)
  },

  async saveSchedule({ source_id, url, every_hours = 24, header_name, header_value }, ctx) {
    const { permission } = (await mustManageSource(ctx, source_id)).granted
    if (url.trim() === '') {
      await ctx.store.write((trx) => removeAddress(trx, permission, source_id))
      return scheduleOf(ctx, source_id, true)
    }
    const address = url.trim()
    if (![0, 1, 6, 24, 168].includes(every_hours)) throw new Refusal('badInput', { field: 'every_hours' })
    if (header_name && (!HEADER_NAME.test(header_name) || OWN_HEADERS.test(header_name)))
      throw new Refusal('badInput', { field: 'header_name' })
    if (!/^[\x20-\x7e]*$/.test(header_value)) throw new Refusal('badInput', { field: 'header_value' })
    await ctx.outbound.mustBeAllowed(address)
    const known = await fetchOf(ctx.db, source_id)
    const isSame = known?.url === address
    // A kept value belongs to the address that it was written for: another address would receive it.
    if (header_value === KEPT && (!isSame || known.header_name !== header_name)) throw new Refusal('sourceHeader')
    const header_sealed =
      header_name === '' ? '' : header_value === KEPT ? (known?.header_sealed ?? '') : seal(ctx, 'source-fetch', header_value)
    const row = { source_id, url: address, every_hours, header_name, header_sealed, next_time: every_hours === 0 ? NEVER : ctx.now() }
    await ctx.store.write((trx) => saveAddress(trx, permission, row, isSame))
    return scheduleOf(ctx, source_id, true)
  },

  async fetch({ source_id }, ctx) {
    const { source } = await mustManageSource(ctx, source_id)
    const row = await fetchOf(ctx.db, source_id)
    if (!row) throw new Refusal('notFound')
    if (!ctx.outbound.isOn) throw new Refusal('outboundOff')
    return fetchSource(
      row,
      actorIn(ctx, (now) => mustManageOpen(now, source.item_id)),
      ctx,
    )
  },
}
