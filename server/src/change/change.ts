import { Refusal } from '@sheaf/contract'
import { isLanguage } from '@sheaf/contract/languages'
import { changeTypes } from '../content/change.rules.ts'
import type { AllHandlers } from '../context.ts'
import { listChanges } from './change.service.ts'

const CHANGES = 50

export const change: AllHandlers['change'] = {
  async getList({ types, count, language, ...query }, ctx) {
    if (!query.item_id && !query.page_id && !ctx.user) throw new Refusal('loginInvalid')
    if (types?.some((type) => !changeTypes.some((known) => known === type))) throw new Refusal('badInput', { field: 'types' })
    const wanted = isLanguage(language) ? language : ctx.language
    return listChanges(ctx, { ...query, types, count: count || CHANGES, language: wanted })
  },
}
