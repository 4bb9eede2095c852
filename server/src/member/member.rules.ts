import { type Language, Refusal } from '@sheaf/contract'

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

/** Right and place of a member in one line, which existing clients show as it is. */
export const labelOf = (member_group_id: number, cat_name: string, language: Language) =>
  language === 'zh'
    ? `${member_group_id === 1 ? '编辑' : '只读'}/目录：${cat_name}`
    : `${member_group_id === 1 ? 'Edit' : 'Read only'}/Catalog: ${cat_name}`

const wholeItem = { en: 'All catalogs', zh: '所有目录' }
const deletedCatalog = { en: 'Deleted catalog', zh: '已删除的目录' }

/** What a right is limited to; with a catalog that is gone it covers nothing. */
export const scopeName = ({ cat_id, cat_name }: { cat_id: number; cat_name: string | null }, language: Language) =>
  cat_name ?? (cat_id === 0 ? wholeItem : deletedCatalog)[language]

const collators: Record<Language, Intl.Collator> = {
  en: new Intl.Collator('en', { numeric: true }),
  zh: new Intl.Collator('zh-CN', { numeric: true }),
}

/** By the name that is shown, as the reader's language orders names; the databases would each do it differently. */
export const inOrderOfNames = <T extends { name: string; username: string }>(people: T[], language: Language): T[] =>
  people.toSorted((a, b) => collators[language].compare(a.name || a.username, b.name || b.username))
