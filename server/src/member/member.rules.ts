import { Refusal } from '@sheaf/contract'

/** Authority is edit (1) or read-only (0), nothing else (S48). */
export function mustBeAuthority(given: number): 0 | 1 {
  if (given !== 0 && given !== 1) throw new Refusal('badInput', { field: 'member_group_id' })
  return given
}

/** A scope is the whole item (0) or one of its catalogs. */
export function mustBeScope(catalogs: { cat_id: number }[], cat_id: number): number {
  if (cat_id !== 0 && !catalogs.some((one) => one.cat_id === cat_id)) throw new Refusal('notFound')
  return cat_id
}

export const authorityName = (member_group_id: number, language: 'en' | 'zh') =>
  member_group_id === 1 ? { en: 'Edit', zh: '编辑' }[language] : { en: 'Read only', zh: '只读' }[language]
export const wholeItem = { en: 'All catalogs', zh: '所有目录' }
