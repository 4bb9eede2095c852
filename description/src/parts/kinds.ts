/** The kinds of parts that a description or a database has, as in the fence of a page. */
export const PART_KINDS = ['operation', 'webhook', 'schema', 'introduction', 'table', 'overview'] as const
export type PartKind = (typeof PART_KINDS)[number]

/** Whether a source has one part of this kind, which needs no key. */
export const isSingle = (kind: string): boolean => kind === 'introduction' || kind === 'overview'
