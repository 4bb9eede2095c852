import { type Language, Refusal } from '@sheaf/contract'
import { codes, factsOf, type InLanguages, inLanguage } from '@sheaf/contract/languages'

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

const label: InLanguages<(edits: boolean, catalog: string) => string> = {
  en: (edits, catalog) => `${edits ? 'Edit' : 'Read only'}/Catalog: ${catalog}`,
  zh: (edits, catalog) => `${edits ? '编辑' : '只读'}/目录：${catalog}`,
}

/** Authority and scope of a member in one line, which existing clients display unchanged. */
export const labelOf = (member_group_id: number, cat_name: string, language: Language) =>
  inLanguage(label, language)(member_group_id === 1, cat_name)

const wholeItem = { en: 'All catalogs', zh: '所有目录' }
const deletedCatalog = { en: 'Deleted catalog', zh: '已删除的目录' }

/** The name of a right's scope. A right limited to a deleted catalog covers nothing. */
export const scopeName = ({ cat_id, cat_name }: { cat_id: number; cat_name: string | null }, language: Language) =>
  cat_name ?? inLanguage(cat_id === 0 ? wholeItem : deletedCatalog, language)

const collators = new Map(codes.map((code) => [code, new Intl.Collator(factsOf(code).tag, { numeric: true })]))

/** Sorts by displayed name with the collation of the reader's language. The two databases would sort differently. */
export const sortedByName = <T extends { name: string; username: string }>(members: T[], language: Language): T[] =>
  members.toSorted((a, b) => collators.get(language)?.compare(a.name || a.username, b.name || b.username) ?? 0)
